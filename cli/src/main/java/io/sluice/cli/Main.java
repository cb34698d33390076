package io.sluice.cli;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.cli.shell.Durations;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.manager.border.Patience;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Objects;
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
    subcommands = {
      InstallCommand.class,
      PeerCommand.class,
      UnpeerCommand.class,
      GenerateCommands.class,
      OffloadCommand.class,
      UnoffloadCommand.class,
      AttachClusterCommand.class,
      DetachClusterCommand.class,
      StatusCommand.class,
      ExplainCommand.class,
      WhatLeavesCommand.class,
      DoctorCommand.class,
      UninstallCommand.class,
      SetCommand.class,
      GetCommands.class,
      CreateCommands.class,
      DeleteCommands.class,
      TenantCommands.Cordon.class,
      TenantCommands.Uncordon.class,
      TenantCommands.Drain.class,
      TenantCommands.Activate.class,
      ResumeCommand.class,
      SupportBundleCommand.class,
      CompletionCommand.class,
      ManagerCommand.class,
      KubeletCommand.class,
      RehearseCommand.class,
      Version.class
    })
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
    if (arguments.length == 1 && arguments[0].equals("version")) {
      System.out.println("sluice " + Version.number()); // not worth a second of loading commands
      return;
    }
    System.exit(commandLine().execute(arguments));
  }

  /** The whole model of commands, as it is parsed and as it is documented. */
  public static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    ReflectionFlags.addTo(
        Objects.requireNonNull(line.getSubcommands().get("kubelet")).getCommandSpec());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.registerConverter(Duration.class, Durations::parse);
    line.registerConverter(Quantity.class, Quantity::parse);
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

  /** A failure: one line what, one line what to do. */
  private static int error(Exception failure, CommandLine command) {
    PrintWriter err = command.getErr();
    if (System.getenv("SLUICE_DEBUG") != null) {
      failure.printStackTrace(err);
    }
    return switch (failure) {
      case Trouble trouble -> tell(trouble, err);
      case Patience.Exhausted end -> tell(Trouble.of(end), err);
      case ApiFailure api -> tell(Trouble.of(api, "asked"), err);
      case IllegalArgumentException bad -> {
        err.println("sluice: " + oneLine(bad));
        err.println("see: " + command.getCommandSpec().qualifiedName() + " --help");
        yield USAGE;
      }
      default -> {
        err.println("sluice: " + oneLine(failure));
        err.println("set SLUICE_DEBUG=1 to see where");
        yield ERROR;
      }
    };
  }

  private static int tell(Trouble trouble, PrintWriter err) {
    err.println("sluice: " + oneLine(trouble));
    err.println("do: " + trouble.remedy());
    return trouble.code();
  }

  private static String oneLine(Exception failure) {
    String message = failure.getMessage();
    return message == null
        ? failure.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }
}
