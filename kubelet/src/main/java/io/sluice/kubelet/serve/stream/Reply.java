package io.sluice.kubelet.serve.stream;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;

/** A request on the kubelet's port that waits for its answer. */
public record Reply(Request request, Response response, Callback callback) {
  private static final String TEXT = "text/plain; charset=utf-8";

  /** Errors are prose, as a real kubelet's are. */
  public void text(int status, String message) {
    bytes(status, TEXT, message.getBytes(StandardCharsets.UTF_8));
  }

  public void bytes(int status, String type, byte[] body) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
    response.write(true, ByteBuffer.wrap(body), callback);
  }

  /** After a stream was refused, nothing more is taken from this connection (T-36). */
  public Reply closing() {
    response.getHeaders().put(HttpHeader.CONNECTION, "close");
    return this;
  }

  /** Writes a piece and returns when the client's side has taken it. */
  void piece(ByteBuffer piece) throws IOException {
    try (Blocker.Callback written = Blocker.callback()) {
      response.write(false, piece, written);
      written.block();
    } catch (InterruptedIOException e) {
      Thread.currentThread().interrupt();
      throw e;
    }
  }
}
