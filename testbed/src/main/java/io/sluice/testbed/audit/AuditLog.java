package io.sluice.testbed.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.testbed.model.BedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The audit file of one API server (level Metadata, JSON lines). It is written before the end of an
 * answer is sent, so a caller that has its answer finds its request here. A request is recorded by
 * its last stage; a watch, when it begins and again when it ends: both are one request.
 */
public final class AuditLog {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  public AuditLog(Path file) {
    this.file = file;
  }

  public Path file() {
    return file;
  }

  /** The present end of the log. */
  public Mark mark() {
    try {
      return new Mark(Files.exists(file) ? Files.size(file) : 0);
    } catch (IOException e) {
      throw new BedException("can't read the audit log " + file, e);
    }
  }

  public Requests all() {
    return since(new Mark(0));
  }

  /**
   * What was recorded after the mark. A watch that began before the mark and ended after it counts
   * here too; filter by time where that matters.
   */
  public Requests since(Mark mark) {
    if (!Files.exists(file)) {
      return new Requests(new ArrayList<>());
    }
    Map<String, AuditEvent> byId = new LinkedHashMap<>();
    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "r")) {
      access.seek(mark.position());
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(
                  Channels.newInputStream(access.getChannel()), StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; ) {
        String next = lines.readLine();
        read(line, next == null, byId);
        line = next;
      }
    } catch (IOException e) {
      throw new BedException("can't read the audit log " + file + ": " + e.getMessage(), e);
    }
    return new Requests(new ArrayList<>(byId.values()));
  }

  private static void read(String line, boolean last, Map<String, AuditEvent> byId)
      throws JsonProcessingException {
    JsonNode event;
    try {
      event = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      if (last) {
        // Half written; it will be whole when its request is answered.
        return;
      }
      throw e;
    }
    if (!event.isMissingNode()) {
      AuditEvent request = AuditEvent.parse(event);
      byId.put(request.id(), request);
    }
  }

  /** A position in the log. */
  public record Mark(long position) {}
}
