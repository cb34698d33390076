package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Main;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/** Whoever copies a command from the documentation gets no "unknown option". */
class CommandsTest {
  private static final Pattern COMMAND =
      Pattern.compile("(?:^\\s*|[$|:&(`]\\s*)(?:\\./)?sluice +([A-Za-z-][^|>&;#)`]*)");

  /** Where the words of a command end and a placeholder of the sentence begins. */
  private static final Set<String> OPEN_ENDS = Set.of("...", "COMMAND");

  @Test
  void everyCommandInACodeBlockIsUnderstood() {
    List<String> misunderstood = new ArrayList<>();
    int seen = 0;
    for (Page.Line line : joined(written().flatMap(page -> page.code().stream()))) {
      for (String command : commands(line.text())) {
        seen++;
        trouble(command, false).ifPresent(why -> misunderstood.add(line + ": " + why));
      }
    }
    assertThat(misunderstood).isEmpty();
    assertThat(seen).as("commands found").isGreaterThan(20);
  }

  /** In a sentence the rest may be left out, but what is there must exist. */
  @Test
  void everyCommandInASentenceExists() {
    List<String> misunderstood = new ArrayList<>();
    for (Page.Line span : written().flatMap(page -> page.spans().stream()).toList()) {
      if (span.text().matches("(\\./)?sluice .*")) {
        commands(span.text()).stream()
            .flatMap(command -> trouble(command, true).stream())
            .forEach(why -> misunderstood.add(span + ": " + why));
      }
    }
    assertThat(misunderstood).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fly", "peer --by-air", "doctor Who", "explain planet"})
  void whatDoesNotExistIsNoticed(String command) {
    assertThat(trouble(command, true)).isPresent();
  }

  /** Pages that people write: what is made from the model can't differ from it. */
  private static Stream<Page> written() {
    Path made = Page.ROOT.resolve("docs/reference");
    return Page.all().stream().filter(page -> !page.file().startsWith(made));
  }

  static List<String> commands(String text) {
    return COMMAND.matcher(text).results().map(found -> found.group(1).strip()).toList();
  }

  private static Optional<String> trouble(String command, boolean lenient) {
    List<String> words =
        Stream.of(command.replaceAll("[\\[\\]\"']", "").split("\\s+"))
            .takeWhile(word -> !OPEN_ENDS.contains(word))
            .toList();
    if (words.isEmpty()) {
      return Optional.empty();
    }
    boolean bed = words.getFirst().equals("testbed");
    CommandLine line = bed ? new CommandLine(new io.sluice.testbed.cli.Main()) : Main.commandLine();
    line.setCaseInsensitiveEnumValuesAllowed(true);
    try {
      line.parseArgs(words.subList(bed ? 1 : 0, words.size()).toArray(String[]::new));
      return Optional.empty();
    } catch (MissingParameterException missing) {
      return lenient || command.endsWith("...")
          ? Optional.empty()
          : Optional.of(String.valueOf(missing.getMessage()));
    } catch (ParameterException bad) {
      return Optional.of(String.valueOf(bad.getMessage()));
    }
  }

  /** Lines that end with a backslash go on in the next one. */
  private static List<Page.Line> joined(Stream<Page.Line> lines) {
    List<Page.Line> joined = new ArrayList<>();
    for (Page.Line line : lines.toList()) {
      if (!joined.isEmpty() && joined.getLast().text().endsWith("\\")) {
        Page.Line first = joined.removeLast();
        String start = first.text().substring(0, first.text().length() - 1);
        joined.add(new Page.Line(first.file(), first.number(), start + line.text().strip()));
      } else {
        joined.add(line);
      }
    }
    return joined;
  }
}
