package io.sluice.testbed.net;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** One direction of a link: how long bytes travel, whether they arrive, how many did. */
final class Gate {
  private final AtomicLong bytes = new AtomicLong();
  private boolean cut;
  private boolean abandoned;
  private Duration delay = Duration.ZERO;

  synchronized void cut(boolean now) {
    cut = now;
    notifyAll();
  }

  synchronized void delay(Duration time) {
    delay = time;
  }

  /** When something that sets out now arrives at the earliest. */
  synchronized long dueNanos() {
    return System.nanoTime() + delay.toNanos();
  }

  /** Lets nobody wait any more: the link is closed for good. */
  synchronized void abandon() {
    abandoned = true;
    notifyAll();
  }

  /** Waits for the time of arrival and while the direction is cut; false when there is no hope. */
  synchronized boolean pass(long due) throws InterruptedException {
    while (!abandoned) {
      long missing = due - System.nanoTime();
      if (cut) {
        wait();
      } else if (missing > 0) {
        wait(Duration.ofNanos(missing).toMillis() + 1);
      } else {
        return true;
      }
    }
    return false;
  }

  void count(int arrived) {
    bytes.addAndGet(arrived);
  }

  long bytes() {
    return bytes.get();
  }
}
