package io.sluice.manager.provider.enforce;

import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Next;
import io.sluice.translate.pod.fence.FenceWord;
import io.sluice.translate.pod.fence.OnDisconnect;
import io.sluice.translate.pod.fence.OnDisconnect.StopAfter;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which pods may not run while their consumer is silent, and when to look at them (D-22). */
final class Fences implements Controller {
  private static final Duration SOON = Duration.ofMillis(50);

  private final Hearing hearing;
  private final Set<Ref> fenced = ConcurrentHashMap.newKeySet();

  /**
   * @param look told of each fenced ShadowPod when a consumer was heard
   */
  Fences(Function<Runnable, Hearing> hearing, Consumer<Ref> look) {
    this.hearing = hearing.apply(() -> fenced.forEach(look));
  }

  @Override
  public void start() {
    hearing.start();
  }

  /** Whether the pod may not run any longer; said once, it is so until the next sign of life. */
  boolean isSilent(Ref ref, @Nullable ShadowPod shadow) {
    if (shadow == null || !(policy(shadow) instanceof StopAfter(Duration time))) {
      fenced.remove(ref);
      return false;
    }
    fenced.add(ref); // before the look: a sign that comes between the two is not lost
    String consumer = consumer(shadow);
    return FenceWord.on(shadow) == FenceWord.STOPPED
        ? hearing.silenceOf(consumer).compareTo(time) >= 0
        : hearing.isSilent(consumer, time);
  }

  /** Nothing else would have us look when a consumer falls silent. */
  Next untilSilence(@Nullable ShadowPod shadow) {
    if (shadow == null
        || FenceWord.on(shadow) == FenceWord.STOPPED
        || !(policy(shadow) instanceof StopAfter(Duration time))) {
      return Next.REST;
    }
    Duration left = time.minus(hearing.silenceOf(consumer(shadow)));
    return Next.again(left.compareTo(SOON) < 0 ? SOON : left);
  }

  private static String consumer(ShadowPod shadow) {
    return Frozen.map(shadow.getMetadata().getLabels()).getOrDefault(Labels.ORIGIN, "");
  }

  private static OnDisconnect policy(ShadowPod shadow) {
    return OnDisconnect.of(Frozen.map(shadow.getMetadata().getAnnotations()));
  }

  @Override
  public void close() {
    hearing.close();
  }
}
