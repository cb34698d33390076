package io.sluice.translate;

/**
 * What a rule answers when its input may be wrong: the value, or one sentence that says why there
 * is none. Exceptions stay for bugs.
 */
public sealed interface Outcome<T> {
  record Ok<T>(T value) implements Outcome<T> {}

  record Failed<T>(String why) implements Outcome<T> {}

  static <T> Outcome<T> ok(T value) {
    return new Ok<>(value);
  }

  static <T> Outcome<T> failed(String why) {
    return new Failed<>(why);
  }
}
