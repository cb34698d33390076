package io.sluice.api.vocab;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VocabularyTest {
  private static final String NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final String DOMAIN = "[a-z0-9]([-a-z0-9.]*[a-z0-9])?";

  /** The API server refuses every other form, with a message that nobody sees in a controller. */
  @ParameterizedTest
  @ValueSource(classes = {Labels.class, Annotations.class})
  void keysAndValuesAreValidInMetadata(Class<?> words) {
    assertThat(words(words)).allMatch(word -> word.matches("(" + DOMAIN + "/)?" + NAME));
  }

  @ParameterizedTest
  @ValueSource(classes = Finalizers.class)
  void finalizersSayWhoseTheyAre(Class<?> words) {
    assertThat(words(words)).allMatch(word -> word.matches(DOMAIN + "/" + NAME));
  }

  @ParameterizedTest
  @ValueSource(classes = Reasons.class)
  void reasonsAreOneWord(Class<?> words) {
    assertThat(words(words)).allMatch(word -> word.matches("[A-Z][A-Za-z0-9]+"));
  }

  /** On objects of others a type says whose it is. */
  @ParameterizedTest
  @ValueSource(classes = ConditionTypes.class)
  void typesOfConditionsAreOneWordThatMaySayWhoseItIs(Class<?> words) {
    assertThat(words(words)).allMatch(word -> word.matches("(" + DOMAIN + "/)?[A-Z][A-Za-z0-9]+"));
  }

  @ParameterizedTest
  @ValueSource(classes = {Annotations.class, Finalizers.class, Reasons.class, ConditionTypes.class})
  void noWordIsListedTwice(Class<?> words) {
    assertThat(words(words)).doesNotHaveDuplicates();
  }

  /** What is ours carries our prefix, everything else is a contract with others (D-22). */
  @ParameterizedTest
  @ValueSource(classes = {Labels.class, Annotations.class, Finalizers.class})
  void keysBelongToAKnownDomain(Class<?> words) {
    var domains = Set.of("sluice.io", "liqo.io", "kubernetes.io");
    assertThat(words(words).filter(word -> word.contains("/")))
        .allMatch(word -> domains.stream().anyMatch(word.replaceAll("/.*", "")::endsWith));
  }

  private static Stream<String> words(Class<?> type) {
    return Arrays.stream(type.getDeclaredFields())
        .filter(field -> Modifier.isPublic(field.getModifiers()))
        .map(
            field -> {
              try {
                return (String) field.get(null);
              } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
              }
            });
  }
}
