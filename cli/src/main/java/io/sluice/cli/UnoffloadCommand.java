package io.sluice.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what can be taken back from other clusters. */
@Command(
    name = "unoffload",
    description = "Take something back from other clusters.",
    subcommands = UnoffloadNamespaceCommand.class)
final class UnoffloadCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "what to take back is not said");
  }
}
