package io.sluice.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program: commands for people, and the two long-running roles. */
@Command(
    name = "sluice",
    description = "Makes other Kubernetes clusters look like big nodes of yours.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {ManagerCommand.class, KubeletCommand.class, Version.class})
public final class Main implements Runnable {
  static final int OK = 0;
  static final int ERROR = 1;
  static final int USAGE = 2;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler(Main::usage);
    line.setExecutionExceptionHandler((failure, command, _) -> error(failure, command));
    return line;
  }

  /** Bad input: one line that says what is wrong, one that says where to look. */
  private static int usage(ParameterException failure, String[] arguments) {
    PrintWriter err = failure.getCommandLine().getErr();
    err.println("sluice: " + oneLine(failure));
    err.println("see: " + failure.getCommandLine().getCommandSpec().qualifiedName() + " --help");
    return USAGE;
  }

  private static int error(Exception failure, CommandLine command) {
    if (!(failure instanceof IllegalArgumentException) && System.getenv("SLUICE_DEBUG") != null) {
      failure.printStackTrace(command.getErr());
    }
    command.getErr().println("sluice: " + oneLine(failure));
    return failure instanceof IllegalArgumentException ? USAGE : ERROR;
  }

  private static String oneLine(Exception failure) {
    String message = failure.getMessage();
    return message == null
        ? failure.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }
}
