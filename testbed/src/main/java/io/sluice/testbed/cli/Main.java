package io.sluice.testbed.cli;

import io.sluice.testbed.model.BedException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The bed's command line: {@code ./sluice testbed up home away}. */
@Command(
    name = "sluice testbed",
    description = "Real Kubernetes clusters on this machine, for development and tests.",
    subcommands = {
      Up.class,
      Down.class,
      Status.class,
      CutOff.Cut.class,
      CutOff.Heal.class,
      RecordFates.class
    },
    mixinStandardHelpOptions = true)
public final class Main implements Runnable {
  static final int BAD_INPUT = 2;

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  static int run(String... arguments) {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler((problem, given) -> complain(problem.getMessage()))
        .setExecutionExceptionHandler(
            (problem, command, parsed) -> {
              if (problem instanceof BedException) {
                return complain(problem.getMessage());
              }
              throw problem;
            })
        .execute(arguments);
  }

  private static int complain(@Nullable String message) {
    System.err.println("sluice testbed: " + String.valueOf(message).lines().findFirst().orElse(""));
    return BAD_INPUT;
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
