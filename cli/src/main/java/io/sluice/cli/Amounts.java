package io.sluice.cli;

import io.fabric8.kubernetes.api.model.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much of what. */
final class Amounts {
  @Option(names = "--cpu", description = "CPUs to ask for; default: what the provider gives")
  private @Nullable Quantity cpu;

  @Option(names = "--memory", description = "memory to ask for")
  private @Nullable Quantity memory;

  @Option(names = "--pods", description = "number of pods to ask for")
  private @Nullable Quantity pods;

  @Option(
      names = "--resource",
      paramLabel = "NAME=QUANTITY",
      description = "any other resource to ask for, repeatable")
  private Map<String, Quantity> others = Map.of();

  Map<String, Quantity> all() {
    Map<String, Quantity> all = new LinkedHashMap<>(others);
    Text.put(all, "cpu", cpu);
    Text.put(all, "memory", memory);
    Text.put(all, "pods", pods);
    return all;
  }
}
