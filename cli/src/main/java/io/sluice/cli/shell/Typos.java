package io.sluice.cli.shell;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Words that somebody meant to type. */
public final class Typos {
  private static final int LETTERS = 2;

  private Typos() {}

  /** The word that is nearest, where hardly more than a letter differs. */
  public static Optional<String> meant(String typed, List<String> known) {
    return known.stream()
        .filter(word -> distance(typed, word) <= LETTERS)
        .min(Comparator.comparingInt(word -> distance(typed, word)));
  }

  /** How many letters have to be added, left out or changed. */
  private static int distance(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[to.length()];
  }
}
