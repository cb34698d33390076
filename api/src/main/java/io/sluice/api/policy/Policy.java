package io.sluice.api.policy;

/** Group and version of this package. */
public final class Policy {
  private Policy() {}

  public static final String GROUP = "sluice.io";
  public static final String VERSION = "v1alpha1";
}
