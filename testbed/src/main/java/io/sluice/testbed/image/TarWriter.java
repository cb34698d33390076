package io.sluice.testbed.image;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Writes a ustar archive: files, folders and symbolic links of root, without times. */
final class TarWriter implements AutoCloseable {
  private static final int BLOCK = 512;
  private static final int NAME_LIMIT = 100;
  private static final int CHECKSUM_OFFSET = 148;
  private static final int CHECKSUM_LENGTH = 8;

  private final OutputStream out;

  TarWriter(OutputStream out) {
    this.out = out;
  }

  void folder(String name, int mode) throws IOException {
    header(name + "/", mode, 0, '5', "");
  }

  void link(String name, String target) throws IOException {
    header(name, 0777, 0, '2', target);
  }

  void file(String name, int mode, String text) throws IOException {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    header(name, mode, content.length, '0', "");
    out.write(content);
    pad(content.length);
  }

  void file(String name, int mode, Path source) throws IOException {
    long size = Files.size(source);
    header(name, mode, size, '0', "");
    Files.copy(source, out);
    pad(size);
  }

  /** Two empty blocks are the end. */
  @Override
  public void close() throws IOException {
    out.write(new byte[2 * BLOCK]);
    out.close();
  }

  private void header(String name, int mode, long size, char type, String target)
      throws IOException {
    ByteBuffer header = ByteBuffer.allocate(BLOCK);
    text(header, name, NAME_LIMIT);
    octal(header, mode, 8);
    octal(header, 0, 8);
    octal(header, 0, 8);
    octal(header, size, 12);
    octal(header, 0, 12);
    // While the sum is computed its own field counts as spaces.
    text(header, " ".repeat(CHECKSUM_LENGTH), CHECKSUM_LENGTH);
    header.put((byte) type);
    text(header, target, NAME_LIMIT);
    header.put("ustar\0".getBytes(StandardCharsets.US_ASCII));
    header.put("00".getBytes(StandardCharsets.US_ASCII));
    long sum = 0;
    for (byte value : header.array()) {
      sum += Byte.toUnsignedInt(value);
    }
    header.position(CHECKSUM_OFFSET);
    octal(header, sum, CHECKSUM_LENGTH - 1);
    out.write(header.array());
  }

  private void pad(long size) throws IOException {
    int rest = Math.toIntExact(size % BLOCK);
    if (rest > 0) {
      out.write(new byte[BLOCK - rest]);
    }
  }

  private static void text(ByteBuffer header, String text, int length) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > length) {
      throw new IllegalArgumentException("too long for an archive: " + text);
    }
    header.put(Arrays.copyOf(bytes, length));
  }

  /** Digits filled up with zeros, and a zero byte at the end. */
  private static void octal(ByteBuffer header, long value, int length) {
    String digits = Long.toOctalString(value);
    text(header, "0".repeat(length - 1 - digits.length()) + digits, length);
  }
}
