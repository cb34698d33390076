package io.sluice.kubelet.serve.stream;

import io.sluice.engine.kube.Endpoint;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.BufferUtil;
import org.jspecify.annotations.Nullable;

/**
 * One request on a connection of its own, and its answer as it comes. Reading blocks; closing it
 * from another thread ends the reading.
 */
final class Exchange implements AutoCloseable {
  private static final int LONGEST_HEAD = 64 * 1024;
  private static final int CHUNK = 32 * 1024;

  private final EndPoint remote;
  private final Endpoint endpoint;
  private final HttpParser parser = new HttpParser(new Parts(), LONGEST_HEAD);
  private final ByteBuffer buffer = BufferUtil.allocate(CHUNK);
  private final HttpFields.Mutable headers = HttpFields.build();
  private int status;
  private boolean headComplete;
  private boolean complete;
  private @Nullable ByteBuffer content;
  private @Nullable String bad;

  /**
   * @param endpoint whose identity the connection has
   */
  Exchange(EndPoint remote, Endpoint endpoint) {
    this.remote = remote;
    this.endpoint = endpoint;
  }

  int status() {
    return status;
  }

  HttpFields headers() {
    return headers;
  }

  /**
   * Sends a request and waits for the head of its answer.
   *
   * @param untilHead zero for as long as it takes
   */
  void call(RemoteRequest request, Duration untilHead) throws IOException {
    String head = request.head(endpoint);
    remote.setIdleTimeout(untilHead.toMillis());
    try (Blocker.Callback written = Blocker.callback()) {
      remote.write(written, ByteBuffer.wrap(head.getBytes(StandardCharsets.ISO_8859_1)));
      written.block();
    }
    while (!headComplete) {
      advance();
    }
    remote.setIdleTimeout(0);
  }

  /** The next piece of the body, or null at its end. */
  @Nullable ByteBuffer next() throws IOException {
    while (content == null && !complete) {
      advance();
    }
    ByteBuffer piece = content;
    content = null;
    return piece;
  }

  /** The body of a refusal: not more of it than anybody wants to read. */
  byte[] body(int most) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(most);
    for (ByteBuffer piece = next(); piece != null && all.hasRemaining(); piece = next()) {
      all.put(piece.limit(piece.position() + Math.min(piece.remaining(), all.remaining())));
    }
    byte[] bytes = new byte[all.position()];
    all.flip().get(bytes);
    return bytes;
  }

  /** Gives the connection away, with what came behind the head. */
  Raw raw() {
    return new Raw(remote, ByteBuffer.wrap(BufferUtil.toArray(buffer)));
  }

  /** A connection without HTTP. */
  record Raw(EndPoint end, ByteBuffer early) {}

  /** Parses what is there until something is complete, else waits for more. */
  private void advance() throws IOException {
    boolean stopped = parser.parseNext(buffer);
    if (bad != null) {
      throw new IOException("the provider's answer is not HTTP: " + bad);
    }
    if (stopped || buffer.hasRemaining()) {
      return;
    }
    if (parser.isAtEOF()) {
      throw new EOFException("the provider ended the connection");
    }
    BufferUtil.clear(buffer);
    int read = remote.fill(buffer);
    if (read < 0) {
      parser.atEOF();
    } else if (read == 0) {
      try (Blocker.Callback readable = Blocker.callback()) {
        remote.fillInterested(readable);
        readable.block();
      }
    }
  }

  @Override
  public void close() {
    remote.close();
  }

  private final class Parts implements HttpParser.ResponseHandler {
    @Override
    public void startResponse(HttpVersion version, int code, @Nullable String reason) {
      status = code;
    }

    @Override
    public void parsedHeader(HttpField field) {
      headers.add(field);
    }

    @Override
    public boolean headerComplete() {
      headComplete = true;
      return true;
    }

    @Override
    public boolean content(ByteBuffer piece) {
      content = piece;
      return true;
    }

    @Override
    public boolean contentComplete() {
      return false;
    }

    @Override
    public boolean messageComplete() {
      complete = true;
      return true;
    }

    @Override
    public void earlyEOF() {
      bad = "it ends too early";
    }

    @Override
    public void badMessage(HttpException failure) {
      bad = failure.getReason();
    }
  }
}
