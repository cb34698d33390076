package io.sluice.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what can be extended to other clusters. */
@Command(
    name = "offload",
    description = "Extend something to other clusters.",
    subcommands = OffloadNamespaceCommand.class)
final class OffloadCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "what to offload is not said");
  }
}
