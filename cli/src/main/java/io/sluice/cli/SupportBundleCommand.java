package io.sluice.cli;

import io.sluice.cli.doctor.Diagnosis;
import io.sluice.cli.doctor.Examination;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.cli.support.Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Gathers what somebody who helps wants to see. */
@Command(
    name = "support-bundle",
    description = {
      "Write an archive for somebody who helps: objects, events and logs of Sluice, without"
          + " secrets.",
      "Look into it before you pass it on: it holds names of your namespaces, pods and images."
    })
final class SupportBundleCommand implements Callable<Integer> {
  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Answer answer;
  @Mixin private Flags.Home home;
  @Spec private CommandSpec spec;

  @Option(
      names = {"-f", "--file"},
      defaultValue = "sluice-support.zip",
      description = "where to write it (default: ${DEFAULT-VALUE})")
  private Path file;

  @Override
  public Integer call() throws Exception {
    return answer.within(this::gather);
  }

  private Integer gather() throws IOException {
    if (Files.exists(file)) {
      throw Trouble.usage("%s is there already".formatted(file), "give another name with --file");
    }
    Progress progress = Progress.on(spec.commandLine().getErr());
    try (Target target = cluster.open()) {
      Target.Installation installation = target.installation(home.namespace());
      try (Bundle bundle =
          new Bundle(target, Files.newOutputStream(file, StandardOpenOption.CREATE_NEW))) {
        bundle.add("installation", installation);
        progress.step("findings of the doctor");
        bundle.add(
            "doctor",
            Diagnosis.of(new Examination(target, home.namespace(), Version.number()).symptoms()));
        progress.step("objects, events, logs");
        bundle.gather(home.namespace());
      }
    }
    progress.step("written to " + file);
    return Main.OK;
  }
}
