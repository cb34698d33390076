package io.sluice.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The list of specs that the score is made of, and why some of them can't pass. */
final class Specs {
  private Specs() {}

  static List<Spec> frozen() {
    return lines("specs.tsv").stream().map(Spec::of).toList();
  }

  /** Reasons for which a spec can't pass on a virtual node, by their ids. */
  static Map<String, String> reasons() {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (String line : lines("reasons.tsv")) {
      String[] parts = line.split("\t", 2);
      reasons.put(parts[0], parts[1]);
    }
    return reasons;
  }

  private static List<String> lines(String file) {
    try (InputStream in = Objects.requireNonNull(Specs.class.getResourceAsStream(file), file);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return reader.lines().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
