package io.sluice.testbed.net;

/** A way over a link. */
public enum Direction {
  TO_SERVER,
  FROM_SERVER
}
