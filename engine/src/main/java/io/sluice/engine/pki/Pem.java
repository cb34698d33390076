package io.sluice.engine.pki;

import io.sluice.translate.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text form of keys, requests and certificates: one block, its type and its bytes. */
public final class Pem {
  public static final String CERTIFICATE = "CERTIFICATE";
  public static final String REQUEST = "CERTIFICATE REQUEST";
  public static final String PRIVATE_KEY = "PRIVATE KEY";
  public static final String PUBLIC_KEY = "PUBLIC KEY";

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  private final String type;
  private final byte[] der;

  private Pem(String type, byte[] der) {
    this.type = type;
    this.der = der;
  }

  public String type() {
    return type;
  }

  public byte[] der() {
    return der.clone();
  }

  /** All blocks of a text, in order; what stands between them is commentary. */
  public static List<Pem> all(String text) {
    List<Pem> blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      blocks.add(new Pem(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
    }
    return blocks;
  }

  /**
   * The bytes of a text that is exactly one block of a type. A second block is refused: two readers
   * might otherwise look at different ones.
   */
  public static Outcome<byte[]> only(String type, String text) {
    List<Pem> blocks;
    try {
      blocks = all(text);
    } catch (IllegalArgumentException e) {
      return Outcome.failed("is not valid base64");
    }
    if (blocks.size() != 1) {
      return Outcome.failed("has %d PEM blocks instead of one".formatted(blocks.size()));
    }
    Pem block = blocks.getFirst();
    return block.type.equals(type)
        ? Outcome.ok(block.der)
        : Outcome.failed("is a PEM block of type %s instead of %s".formatted(block.type, type));
  }

  public static String text(String type, byte[] der) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(type, LINES.encodeToString(der), type);
  }

  /** Never the content: it may be a private key. */
  @Override
  public String toString() {
    return type + " of " + der.length + " bytes";
  }
}
