package io.sluice.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Results of all runs so far, a line of JSON each. */
record Results(Path file) {
  private static final ObjectMapper JSON = new ObjectMapper();

  List<Result> all() throws IOException {
    List<Result> results = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        results.add(JSON.readValue(line, Result.class));
      }
    }
    return results;
  }

  /** Whether a run need not be made again. */
  boolean has(String commit, long seed, int run) throws IOException {
    return all().stream()
        .anyMatch(it -> it.commit().equals(commit) && it.seed() == seed && it.run() == run);
  }

  void add(List<Result> results) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    StringBuilder lines = new StringBuilder();
    for (Result result : results) {
      lines.append(JSON.writeValueAsString(result)).append('\n');
    }
    Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
