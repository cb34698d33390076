package io.sluice.api.core;

/** Group and version of this package. */
public final class Core {
  private Core() {}

  public static final String GROUP = "core.liqo.io";
  public static final String VERSION = "v1beta1";
}
