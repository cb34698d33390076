package io.sluice.testbed.model;

/** What the nodes of a cluster are made of. */
public enum NodeKind {
  /** A control plane without nodes. */
  NONE,
  /** Fake nodes whose pods only pretend to run; any user, any number. */
  KWOK,
  /** One kubelet with containers in a network namespace of its own; needs root. */
  REAL
}
