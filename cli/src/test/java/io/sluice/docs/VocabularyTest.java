package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A label or annotation that nobody reads would be set in vain. */
class VocabularyTest {
  private static final Pattern KEY =
      Pattern.compile("(?<![\\w.-])((?:[a-z-]+\\.)?(?:sluice|liqo)\\.io/[A-Za-z][A-Za-z-]+)");

  @Test
  void everyKeyOnAPageIsOneThatTheCodeKnows() throws IllegalAccessException {
    Set<String> known = known();
    assertThat(
            Page.all().stream()
                .flatMap(page -> Stream.concat(page.prose().stream(), page.code().stream()))
                .flatMap(
                    line ->
                        KEY.matcher(line.text())
                            .results()
                            .map(found -> found.group(1))
                            .filter(key -> !known.contains(key))
                            .map(key -> key + " in " + line)))
        .isEmpty();
  }

  private static Set<String> known() throws IllegalAccessException {
    Set<String> known = new HashSet<>();
    for (Class<?> words :
        List.of(Annotations.class, Labels.class, Names.class, ConditionTypes.class)) {
      for (Field field : words.getFields()) {
        known.add(String.valueOf(field.get(null)));
      }
    }
    return known;
  }
}
