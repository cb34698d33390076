package io.sluice.engine.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
  private final AtomicLong now = new AtomicLong(1);
  private final Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(8));
  private final WorkQueue<String> queue = new WorkQueue<>(backoff, now::get);

  @Test
  void handsOutAKeyOnceHoweverOftenItWasAdded() throws Exception {
    queue.add("a");
    queue.add("a");
    assertThat(queue.take()).isEqualTo("a");
    queue.done("a");
    assertThat(queue.pending()).isZero();
  }

  @Test
  void handsOutAKeyAgainWhenItWasAddedDuringTheWork() throws Exception {
    queue.add("a");
    queue.take();
    queue.add("a");
    assertThat(queue.pending()).isEqualTo(1);
    queue.done("a");
    assertThat(queue.take()).isEqualTo("a");
  }

  @Test
  void bringsADelayedKeyForwardAndNeverBack() throws Exception {
    queue.addAfter("a", Duration.ofMinutes(5));
    queue.addAfter("b", Duration.ofMinutes(1));
    queue.add("a");
    queue.addAfter("a", Duration.ofMinutes(9));
    assertThat(queue.take()).isEqualTo("a");
    queue.done("a");
    pass(Duration.ofMinutes(1));
    assertThat(queue.take()).isEqualTo("b");
    queue.done("b");
    assertThat(queue.pending()).isZero();
  }

  @Test
  void bringsAFailedKeyBackAfterItsBackOffAndForgetsFailuresAfterSuccess() throws Exception {
    queue.add("a");
    queue.take();
    assertThat(queue.failed("a", null).toMillis()).isBetween(750L, 1250L);
    assertThat(queue.pending()).isZero();
    pass(Duration.ofSeconds(2));
    queue.take();
    assertThat(queue.failed("a", null).toMillis()).isBetween(1500L, 2500L);
    pass(Duration.ofSeconds(3));
    queue.take();
    queue.done("a");
    queue.add("a");
    queue.take();
    assertThat(queue.failed("a", null).toMillis()).isBetween(750L, 1250L);
  }

  @Test
  void waitsAsLongAsTheServerWishes() throws Exception {
    queue.add("a");
    queue.take();
    assertThat(queue.failed("a", Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void neverWaitsLongerThanTheMost() {
    assertThat(backoff.after(1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(backoff.after(3)).isEqualTo(Duration.ofSeconds(4));
    assertThat(backoff.after(1000)).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void comesBackSoonUnlessVeryManyFail() {
    assertThat(Backoff.KEYS.among(1).after(100)).isEqualTo(Duration.ofSeconds(5));
    assertThat(Backoff.KEYS.among(250).after(100)).isEqualTo(Duration.ofSeconds(5));
    assertThat(Backoff.KEYS.among(1000).after(100)).isEqualTo(Duration.ofSeconds(20));
    assertThat(Backoff.KEYS.among(1000).after(1)).isEqualTo(Duration.ofMillis(20));
    assertThat(Backoff.KEYS.among(100_000).after(100)).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void endsTheWaitWhenItIsClosed() throws Exception {
    Thread closer = Thread.ofVirtual().start(queue::close);
    assertThat(queue.take()).isNull();
    closer.join();
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }
}
