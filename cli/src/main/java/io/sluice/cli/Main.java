package io.sluice.cli;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.cli.shell.Durations;
import io.sluice.cli.shell.Quantities;
import io.sluice.cli.shell.Trouble;
import io.sluice.cli.shell.Typos;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.manager.border.Patience;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program: commands for people, and the two long-running roles. */
@Command(
    name = "sluice",
    description = "Makes other Kubernetes clusters look like big nodes of yours.",
    versionProvider = Version.class,
    footer = {
      "",
      "What a command is about and its flags: sluice COMMAND --help",
      "Exit codes: 0 done, 1 failed, 2 not understood, 3 took too long."
    },
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

  /** Those that start often and in a hurry: they need not know what the others are. */
  @Command(
      name = "sluice",
      subcommands = {ManagerCommand.class, KubeletCommand.class})
  private static final class Roles {}

  private static final Set<String> ROLES = Set.of("manager", "kubelet");

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
    boolean role = arguments.length > 0 && ROLES.contains(arguments[0]);
    System.exit((role ? commandLine(new Roles()) : commandLine()).execute(arguments));
  }

  /** The whole model of commands, as it is parsed and as it is documented. */
  public static CommandLine commandLine() {
    return commandLine(new Main());
  }

  private static CommandLine commandLine(Object program) {
    CommandLine line = new CommandLine(program);
    ReflectionFlags.addTo(
        Objects.requireNonNull(line.getSubcommands().get("kubelet")).getCommandSpec());
    line.getCommandSpec()
        .addOption(
            OptionSpec.builder("-V", "--version")
                .versionHelp(true)
                .description("print the version")
                .build());
    addHelp(line);
    line.setUsageHelpAutoWidth(true);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.registerConverter(Duration.class, said(Durations::parse));
    line.registerConverter(Quantity.class, said(Quantities::parse));
    line.setParameterExceptionHandler(Main::usage);
    line.setExecutionExceptionHandler((failure, command, _) -> error(failure, command));
    return line;
  }

  /** People are told what is wrong with their word, not which exception says so. */
  private static <T> ITypeConverter<T> said(Function<String, T> parser) {
    return text -> {
      try {
        return parser.apply(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    };
  }

  /** A command explains itself before it misses anything. */
  private static void addHelp(CommandLine command) {
    command
        .getCommandSpec()
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("print this and do nothing")
                .build());
    new LinkedHashSet<>(command.getSubcommands().values()).forEach(Main::addHelp);
  }

  /** Bad input: one line that says what is wrong, one that says where to look. */
  private static int usage(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    command.getErr().println("sluice: " + oneLine(failure));
    command.getErr().println(nearest(failure) + seeHelp(command));
    return USAGE;
  }

  /** What was perhaps meant, where only a few letters differ. */
  private static String nearest(ParameterException failure) {
    return failure instanceof UnmatchedArgumentException unknown
        ? Typos.meant(
                unknown.getUnmatched().getFirst().replaceFirst("=.*", ""),
                words(unknown.getCommandLine()))
            .map("did you mean %s? "::formatted)
            .orElse("")
        : "";
  }

  private static List<String> words(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    return Stream.concat(spec.optionsMap().keySet().stream(), spec.subcommands().keySet().stream())
        .toList();
  }

  private static String seeHelp(CommandLine command) {
    return "see: " + command.getCommandSpec().qualifiedName() + " --help";
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
        err.println(seeHelp(command));
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
