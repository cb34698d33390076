package io.sluice.kubelet.serve;

import io.sluice.kubelet.serve.stream.Reply;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses what is no request at all in the words of a real kubelet: one line of text, and the same
 * status whether it is the path or a header that is too long.
 */
final class Malformed implements Request.Handler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int said = response.getStatus();
    int status =
        said == HttpStatus.URI_TOO_LONG_414 ? HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 : said;
    new Reply(request, response, callback)
        .closing()
        .text(status, status + " " + HttpStatus.getMessage(status));
    return true;
  }
}
