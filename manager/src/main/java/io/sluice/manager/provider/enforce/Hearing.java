package io.sluice.manager.provider.enforce;

import io.sluice.engine.run.Controller;
import java.time.Duration;

/** How long consumers have been silent, by our own observation (D-22). */
public interface Hearing extends Controller {

  /** Since its last sign of life, or since we began to listen. */
  Duration silenceOf(String consumer);

  /**
   * Whether it has certainly been silent for so long: a process that was stopped for a while has
   * seen nothing, which is not the same.
   */
  boolean isSilent(String consumer, Duration atLeast);

  /** Where nobody is ever silent. */
  Hearing EVERYBODY =
      new Hearing() {
        @Override
        public Duration silenceOf(String consumer) {
          return Duration.ZERO;
        }

        @Override
        public boolean isSilent(String consumer, Duration atLeast) {
          return false;
        }

        @Override
        public void start() {}

        @Override
        public void close() {}
      };
}
