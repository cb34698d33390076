package io.sluice.conformance;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** All verdicts so far, a line of JSON each, the latest last. */
final class Verdicts {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  Verdicts(Path file) {
    this.file = file;
  }

  synchronized List<Verdict> all() {
    try {
      List<Verdict> verdicts = new ArrayList<>();
      if (Files.exists(file)) {
        for (String line : Files.readAllLines(file)) {
          verdicts.add(JSON.readValue(line, Verdict.class));
        }
      }
      return verdicts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Two lanes write to it. */
  synchronized void add(List<Verdict> verdicts) {
    try {
      StringBuilder lines = new StringBuilder();
      for (Verdict verdict : verdicts) {
        lines.append(JSON.writeValueAsString(verdict)).append('\n');
      }
      Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
