package io.sluice.kubelet.serve.stream;

import io.sluice.engine.kube.Ref;
import io.sluice.engine.metrics.Measured;
import io.sluice.kubelet.serve.access.Caller;
import io.sluice.translate.serve.Ask;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;

/** exec, attach and port-forward: asks the provider, verifies its 101, splices (T-36). */
public final class Streams implements AutoCloseable {
  private static final Duration UNTIL_HEAD = Duration.ofSeconds(30);
  private static final int LONGEST_REFUSAL = 64 * 1024;

  private final Dialler dialler;
  private final String provider;
  private final Audit audit;
  private final Map<Splice, Place> open = new ConcurrentHashMap<>();

  /** Where a stream leads, so that it can be ended when the pod is gone. */
  public record Place(Ask.Target target, String localUid, Ref twin) {}

  public Streams(Dialler dialler, String provider, Clock clock) {
    this.dialler = dialler;
    this.provider = provider;
    this.audit = new Audit(clock);
  }

  public int size() {
    return open.size();
  }

  /** Blocks until the provider has answered; from then on no thread is needed. */
  public void open(Reply reply, Ask.Stream ask, Place place, Caller caller) {
    HttpFields asked = reply.request().getHeaders();
    if (!RemoteCalls.isUpgrade(asked) || reply.request().getLength() > 0) {
      reply.closing().text(500, "Upgrade request required\n"); // as Go says errors;
      return;
    }
    Exchange exchange;
    try {
      exchange = dialler.call(RemoteCalls.stream(place.twin(), ask, asked), UNTIL_HEAD);
    } catch (IOException | IllegalArgumentException e) {
      Measured.STREAMS.add(ask.verb().subresource(), "unreachable");
      reply.closing().text(500, unreachable(e));
      return;
    }
    if (RemoteCalls.isSwitched(exchange.status(), exchange.headers(), asked)) {
      splice(reply, exchange, place, entry(reply.request(), ask, caller));
    } else {
      Measured.STREAMS.add(ask.verb().subresource(), "refused");
      refuse(reply, exchange);
    }
  }

  private void splice(Reply reply, Exchange exchange, Place place, Audit.Entry entry) {
    EndPoint down = reply.request().getConnectionMetaData().getConnection().getEndPoint();
    Consumer<String> line = audit.begin(entry);
    AtomicReference<Splice> self = new AtomicReference<>();
    Splice splice =
        new Splice(
            down,
            reply.request().getComponents().getByteBufferPool(),
            exchange.raw(),
            why -> {
              open.remove(self.get());
              line.accept(why);
            });
    self.set(splice);
    open.put(splice, place);
    Measured.STREAMS.add(entry.verb(), "spliced");
    HttpFields.Mutable headers = reply.response().getHeaders();
    headers.put(HttpHeader.CONNECTION, "Upgrade");
    headers.put(HttpHeader.UPGRADE, exchange.headers().get(HttpHeader.UPGRADE));
    for (HttpField field : RemoteCalls.negotiated(exchange.headers())) {
      headers.add(field);
    }
    reply.response().setStatus(101);
    reply.request().setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, splice);
    Request.addCompletionListener(
        reply.request(),
        failure -> {
          if (failure != null) {
            splice.end("the client went before it was answered");
          }
        });
    reply.callback().succeeded();
  }

  /** In the provider's own words, as far as they are of a readable length. */
  private void refuse(Reply reply, Exchange exchange) {
    try (exchange) {
      int status = exchange.status();
      byte[] body = exchange.body(LONGEST_REFUSAL);
      String type = exchange.headers().get(HttpHeader.CONTENT_TYPE);
      if (status < 400) {
        reply.closing().text(502, "provider " + provider + " did not switch protocols");
      } else {
        reply.closing().bytes(status, type == null ? "text/plain" : type, body);
      }
    } catch (IOException e) {
      reply.closing().text(500, unreachable(e));
    }
  }

  /** Ends the streams of pods that are not there any more. */
  public void sweep(BiPredicate<Ask.Target, Place> stays) {
    open.forEach(
        (splice, place) -> {
          if (!stays.test(place.target(), place)) {
            splice.end("the pod is gone");
          }
        });
  }

  private String unreachable(Exception why) {
    return "provider " + provider + " cannot be reached: " + why.getMessage();
  }

  private static Audit.Entry entry(Request request, Ask.Stream ask, Caller caller) {
    return new Audit.Entry(
        caller.name(), Request.getRemoteAddr(request), ask.verb().subresource(), ask.target());
  }

  @Override
  public void close() {
    open.keySet().forEach(splice -> splice.end("the kubelet stops"));
  }
}
