package io.sluice.bench.stack;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The stacks that are compared: client, then server. */
enum Variant {
  /** What the client alone costs. */
  JDK_NONE,
  JDK_JETTY,
  JDK_VERTX,
  VERTX_VERTX,
  /** What the door alone costs; needs no cluster. */
  NONE_JETTY,
  NONE_VERTX;

  boolean hasClient() {
    return this != NONE_JETTY && this != NONE_VERTX;
  }

  boolean needsVertx() {
    return this == JDK_VERTX || this == VERTX_VERTX || this == NONE_VERTX;
  }

  Client client(@Nullable Vertx vertx, Path kubeconfig)
      throws GeneralSecurityException, IOException {
    return switch (this) {
      case JDK_NONE, JDK_JETTY, JDK_VERTX -> new JdkClient(kubeconfig);
      case VERTX_VERTX -> new VertxClient(Objects.requireNonNull(vertx), kubeconfig);
      case NONE_JETTY, NONE_VERTX -> new NoClient();
    };
  }

  Door door(@Nullable Vertx vertx, Identity identity, int upstreamPort) throws Exception {
    return switch (this) {
      case JDK_NONE -> new NoDoor();
      case JDK_JETTY, NONE_JETTY -> new JettyDoor(identity, upstreamPort);
      case JDK_VERTX, VERTX_VERTX, NONE_VERTX ->
          new VertxDoor(Objects.requireNonNull(vertx), identity, upstreamPort);
    };
  }

  private record NoClient() implements Client {
    @Override
    public void follow(What what, String namespace) {}

    @Override
    public boolean awaitSynced(Duration timeout) {
      return true;
    }

    @Override
    public int size() {
      return 0;
    }

    @Override
    public int watching() {
      return 0;
    }

    @Override
    public void close() {}
  }

  private record NoDoor() implements Door {
    @Override
    public int listen() {
      return 0;
    }

    @Override
    public void close() {}
  }
}
