package io.sluice.translate.metrics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Metrics in Prometheus' text format, by family. Lines that can't be read are left out: they are
 * somebody else's mistake, and no reason to show nothing.
 */
public record Exposition(Map<String, Family> families) {
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
  public static final Exposition NOTHING = new Exposition(Map.of());

  /**
   * Samples of one metric; of a histogram, those of its parts too.
   *
   * @param header its lines of help and type
   */
  public record Family(List<String> header, List<Sample> samples) {
    public Family {
      header = List.copyOf(header);
      samples = List.copyOf(samples);
    }

    private Family plus(Family other) {
      return new Family(header, Stream.concat(samples.stream(), other.samples.stream()).toList());
    }
  }

  public Exposition {
    families = Collections.unmodifiableMap(new LinkedHashMap<>(families));
  }

  /** Reads those samples that there is a view of. */
  public static Exposition read(String text, Function<Sample, Optional<Sample>> view) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    Map<String, List<Sample>> samples = new LinkedHashMap<>();
    String family = "";
    for (String line : (Iterable<String>) text.lines()::iterator) {
      if (line.startsWith("# ")) {
        String[] words = line.split(" ", 4);
        if (words.length == 4 && (words[1].equals("HELP") || words[1].equals("TYPE"))) {
          family = words[2];
          headers.computeIfAbsent(family, _ -> new ArrayList<>()).add(line);
        }
      } else {
        Optional<Sample> seen = Sample.read(line).flatMap(view);
        if (seen.isPresent()) {
          String of = isPart(seen.get().name(), family) ? family : seen.get().name();
          samples.computeIfAbsent(of, _ -> new ArrayList<>()).add(seen.get());
        }
      }
    }
    Map<String, Family> families = new LinkedHashMap<>();
    samples.forEach(
        (name, all) -> families.put(name, new Family(headers.getOrDefault(name, List.of()), all)));
    return new Exposition(families);
  }

  private static boolean isPart(String name, String family) {
    return name.equals(family)
        || (!family.isEmpty()
            && List.of("_bucket", "_sum", "_count", "_total", "_created").stream()
                .anyMatch(part -> name.equals(family + part)));
  }

  /** A metric without any labels. */
  public static Exposition of(String name, String type, String help, Sample sample) {
    return new Exposition(
        Map.of(
            name,
            new Family(
                List.of("# HELP " + name + " " + help, "# TYPE " + name + " " + type),
                List.of(sample))));
  }

  public Exposition plus(Exposition other) {
    Map<String, Family> all = new LinkedHashMap<>(families);
    other.families.forEach((name, family) -> all.merge(name, family, Family::plus));
    return new Exposition(all);
  }

  public Exposition map(UnaryOperator<Sample> change) {
    return view(sample -> Optional.of(change.apply(sample)));
  }

  /** Only what there is a view of; families that nothing is left of go too. */
  public Exposition view(Function<Sample, Optional<Sample>> view) {
    Map<String, Family> left = new LinkedHashMap<>();
    families.forEach(
        (name, family) -> {
          List<Sample> samples =
              family.samples().stream().map(view).flatMap(Optional::stream).toList();
          if (!samples.isEmpty()) {
            left.put(name, new Family(family.header(), samples));
          }
        });
    return new Exposition(left);
  }

  public Stream<Sample> samples() {
    return families.values().stream().flatMap(family -> family.samples().stream());
  }

  public Stream<Sample> samples(String family) {
    Family found = families.get(family);
    return found == null ? Stream.empty() : found.samples().stream();
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    for (Family family : families.values()) {
      family.header().forEach(line -> text.append(line).append('\n'));
      family.samples().forEach(sample -> text.append(sample.text()).append('\n'));
    }
    return text.toString();
  }
}
