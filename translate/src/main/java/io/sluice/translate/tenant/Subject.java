package io.sluice.translate.tenant;

import io.sluice.api.vocab.Names;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A distinguished name as Kubernetes reads it: the common name is the user, organizations are its
 * groups.
 *
 * @param others attributes that are neither, as {@code type=value}
 */
public record Subject(List<String> commonNames, List<String> organizations, List<String> others) {
  private static final int HASH_BYTES = 6;

  public Subject {
    commonNames = List.copyOf(commonNames);
    organizations = List.copyOf(organizations);
    others = List.copyOf(others);
  }

  public static Subject of(String commonName, String organization) {
    return new Subject(List.of(commonName), List.of(organization), List.of());
  }

  /** The identity that a consumer's manager has in the provider (§8). */
  public static Subject controlPlane(String consumer) {
    return of(consumer, Names.CONTROL_PLANE_GROUP);
  }

  /** The identity that the kubelet of one slice has in the provider (§8). */
  public static Subject slice(String consumer, String slice) {
    return of(sliceUser(consumer, slice), consumer);
  }

  /** User of a slice and name of its Quota: no two consumers can have the same (§4.4). */
  public static String sliceUser(String consumer, String slice) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(consumer.getBytes(StandardCharsets.UTF_8));
      return slice + "-" + HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    commonNames.forEach(name -> text.append("CN=").append(name).append(','));
    organizations.forEach(name -> text.append("O=").append(name).append(','));
    others.forEach(other -> text.append(other).append(','));
    return text.isEmpty() ? "empty" : text.substring(0, text.length() - 1);
  }
}
