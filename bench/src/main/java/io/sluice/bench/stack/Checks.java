package io.sluice.bench.stack;

import java.io.IOException;
import java.util.Arrays;
import javax.net.ssl.SSLContext;

/** What a door must do besides being fast. */
final class Checks {
  private Checks() {}

  /** Bytes sent right behind the request head are part of the stream. */
  static boolean earlyBytesArrive(SSLContext tls, int port) {
    byte[] early = Heads.bytes("early bird");
    try (Session session = Session.open(tls, port, "GET /exec/a/b/c", early)) {
      return session.status() == 101
          && Arrays.equals(early, session.in().readNBytes(early.length))
          && session.head().contains("v4.channel.k8s.io");
    } catch (IOException e) {
      System.err.println("early bytes: " + e);
      return false;
    }
  }

  /** The API server asks for SPDY/3.1 by POST. */
  static String post(SSLContext tls, int port) {
    try (Session session = Session.open(tls, port, "POST /exec/a/b/c", new byte[0])) {
      session.exchange(100);
      return Integer.toString(session.status());
    } catch (IOException e) {
      return "no: " + e.getMessage();
    }
  }

  /** After a refusal a pipelined request must not reach the other side, and both are closed. */
  static String refusal(SSLContext tls, int port, Echo echo) {
    byte[] smuggled = Heads.bytes("GET /api/v1/secrets HTTP/1.1\r\nHost: x\r\n\r\n");
    int before = echo.bytesAfterRefusal.get();
    try (Session session = Session.open(tls, port, "GET /exec/a/b/refuse", smuggled)) {
      session.in().readAllBytes();
      int leaked = echo.bytesAfterRefusal.get() - before;
      return session.status() + ", closed, " + leaked + " bytes leaked";
    } catch (IOException e) {
      return e.toString();
    }
  }
}
