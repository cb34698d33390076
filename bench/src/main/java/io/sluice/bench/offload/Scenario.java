package io.sluice.bench.offload;

import java.io.IOException;

/** One part of the course: does something to the site, and reports what it cost. */
interface Scenario {
  /** Where there is no target. */
  double NONE = Double.NaN;

  /** Costs of a pod are told for a thousand. */
  double PER_THOUSAND = 1000.0;

  void run(Site site, Report report) throws IOException;
}
