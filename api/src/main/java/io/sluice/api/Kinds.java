package io.sluice.api;

import io.fabric8.kubernetes.client.CustomResource;
import io.sluice.api.offloading.ShadowPod;
import java.util.List;

/** Every custom resource that Sluice installs; deploy/crds holds one file for each. */
public final class Kinds {
  private Kinds() {}

  public static final List<Class<? extends CustomResource<?, ?>>> ALL = List.of(ShadowPod.class);
}
