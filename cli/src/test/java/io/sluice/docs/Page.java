package io.sluice.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One page of the documentation.
 *
 * @param prose its text outside of code blocks
 * @param code its text inside of them
 */
public record Page(Path file, List<Line> prose, List<Line> code) {
  public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("!?\\[[^]]*]\\(([^)\\s]+)\\)");
  private static final Pattern HTML = Pattern.compile("(?:href|src)=\"([^\"]+)\"");
  private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
  private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*)");

  /** A line and where it is, so that a failure can be clicked on. */
  public record Line(Path file, int number, String text) {
    @Override
    public String toString() {
      return ROOT.relativize(file) + ":" + number + ": " + text.strip();
    }
  }

  /** Everything that people read: at the root, in docs and in the examples. */
  static List<Page> all() {
    try (Stream<Path> root = Files.list(ROOT)) {
      return Stream.concat(root, Stream.of("docs", "examples").flatMap(Page::below))
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .map(Page::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> below(String folder) {
    if (!Files.isDirectory(ROOT.resolve(folder))) {
      return Stream.empty();
    }
    try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
      return files.toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Page read(Path file) {
    List<Line> prose = new ArrayList<>();
    List<Line> code = new ArrayList<>();
    boolean fenced = false;
    int number = 0;
    for (String text : lines(file)) {
      Line line = new Line(file, ++number, text);
      if (text.strip().startsWith("```")) {
        fenced = !fenced;
      } else if (fenced || text.startsWith("    ")) {
        code.add(line);
      } else {
        prose.add(line);
      }
    }
    return new Page(file, prose, code);
  }

  /** The fenced blocks of one language in a section, in their order. */
  public List<String> blocks(String section, String language) {
    List<String> blocks = new ArrayList<>();
    StringBuilder block = new StringBuilder();
    boolean here = false;
    boolean inside = false;
    for (String text : lines(file)) {
      if (inside && text.equals("```")) {
        blocks.add(block.toString());
        block.setLength(0);
        inside = false;
      } else if (inside) {
        block.append(text).append('\n');
      } else if (text.startsWith("## ")) {
        here = text.equals("## " + section);
      } else {
        inside = here && text.equals("```" + language);
      }
    }
    return blocks;
  }

  /** Targets of links, with the lines they are on. */
  List<Line> links() {
    return prose.stream()
        .flatMap(
            line ->
                Stream.of(LINK, HTML)
                    .flatMap(
                        form -> form.matcher(SPAN.matcher(line.text()).replaceAll("x")).results())
                    .map(link -> new Line(line.file(), line.number(), link.group(1))))
        .toList();
  }

  /** Text between backticks, with the lines it is on. */
  List<Line> spans() {
    return prose.stream()
        .flatMap(
            line ->
                SPAN.matcher(line.text())
                    .results()
                    .map(span -> new Line(line.file(), line.number(), span.group(1))))
        .toList();
  }

  /** What one may point at: names that a repository browser and the site both give to headings. */
  Set<String> anchors() {
    Set<String> anchors = new HashSet<>();
    for (Line line : prose) {
      HEADING
          .matcher(line.text())
          .results()
          .filter(heading -> heading.start() == 0)
          .map(Page::anchor)
          .forEach(anchors::add);
    }
    return anchors;
  }

  private static String anchor(MatchResult heading) {
    return heading
        .group(1)
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9_\\s-]", "")
        .strip()
        .replace(' ', '-');
  }

  static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
