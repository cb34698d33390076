package io.sluice.bench.offload;

import java.util.ArrayList;
import java.util.List;

/**
 * The request budget as gates that fail by name (D-5). Counts are exact: no machine is too slow.
 */
public final class Gates {
  private Gates() {}

  /** Names of the gates that were overrun, with what was found. */
  public static List<String> overrun(Tally.PerPod found) {
    List<String> overrun = new ArrayList<>();
    check(overrun, "kubelet_local", 2, found.kubeletLocal());
    check(overrun, "kubelet_remote", 2, found.kubeletRemote());
    check(overrun, "manager_provider", 2, found.managerProvider());
    check(overrun, "gets", 0, found.gets());
    check(overrun, "noops", 0, found.noops());
    check(overrun, "conflicts", 0, found.conflicts());
    check(overrun, "webhooks", 0, found.webhooks());
    return overrun;
  }

  private static void check(List<String> overrun, String gate, double budget, double found) {
    if (found > budget + 1e-9) {
      overrun.add("%s: %.3f per pod, the budget is %.0f".formatted(gate, found, budget));
    }
  }
}
