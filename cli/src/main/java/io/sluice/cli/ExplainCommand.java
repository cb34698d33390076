package io.sluice.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups what can be explained. */
@Command(
    name = "explain",
    description = "Say why something is as it is.",
    subcommands = {ExplainPodCommand.class, ExplainNamespaceCommand.class})
final class ExplainCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "what to explain is not said");
  }
}
