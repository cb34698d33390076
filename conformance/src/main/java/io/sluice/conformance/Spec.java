package io.sluice.conformance;

import java.util.regex.Pattern;

/**
 * One spec of the frozen list.
 *
 * @param group under which it is counted
 * @param name as the suite writes it
 * @param reason id of the reason for which it can't pass on a virtual node; empty: it should
 */
record Spec(String group, String name, String reason) {
  private static final Pattern SPECIAL = Pattern.compile("[\\\\.+*?()|\\[\\]{}^$]");

  /** A line of the list: group, name and, where there is one, the reason, parted by tabs. */
  static Spec of(String line) {
    String[] parts = line.split("\t", -1);
    return new Spec(parts[0], parts[1], parts.length > 2 ? parts[2] : "");
  }

  /** The suite itself says that it disturbs others. */
  boolean alone() {
    return name.contains("[Serial]") || name.contains("[Disruptive]");
  }

  /** Its name as part of a regular expression of Go. */
  String quoted() {
    return SPECIAL.matcher(name).replaceAll("\\\\$0");
  }
}
