package io.sluice.testbed.cli;

import io.sluice.testbed.StandingBed;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.ProcessRecord;
import io.sluice.testbed.host.Slot;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.node.NodeNetwork;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Cuts a cluster off from the world and lets it come back. */
final class CutOff {
  private CutOff() {}

  /** The cluster goes on; nobody hears of it. */
  @Command(
      name = "cut",
      description = "Cut a cluster off: its network is down; with fake nodes its API is silent.",
      mixinStandardHelpOptions = true)
  static final class Cut implements Runnable {
    @Parameters(paramLabel = "NAME", description = "Name of the cluster.")
    private String name;

    @Override
    public void run() {
      set(name, false);
    }
  }

  /** As before the cut. */
  @Command(
      name = "heal",
      description = "Let a cluster that was cut off come back.",
      mixinStandardHelpOptions = true)
  static final class Heal implements Runnable {
    @Parameters(paramLabel = "NAME", description = "Name of the cluster.")
    private String name;

    @Override
    public void run() {
      set(name, true);
    }
  }

  private static void set(String name, boolean reachable) {
    ClusterFolder folder =
        StandingBed.standard()
            .find(name)
            .orElseThrow(() -> new BedException("there is no cluster named " + name));
    Optional<Slot> slot = folder.slot().filter(NodeNetwork::isConnected);
    if (slot.isPresent()) {
      NodeNetwork.set(slot.get(), reachable);
      return;
    }
    ProcessRecord.read(folder.record(Component.API_SERVER))
        .orElseThrow(() -> new BedException(name + " has no API server"))
        .signal(reachable ? "CONT" : "STOP");
  }
}
