package io.sluice.cli;

import io.sluice.cli.doctor.Diagnosis;
import io.sluice.cli.doctor.Examination;
import io.sluice.cli.doctor.Finding;
import io.sluice.cli.shell.Output;
import io.sluice.cli.shell.Target;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Names the broken link and how to mend it. */
@Command(
    name = "doctor",
    description = "Check an installation and its peerings; exit code 1 when something is broken.")
final class DoctorCommand implements Callable<Integer> {
  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Answer answer;
  @Mixin private Flags.Home home;
  @Mixin private Flags.Format format;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    return answer.within(this::examine);
  }

  private Integer examine() {
    try (Target target = cluster.open()) {
      String id = target.installation(home.namespace()).clusterId();
      List<Finding> findings =
          Diagnosis.of(new Examination(target, home.namespace(), Version.number()).symptoms());
      format.print(spec.commandLine().getOut(), List.of(table(id, findings)), findings);
      boolean broken =
          findings.stream().anyMatch(finding -> finding.level() == Finding.Level.BROKEN);
      return broken ? Main.ERROR : Main.OK;
    }
  }

  private static Output.Table table(String id, List<Finding> findings) {
    return new Output.Table(
        "CLUSTER " + id,
        List.of("", "CHECK", "FOUND", "DO"),
        findings.stream()
            .map(
                finding ->
                    List.of(finding.mark(), finding.check(), finding.detail(), finding.remedy()))
            .toList());
  }
}
