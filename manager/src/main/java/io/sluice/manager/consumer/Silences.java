package io.sluice.manager.consumer;

import java.time.Duration;

/** Since when providers can't have heard from this consumer (D-22). */
public interface Silences {

  /** By our own clock; one that we never spoke to has been told nothing since we started. */
  Duration silenceOf(String provider);

  /** Acts only after so long a silence, and lets nothing be heard before that is done. */
  boolean during(String provider, Duration atLeast, Runnable act);
}
