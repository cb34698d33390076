package io.sluice.faults;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.model.Component;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** etcd's own alarm for a full database: it reads on and refuses every write. */
record EtcdSpace(Cluster cluster) {
  private static final String CLIENTS = "--listen-client-urls=";

  void exhaust() {
    alarm("ACTIVATE");
  }

  void free() {
    alarm("DEACTIVATE");
  }

  private void alarm(String action) {
    String body = "{\"action\":\"%s\",\"memberID\":\"0\",\"alarm\":\"NOSPACE\"}".formatted(action);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address() + "/v3/maintenance/alarm"))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException("etcd: " + answer.statusCode() + " " + answer.body());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", stop);
    }
  }

  /** The bed keeps it to itself; the process was told. */
  private String address() {
    long pid = cluster.component(Component.ETCD).process().orElseThrow().pid();
    try {
      return Arrays.stream(
              Files.readString(Path.of("/proc", Long.toString(pid), "cmdline")).split("\0"))
          .filter(flag -> flag.startsWith(CLIENTS))
          .map(flag -> flag.substring(CLIENTS.length()))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
