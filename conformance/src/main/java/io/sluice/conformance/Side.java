package io.sluice.conformance;

/** Where a spec runs: on the provider's own node, or at home on the virtual node that it lends. */
enum Side {
  BASE,
  VIRTUAL
}
