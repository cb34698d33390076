package io.sluice.bench.stack;

import java.time.Duration;

/** The half of a stack that follows objects of an API server. */
interface Client extends AutoCloseable {
  /** What is followed: pods are the heavy kind, ConfigMaps the many small ones. */
  enum What {
    PODS,
    CONFIG_MAPS
  }

  /** Starts to follow a kind in one namespace, or in all when it is empty. */
  void follow(What what, String namespace);

  /** Waits until everything followed so far has been listed; false when it takes too long. */
  boolean awaitSynced(Duration timeout) throws InterruptedException;

  /** Objects known. */
  int size();

  /** Watches that are open right now. */
  int watching();

  @Override
  void close();
}
