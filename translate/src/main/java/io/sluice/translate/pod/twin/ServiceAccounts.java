package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.sluice.api.wire.Frozen;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** Names that the pod's translation and the token reflection must agree on (§3.5.3, §3.11). */
public final class ServiceAccounts {
  private static final int MAX_NAME = 253;

  private ServiceAccounts() {}

  public static String nameOf(Pod pod) {
    var name = pod.getSpec().getServiceAccountName();
    return name == null || name.isEmpty() ? "default" : name;
  }

  /** Secret in the twin namespace that holds every token of one pod. */
  public static String tokenSecret(String pod) {
    var name = pod + "-token";
    if (name.length() <= MAX_NAME) {
      return name;
    }
    var suffix = "-" + hash(pod, 5) + "-token";
    return pod.substring(0, MAX_NAME - suffix.length()) + suffix;
  }

  /** Key of one token: the path may hold characters that a key may not. */
  public static String tokenKey(String volume, String path) {
    return volume + "-" + hash(path, 3);
  }

  static boolean readsTokens(Pod pod) {
    return Frozen.list(pod.getSpec().getVolumes()).stream()
        .map(Volume::getProjected)
        .flatMap(projected -> Optional.ofNullable(projected).stream())
        .flatMap(projected -> Frozen.list(projected.getSources()).stream())
        .map(VolumeProjection::getServiceAccountToken)
        .anyMatch(token -> token != null);
  }

  private static String hash(String text, int bytes) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var full = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(full, 0, bytes);
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
