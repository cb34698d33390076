package io.sluice.bench.offload;

import java.io.IOException;

/** One thing of which there is more and more, and then none again. */
interface Axis {
  /** How many steps lead to the full load. */
  int STEPS = 4;

  String name();

  /** How much the full load is. */
  int size();

  /** Goes on to the next of the steps. */
  void grow(Site site, int step) throws IOException;

  /** Takes everything away. */
  void shrink(Site site) throws IOException;
}
