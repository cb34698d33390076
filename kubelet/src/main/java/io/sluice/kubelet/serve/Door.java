package io.sluice.kubelet.serve;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.engine.kube.Ref;
import io.sluice.kubelet.serve.NodePods.Hosted;
import io.sluice.kubelet.serve.access.Caller;
import io.sluice.kubelet.serve.access.Guard;
import io.sluice.kubelet.serve.stream.Logs;
import io.sluice.kubelet.serve.stream.Reply;
import io.sluice.kubelet.serve.stream.Streams;
import io.sluice.translate.serve.Ask;
import io.sluice.translate.serve.PodAnswers;
import io.sluice.translate.serve.Rights;
import java.security.cert.X509Certificate;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Every request of the port: who is it, may they, what do they ask, who answers. */
final class Door extends Handler.Abstract {
  private static final String BEARER = "Bearer ";

  private final Guard guard;
  private final NodePods pods;
  private final Logs logs;
  private final Streams streams;
  private final Pages pages;

  Door(Guard guard, NodePods pods, Logs logs, Streams streams, Pages pages) {
    this.guard = guard;
    this.pods = pods;
    this.logs = logs;
    this.streams = streams;
    this.pages = pages;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Reply reply = new Reply(request, response, callback);
    String method = request.getMethod();
    String path = request.getHttpURI().getPath();
    if (path == null || !path.startsWith("/")) {
      reply.closing().text(400, "Bad Request");
      return true;
    }
    switch (guard.judge(papers(request), Rights.of(method, path))) {
      case Guard.Verdict.Stopped(int status, String message) ->
          reply.closing().text(status, message);
      case Guard.Verdict.Passed(Caller caller) ->
          answer(reply, Ask.of(method, path, request.getHttpURI().getQuery()), caller);
    }
    return true;
  }

  private void answer(Reply reply, Ask ask, Caller caller) {
    switch (ask) {
      case Ask.Refused(int status, String message) -> reply.closing().text(status, message);
      case Ask.Plain(Ask.Page page) -> pages.show(reply, page);
      case Ask.Metrics(String path) -> pages.metrics(reply, path);
      case Ask.Logs log -> log(reply, log);
      case Ask.Stream stream -> stream(reply, stream, caller);
    }
  }

  private void log(Reply reply, Ask.Logs ask) {
    @Nullable Hosted hosted = hosted(ask.target());
    switch (PodAnswers.log(ask, local(hosted), remote(hosted), shadow(hosted))) {
      case PodAnswers.Refuse(int status, String message) -> reply.text(status, message);
      case PodAnswers.Kept(byte[] tail) -> reply.bytes(200, "text/plain", tail);
      case PodAnswers.AskProvider() -> logs.relay(reply, ask, twin(hosted, ask.target()));
    }
  }

  private void stream(Reply reply, Ask.Stream ask, Caller caller) {
    @Nullable Hosted hosted = hosted(ask.target());
    switch (PodAnswers.stream(ask, local(hosted), remote(hosted))) {
      case PodAnswers.Refuse(int status, String message) -> reply.closing().text(status, message);
      case PodAnswers.Kept _ -> throw new IllegalStateException("streams are not kept");
      case PodAnswers.AskProvider() -> {
        String uid = hosted == null ? "" : hosted.local().getMetadata().getUid();
        streams.open(
            reply, ask, new Streams.Place(ask.target(), uid, twin(hosted, ask.target())), caller);
      }
    }
  }

  private @Nullable Hosted hosted(Ask.Target target) {
    return pods.find(new Ref(target.namespace(), target.pod())).orElse(null);
  }

  private static @Nullable Pod local(@Nullable Hosted hosted) {
    return hosted == null ? null : hosted.local();
  }

  private static @Nullable Pod remote(@Nullable Hosted hosted) {
    return hosted == null || hosted.twinNamespace() == null ? null : hosted.remote();
  }

  private static @Nullable ShadowPod shadow(@Nullable Hosted hosted) {
    return hosted == null ? null : hosted.shadow();
  }

  /** The remote pod; where its provider makes up names it has another one than at home. */
  private static Ref twin(@Nullable Hosted hosted, Ask.Target target) {
    String namespace = hosted == null ? null : hosted.twinNamespace();
    if (hosted == null || namespace == null) {
      throw new IllegalStateException("only pods with a twin are asked for");
    }
    Pod remote = hosted.remote();
    return new Ref(namespace, remote == null ? target.pod() : remote.getMetadata().getName());
  }

  private static Guard.Papers papers(Request request) {
    String header = request.getHeaders().get(HttpHeader.AUTHORIZATION);
    String bearer =
        header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
            ? header.substring(BEARER.length()).strip()
            : null;
    EndPoint.SslSessionData session =
        request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE) instanceof EndPoint.SslSessionData d
            ? d
            : null;
    X509Certificate[] chain = session == null ? null : session.peerCertificates();
    return new Guard.Papers(chain == null ? List.of() : List.of(chain), bearer);
  }
}
