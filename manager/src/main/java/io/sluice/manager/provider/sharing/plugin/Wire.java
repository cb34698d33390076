package io.sluice.manager.provider.sharing.plugin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The few messages of the service in protobuf's encoding. They have nothing but strings and
 * messages, so a generator and its runtime would be more than what they replace.
 */
final class Wire {
  private static final int LENGTH_DELIMITED = 2;

  private Wire() {}

  /** One field of a message; others than strings and messages have no content here. */
  static final class Field {
    private final int number;
    private final byte[] content;

    Field(int number, byte[] content) {
      this.number = number;
      this.content = content;
    }

    int number() {
      return number;
    }

    byte[] content() {
      return content;
    }

    String text() {
      return new String(content, StandardCharsets.UTF_8);
    }
  }

  static byte[] message(Field... fields) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Field field : fields) {
      varint(out, ((long) field.number() << 3) | LENGTH_DELIMITED);
      varint(out, field.content().length);
      out.writeBytes(field.content());
    }
    return out.toByteArray();
  }

  static Field text(int number, String value) {
    return new Field(number, value.getBytes(StandardCharsets.UTF_8));
  }

  /** The fields of a message that are strings or messages, in order. */
  static List<Field> fields(byte[] message) throws IOException {
    List<Field> fields = new ArrayList<>();
    ByteBuffer in = ByteBuffer.wrap(message);
    while (in.hasRemaining()) {
      long key = varint(in);
      int length = length(in, (int) (key & 7));
      if (length < 0 || length > in.remaining()) {
        throw new IOException("a field is longer than its message");
      }
      byte[] content = new byte[length];
      in.get(content);
      if ((key & 7) == LENGTH_DELIMITED) {
        fields.add(new Field((int) (key >>> 3), content));
      }
    }
    return fields;
  }

  private static int length(ByteBuffer in, int type) throws IOException {
    return switch (type) {
      case 0 -> {
        varint(in);
        yield 0;
      }
      case 1 -> Long.BYTES;
      case LENGTH_DELIMITED -> Math.toIntExact(Math.min(varint(in), Integer.MAX_VALUE));
      case 5 -> Integer.BYTES;
      default -> throw new IOException("not a protobuf message");
    };
  }

  private static long varint(ByteBuffer in) throws IOException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (!in.hasRemaining()) {
        throw new IOException("a message ends within a number");
      }
      byte part = in.get();
      value |= (long) (part & 0x7f) << shift;
      if (part >= 0) {
        return value;
      }
    }
    throw new IOException("not a protobuf number");
  }

  private static void varint(ByteArrayOutputStream out, long value) {
    long left = value;
    while (left > 0x7f) {
      out.write((int) ((left & 0x7f) | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }
}
