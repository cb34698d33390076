package io.sluice.api.ipam;

/** Group and version of this package. */
public final class Ipam {
  private Ipam() {}

  public static final String GROUP = "ipam.liqo.io";
  public static final String VERSION = "v1alpha1";
}
