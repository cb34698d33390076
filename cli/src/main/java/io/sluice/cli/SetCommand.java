package io.sluice.cli;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Changes a setting of a running installation. */
@Command(name = "set", description = "Change a setting while the manager runs.")
final class SetCommand implements Callable<Integer> {
  private static final String PERCENTAGE = "sharing-percentage";

  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Answer answer;
  @Mixin private Flags.Home home;
  @Mixin private Flags.DryRun dryRun;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "SETTING", description = "there is: " + PERCENTAGE)
  private String setting;

  @Parameters(index = "1", paramLabel = "VALUE", description = "its new value")
  private String value;

  @Override
  public Integer call() throws Exception {
    return answer.within(this::change);
  }

  private Integer change() {
    if (!setting.equals(PERCENTAGE)) {
      throw Trouble.usage("there is no setting " + setting, "there is: " + PERCENTAGE);
    }
    if (!value.matches("\\d{1,3}") || Integer.parseInt(value) > 100) {
      throw Trouble.usage(
          "'%s' is not a whole number from 0 to 100".formatted(value),
          "write: sluice set sharing-percentage 90");
    }
    Ref ref = new Ref(home.namespace(), Names.SHARING_SETTINGS);
    Map<String, String> data = Map.of("percentage", value);
    Patch patch = Patch.merge(Map.of("data", data));
    try (Target target = cluster.open()) {
      String id = target.installation(home.namespace()).clusterId();
      if (dryRun.isWanted()) {
        dryRun.print(
            spec.commandLine().getOut(), "to be merged in " + id, List.of(settings(ref, data)));
        return Main.OK;
      }
      target.ask(() -> target.api().patch(Kind.of(ConfigMap.class), ref, patch));
    }
    Progress.on(spec.commandLine().getErr()).step("%s %% of what is free is lent".formatted(value));
    return Main.OK;
  }

  private static ConfigMap settings(Ref ref, Map<String, String> data) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(ref.namespace())
        .withName(ref.name())
        .endMetadata()
        .withData(data)
        .build();
  }
}
