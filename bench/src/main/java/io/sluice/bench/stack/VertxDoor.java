package io.sluice.bench.stack;

import io.vertx.core.Vertx;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.TrustOptions;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Vert.x as server and, for the upstream side of a splice, as client. */
final class VertxDoor implements Door {
  private static final Set<String> TLS = Set.of("TLSv1.2", "TLSv1.3");

  private final HttpServer server;
  private final HttpClient upstream;

  VertxDoor(Vertx vertx, Identity identity, int upstreamPort) {
    this.upstream =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setSsl(true)
                .setKeyCertOptions(KeyCertOptions.wrap(identity.keys()))
                .setTrustOptions(TrustOptions.wrap(identity.trust()))
                .setDefaultHost("127.0.0.1")
                .setDefaultPort(upstreamPort)
                .setMaxPoolSize(2000));
    this.server =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setSsl(true)
                    .setUseAlpn(false)
                    .setKeyCertOptions(KeyCertOptions.wrap(identity.keys()))
                    .setTrustOptions(TrustOptions.wrap(identity.trust()))
                    .setClientAuth(ClientAuth.REQUEST)
                    .setEnabledSecureTransportProtocols(TLS)
                    .setMaxInitialLineLength(256 * 1024))
            .requestHandler(this::serve);
  }

  @Override
  public int listen() throws Exception {
    return server
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get(10, TimeUnit.SECONDS)
        .actualPort();
  }

  private void serve(HttpServerRequest request) {
    String protocol = request.getHeader("Upgrade");
    if (protocol == null) {
      request.response().setStatusCode(404).end();
      return;
    }
    request.pause();
    upstream
        .request(request.method(), request.uri())
        .compose(
            call ->
                call.putHeader("Connection", "Upgrade").putHeader("Upgrade", protocol).connect())
        .onSuccess(answer -> answer(request, answer))
        .onFailure(_ -> request.response().setStatusCode(502).end());
  }

  private static void answer(HttpServerRequest request, HttpClientResponse answer) {
    if (answer.statusCode() != 101) {
      request.response().putHeader("Connection", "close").setStatusCode(answer.statusCode());
      request.response().end().onComplete(_ -> request.connection().close());
      answer.request().connection().close();
      return;
    }
    NetSocket up = answer.netSocket();
    up.pause();
    request.toNetSocket().onSuccess(down -> splice(down, up)).onFailure(_ -> up.close());
  }

  private static void splice(NetSocket down, NetSocket up) {
    down.pipeTo(up).onComplete(_ -> up.close());
    up.pipeTo(down).onComplete(_ -> down.close());
  }

  @Override
  public void close() {
    server.close();
    upstream.close();
  }
}
