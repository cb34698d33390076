package io.sluice.kubelet.serve.stream;

import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.serve.Ask;
import io.sluice.translate.serve.Refusals;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** A remote container's log, passed on as it comes and no faster than the client reads. */
public final class Logs {
  private static final Duration UNTIL_HEAD = Duration.ofSeconds(30);
  private static final int LONGEST_REFUSAL = 64 * 1024;

  private final Dialler dialler;
  private final String provider;

  public Logs(Dialler dialler, String provider) {
    this.dialler = dialler;
    this.provider = provider;
  }

  /** Blocks until the log has ended or the client is gone. */
  public void relay(Reply reply, Ask.Logs ask, Ref twin) {
    // A kubelet that follows a silent log sends not even a head, so there is no time for it.
    Duration untilHead = ask.options().follow() ? Duration.ZERO : UNTIL_HEAD;
    RemoteRequest request = RemoteCalls.logs(twin, ask.options());
    boolean begun = false;
    try (Exchange exchange = dialler.dialled()) {
      if (ask.options().follow()) {
        endWith(reply, exchange);
      }
      exchange.call(request, untilHead);
      if (exchange.status() != 200) {
        refuse(reply, exchange);
        return;
      }
      begun = true;
      reply.response().setStatus(200);
      reply.response().getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
      for (ByteBuffer piece = exchange.next(); piece != null; piece = exchange.next()) {
        reply.piece(piece);
      }
      reply.response().write(true, BufferUtil.EMPTY_BUFFER, reply.callback());
    } catch (IOException | IllegalArgumentException e) {
      if (begun) {
        reply.callback().failed(e); // cut off in the middle: the client must not take it for whole
      } else {
        reply.text(500, "provider " + provider + " cannot be reached: " + e.getMessage());
      }
    }
  }

  /**
   * Whoever follows a log says nothing more; that its connection becomes readable means that it is
   * gone. Nothing else may come on it, so what was pipelined is not looked at.
   */
  private static void endWith(Reply reply, Exchange exchange) {
    reply.closing();
    EndPoint client = reply.request().getConnectionMetaData().getConnection().getEndPoint();
    client.tryFillInterested(Callback.from(exchange::close, _ -> exchange.close()));
  }

  private static void refuse(Reply reply, Exchange exchange) throws IOException {
    byte[] body = exchange.body(LONGEST_REFUSAL);
    String message;
    try {
      message = Refusals.message(Json.read(body, Map.class));
    } catch (RuntimeException e) {
      message = new String(body, java.nio.charset.StandardCharsets.UTF_8);
    }
    reply.text(exchange.status(), message);
  }
}
