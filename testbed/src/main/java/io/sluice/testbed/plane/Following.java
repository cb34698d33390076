package io.sluice.testbed.plane;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One watch, resumed where it broke: a server ends watches whose reader is slow, and says nothing.
 */
final class Following implements Api.Watch {
  private static final int OK = 200;
  private static final long PAUSE_MILLIS = 200;

  private final HttpClient http;
  private final String url;
  private final Consumer<String> onLine;
  private final Thread reader;
  private volatile boolean closed;
  private volatile @Nullable Stream<String> current;
  private String version = "";

  Following(HttpClient http, String url, Consumer<String> onLine) throws IOException {
    this.http = http;
    this.url = url;
    this.onLine = onLine;
    Stream<String> first = open();
    this.reader = Thread.ofVirtual().start(() -> run(first));
  }

  private Stream<String> open() throws IOException {
    String resumed = version.isEmpty() ? "" : "&resourceVersion=" + version;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url + "?watch=1&allowWatchBookmarks=true" + resumed))
            .build();
    try {
      HttpResponse<Stream<String>> response =
          http.send(request, HttpResponse.BodyHandlers.ofLines());
      if (response.statusCode() != OK) {
        response.body().close();
        throw new IOException("watching " + url + " was answered " + response.statusCode());
      }
      current = response.body();
      return response.body();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while opening " + url, e);
    }
  }

  private void run(Stream<String> first) {
    Stream<String> lines = first;
    while (!closed) {
      try (Stream<String> open = lines) {
        open.forEach(this::take);
      } catch (UncheckedIOException e) {
        // Closed by the one who opened it, or the server went away.
      }
      try {
        Thread.sleep(PAUSE_MILLIS);
        if (!closed) {
          lines = open();
        }
      } catch (IOException e) {
        lines = Stream.of(); // away; asked again after a pause
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void take(String line) {
    JsonNode event;
    try {
      event = Api.JSON.readTree(line);
    } catch (JsonProcessingException e) {
      return; // the last line of a connection that ends
    }
    String type = event.path("type").asText();
    if (type.equals("ERROR")) {
      version = ""; // too old: from the beginning
      return;
    }
    version = event.path("object").path("metadata").path("resourceVersion").asText(version);
    if (!type.equals("BOOKMARK")) {
      onLine.accept(line);
    }
  }

  @Override
  public void close() {
    closed = true;
    Stream<String> open = current;
    if (open != null) {
      open.close();
    }
    reader.interrupt();
  }
}
