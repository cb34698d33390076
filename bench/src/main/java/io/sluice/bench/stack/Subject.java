package io.sluice.bench.stack;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The process under test: opens its door, follows one namespace, says {@code ready PORT}, then does
 * what standard input says and answers each line with one.
 */
final class Subject {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Subject() {}

  public static void main(String[] args) throws Exception {
    Variant variant = Variant.valueOf(args[0]);
    Path kubeconfig = Path.of(args[1]);
    Identity identity = Identity.load(Path.of(args[2]));
    int upstream = Integer.parseInt(args[3]);
    @Nullable Vertx vertx = variant.needsVertx() ? vertx() : null;
    try (Client client = variant.client(vertx, kubeconfig);
        Door door = variant.door(vertx, identity, upstream)) {
      int port = door.listen();
      client.follow(Client.What.CONFIG_MAPS, "default");
      require(client.awaitSynced(PATIENCE));
      say("ready " + port);
      obey(client);
    }
    System.exit(0);
  }

  /** As small as Vert.x goes; the defaults start two event loops per core and twenty workers. */
  private static Vertx vertx() {
    return Vertx.vertx(
        new VertxOptions()
            .setEventLoopPoolSize(1)
            .setWorkerPoolSize(2)
            .setInternalBlockingPoolSize(2)
            .setFileSystemOptions(
                new FileSystemOptions()
                    .setFileCachingEnabled(false)
                    .setClassPathResolvingEnabled(false)));
  }

  private static void obey(Client client) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      switch (line) {
        case "pods" -> follow(client, Client.What.PODS, 0, 1);
        case "watches" -> follow(client, Client.What.CONFIG_MAPS, 1, Seeds.NAMESPACES);
        case "gc" -> collect();
        default -> {
          return;
        }
      }
    }
  }

  private static void follow(Client client, Client.What what, int first, int last)
      throws InterruptedException {
    for (int i = first; i < first + last; i++) {
      for (int twice = 0; twice < (first == 0 ? 1 : 2); twice++) {
        client.follow(what, first == 0 ? "" : Seeds.namespace(i - 1));
      }
    }
    boolean synced = client.awaitSynced(PATIENCE);
    say(
        (synced ? "synced " : "not-synced ")
            + client.size()
            + " objects, "
            + client.watching()
            + " watches");
  }

  private static void collect() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(200);
    }
    Runtime runtime = Runtime.getRuntime();
    say("heap " + (runtime.totalMemory() - runtime.freeMemory()) / 1024);
  }

  private static void require(boolean held) {
    if (!held) {
      throw new IllegalStateException("not synced in time");
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
