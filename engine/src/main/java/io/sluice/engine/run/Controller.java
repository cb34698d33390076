package io.sluice.engine.run;

/** Something that works in the background between start and close. */
public interface Controller extends AutoCloseable {

  /** Returns at once; what can't begin yet goes on trying. */
  void start();

  /** Stops all work and waits for it to end. */
  @Override
  void close();
}
