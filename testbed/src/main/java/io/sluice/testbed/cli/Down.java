package io.sluice.testbed.cli;

import io.sluice.testbed.StandingBed;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes clusters and everything that dead processes have left behind. */
@Command(
    name = "down",
    description = "Remove clusters (all, without a name) and what killed processes left behind.",
    mixinStandardHelpOptions = true)
final class Down implements Callable<Integer> {
  @Parameters(paramLabel = "NAME", arity = "0..*", description = "Names of the clusters.")
  private @Nullable List<String> names;

  @Option(
      names = "--left-behind",
      description = "Only what processes that are gone have left behind; standing clusters stay.")
  private boolean leftBehind;

  @Override
  public Integer call() {
    StandingBed standing = StandingBed.standard();
    if (leftBehind) {
      standing.down(List.of());
    } else if (names == null || names.isEmpty()) {
      standing.downAll();
    } else {
      standing.down(names);
    }
    return 0;
  }
}
