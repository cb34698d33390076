package io.sluice.api.networking;

/** Group and version of this package. */
public final class Networking {
  private Networking() {}

  public static final String GROUP = "networking.liqo.io";
  public static final String VERSION = "v1beta1";
}
