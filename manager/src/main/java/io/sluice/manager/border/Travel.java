package io.sluice.manager.border;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Bytes in custom resources and Secrets are base64; what they hold here is mostly PEM. */
public final class Travel {
  private Travel() {}

  public static String pack(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  public static String pack(String text) {
    return pack(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes; none where there are none or where somebody wrote something else. */
  public static byte[] unpack(@Nullable String packed) {
    if (packed == null) {
      return new byte[0];
    }
    try {
      return Base64.getMimeDecoder().decode(packed);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  public static String text(@Nullable String packed) {
    return new String(unpack(packed), StandardCharsets.UTF_8);
  }
}
