package io.sluice.bench.stack;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads message heads byte by byte, so that nothing behind them is swallowed. */
final class Heads {
  private Heads() {}

  static String read(InputStream in, int longest) throws IOException {
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int read = in.read();
      if (read < 0 || head.length() > longest) {
        throw new EOFException("no message head: " + head);
      }
      head.append((char) read);
    }
    return head.toString();
  }

  static int status(String line) throws IOException {
    String[] words = line.split(" ", 3);
    if (words.length < 2 || !words[0].startsWith("HTTP/1.1") || !words[1].matches("[1-5]\\d\\d")) {
      throw new IOException("not an answer: " + line);
    }
    return Integer.parseInt(words[1]);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
