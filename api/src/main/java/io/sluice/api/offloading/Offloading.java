package io.sluice.api.offloading;

/** Group and version of this package. */
public final class Offloading {
  private Offloading() {}

  public static final String GROUP = "offloading.liqo.io";
  public static final String VERSION = "v1beta1";
}
