package io.sluice.engine.work;

import java.time.Duration;

/** What a reconciler wants to happen with its key. */
public sealed interface Next {
  /** Nothing until something changes. */
  record Rest() implements Next {}

  /** Look again after this time, whatever happens. */
  record Again(Duration after) implements Next {}

  Next REST = new Rest();

  static Next again(Duration after) {
    return new Again(after);
  }
}
