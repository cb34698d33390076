package io.sluice.engine.kube;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The lines of a stream, one after the other in one buffer that they share: events of a watch come
 * by the thousand, and each is read once.
 */
final class Lines {
  private static final int USUAL = 8 * 1024;
  private static final int LARGE = 256 * 1024;

  private final InputStream in;
  private byte[] buffer = new byte[USUAL];
  private int begin; // of the line that was found last
  private int end; // of it, where its line feed is
  private int filled;
  private boolean found;

  Lines(InputStream in) {
    this.in = in;
  }

  /** Finds the next line; false when the stream is over, be it within a line. */
  boolean next() throws IOException {
    if (found) {
      begin = end + 1;
      found = false;
    }
    int searched = begin;
    while (true) {
      for (int i = searched; i < filled; i++) {
        if (buffer[i] == '\n') {
          end = i;
          found = true;
          return true;
        }
      }
      searched = filled - begin; // what is left moves to the front
      makeRoom();
      int read = in.read(buffer, filled, buffer.length - filled);
      if (read < 0) {
        return false;
      }
      filled += read;
    }
  }

  private void makeRoom() {
    int length = filled - begin;
    byte[] target = buffer;
    if (length == buffer.length) {
      target = new byte[buffer.length * 2];
    } else if (length < USUAL && buffer.length > LARGE) {
      target = new byte[USUAL]; // one large object is no reason to hold on to its room
    }
    System.arraycopy(buffer, begin, target, 0, length);
    buffer = target;
    begin = 0;
    filled = length;
  }

  /** The bytes in which the line lies; valid until the next one is asked for. */
  byte[] buffer() {
    return buffer;
  }

  int offset() {
    return begin;
  }

  int length() {
    return end - begin;
  }

  /** The line on its own. */
  byte[] copy() {
    return Arrays.copyOfRange(buffer, begin, end);
  }
}
