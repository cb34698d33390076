package io.sluice.api.authentication;

/** Group and version of this package. */
public final class Authentication {
  private Authentication() {}

  public static final String GROUP = "authentication.liqo.io";
  public static final String VERSION = "v1beta1";
}
