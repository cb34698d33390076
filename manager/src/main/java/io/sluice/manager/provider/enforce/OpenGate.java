package io.sluice.manager.provider.enforce;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import java.util.function.Consumer;

/** Everybody may do everything: for a provider that switched resource enforcement off (§4.3). */
public final class OpenGate implements Gate {

  @Override
  public void start() {}

  @Override
  public boolean ready() {
    return true;
  }

  @Override
  public Verdict create(ShadowPod shadow, Consumer<ShadowPod> creation) {
    creation.accept(shadow);
    return new Verdict.Pass();
  }

  @Override
  public void saw(String shadowUid, Pod pod) {}

  @Override
  public void gone(String shadowUid) {}

  @Override
  public void close() {}
}
