package io.sluice.bench.stack;

/**
 * The half of a stack that serves: an HTTPS port which, for an Upgrade request, asks upstream and
 * splices bytes after a verified 101; any other answer is relayed and both sides are closed (T-36).
 */
interface Door extends AutoCloseable {
  /** Starts to listen and tells the port. */
  int listen() throws Exception;

  @Override
  void close();
}
