package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.core.PeerConditionType;
import io.sluice.api.offloading.VirtualNodePart;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Reasons;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Whoever reads a reason finds it in the troubleshooting page, and no reason there is a fiction.
 */
class ReasonsTest {
  private static final Pattern WORD = Pattern.compile("`((?:sluice\\.io/)?[A-Za-z]+)`");

  /** A reason that is written down where it is used, in any of the ways that are in use. */
  private static final Pattern LITERAL =
      Pattern.compile("(?:[rR]eason\\(\\s*|\"reason\",\\s*)\"([A-Za-z]+)\"");

  /** What API servers themselves call a refusal by an admission policy. */
  private static final Set<String> OF_KUBERNETES = Set.of("Forbidden", "Invalid");

  /** The conditions of a Node that its kubelet keeps. */
  private static final Set<String> OF_NODES =
      Set.of("Ready", "MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable");

  private static final String CODE = code();

  @Test
  void everyReasonThatTheCodeGivesIsExplained() throws ReflectiveOperationException {
    compare(explained("reason"), used(Reasons.class, "Reasons"));
  }

  @Test
  void everyConditionThatTheCodeSetsIsExplained() throws ReflectiveOperationException {
    Set<String> set = new TreeSet<>(OF_NODES);
    for (Field field : ConditionTypes.class.getFields()) {
      set.add(String.valueOf(field.get(null)));
    }
    set.addAll(used(PeerConditionType.class, "PeerConditionType"));
    set.addAll(wireNames(SliceConditionType.class));
    set.addAll(wireNames(VirtualNodePart.class));
    compare(explained("condition"), set);
  }

  private static void compare(Set<String> explained, Set<String> used) {
    assertThat(used).as("docs/troubleshooting.md has a row for each").isNotEmpty();
    assertThat(used).filteredOn(word -> !explained.contains(word)).as("not explained").isEmpty();
    assertThat(explained).filteredOn(word -> !used.contains(word)).as("nobody says so").isEmpty();
  }

  @Test
  void noReasonIsWrittenDownOutsideOfTheVocabulary() {
    assertThat(LITERAL.matcher(CODE).results().map(found -> found.group(1)))
        .isSubsetOf(OF_KUBERNETES);
  }

  /** Constants that something refers to; the others are words of the API that nobody says yet. */
  private static Set<String> used(Class<?> vocabulary, String name)
      throws ReflectiveOperationException {
    Set<String> used = new TreeSet<>();
    for (Field field : vocabulary.getFields()) {
      if (Pattern.compile("\\b" + name + "\\." + field.getName() + "\\b").matcher(CODE).find()) {
        used.add(wireName(field));
      }
    }
    return used;
  }

  private static List<String> wireNames(Class<?> type) throws ReflectiveOperationException {
    List<String> names = new ArrayList<>();
    for (Field field : type.getFields()) {
      names.add(wireName(field));
    }
    return names;
  }

  private static String wireName(Field field) throws ReflectiveOperationException {
    JsonProperty property = field.getAnnotation(JsonProperty.class);
    return property == null ? String.valueOf(field.get(null)) : property.value();
  }

  /** First cells of the tables whose first column is headed so. */
  private static Set<String> explained(String heading) {
    Set<String> words = new TreeSet<>();
    boolean inside = false;
    for (Page.Line line : Page.read(Page.ROOT.resolve("docs/troubleshooting.md")).prose()) {
      boolean row = line.text().startsWith("|");
      inside = row && (inside || line.text().startsWith("| " + heading + " |"));
      if (inside) {
        String cell = line.text().substring(1).split("\\|", 2)[0];
        WORD.matcher(cell)
            .results()
            .map(MatchResult::group)
            .forEach(word -> words.add(word.replace("`", "")));
      }
    }
    return words;
  }

  /** All that is shipped, but the vocabulary itself. */
  private static String code() {
    StringBuilder code = new StringBuilder();
    try (Stream<Path> files = Files.walk(Page.ROOT)) {
      for (Path file : files.filter(ReasonsTest::isShipped).toList()) {
        code.append(Files.readString(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return code.toString();
  }

  private static boolean isShipped(Path file) {
    String path = Page.ROOT.relativize(file).toString();
    return path.endsWith(".java")
        && path.matches("(api|translate|engine|kubelet|manager|cli)/src/main/.*")
        && !path.contains("/vocab/");
  }
}
