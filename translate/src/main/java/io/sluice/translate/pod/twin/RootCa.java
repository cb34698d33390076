package io.sluice.translate.pod.twin;

import org.jspecify.annotations.Nullable;

/** The ConfigMap with the home root CA lives beside the provider's own, under its own name. */
public final class RootCa {
  public static final String LOCAL = "kube-root-ca.crt";
  private static final int ID_CHARACTERS = 5;

  private RootCa() {}

  /** Name in the twin namespace (§3.9); a name must end with a letter or a digit. */
  public static String remoteName(String origin) {
    var id = origin.substring(0, Math.min(ID_CHARACTERS, origin.length()));
    var name = LOCAL + "." + id;
    return Character.isLetterOrDigit(name.charAt(name.length() - 1)) ? name : name + "a";
  }

  static @Nullable String translate(@Nullable String configMap, String origin) {
    return LOCAL.equals(configMap) ? remoteName(origin) : configMap;
  }
}
