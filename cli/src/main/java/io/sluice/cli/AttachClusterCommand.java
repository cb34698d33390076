package io.sluice.cli;

import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.vocab.Names;
import io.sluice.cli.attach.Attachment;
import io.sluice.cli.attach.Kubeconfigs;
import io.sluice.cli.attach.Lendable;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.manager.border.Patience;
import io.sluice.translate.access.BareAccess;
import io.sluice.translate.tenant.ClusterIds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a virtual node of a cluster where nothing of Sluice is installed (App. B). */
@Command(
    name = "attach-cluster",
    description = "Use a cluster where Sluice is not installed, with an ordinary kubeconfig.")
final class AttachClusterCommand implements Callable<Integer> {
  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.DryRun dryRun;
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "what the cluster and its virtual node shall be called here")
  private @Nullable String name;

  @Option(
      names = "--agentless",
      description = "nothing of Sluice runs there; has to be said, there is no other way yet")
  private boolean agentless;

  @Option(
      names = "--remote-kubeconfig",
      paramLabel = "FILE",
      description = "kubeconfig of the remote cluster; it is stored in this one")
  private @Nullable Path kubeconfig;

  @Option(names = "--remote-context", description = "context in it; default: the current one")
  private @Nullable String context;

  @Option(
      names = "--remote-namespace",
      split = ",",
      paramLabel = "NAMESPACE",
      description = "namespaces there whose quotas say what is lent; default: what nodes have left")
  private List<String> namespaces = List.of();

  @Option(names = "--cpu", description = "CPUs of the node; default: what can be seen to be free")
  private @Nullable Quantity cpu;

  @Option(names = "--memory", description = "memory of the node")
  private @Nullable Quantity memory;

  @Option(names = "--pods", description = "number of pods of the node")
  private @Nullable Quantity pods;

  @Option(
      names = "--resource",
      paramLabel = "NAME=QUANTITY",
      description = "any other resource of the node, repeatable")
  private Map<String, Quantity> others = Map.of();

  @Option(
      names = "--sharing-percentage",
      defaultValue = "90",
      description = "how much of what can be seen is used (default: ${DEFAULT-VALUE})")
  private int percentage;

  @Option(
      names = {"-n", "--namespace"},
      defaultValue = Names.SYSTEM_NAMESPACE,
      description = "namespace of Sluice (default: ${DEFAULT-VALUE})")
  private String namespace;

  @Option(names = "--print-role", description = "print the role that the user there needs, and end")
  private boolean printRole;

  @Option(
      names = "--timeout",
      defaultValue = "2m",
      description = "how long it may take (default: ${DEFAULT-VALUE})")
  private Duration timeout;

  @Override
  public Integer call() {
    if (printRole) {
      spec.commandLine().getOut().print(Text.yaml(List.of(BareAccess.clusterRole())));
      spec.commandLine().getOut().flush();
      return Main.OK;
    }
    if (!agentless || name == null || kubeconfig == null) {
      throw Trouble.usage(
          "NAME, --agentless and --remote-kubeconfig are needed",
          "clusters that run Sluice are used by `sluice peer`");
    }
    attach(name, Kubeconfigs.selfContained(kubeconfig, context));
    return Main.OK;
  }

  private void attach(String provider, String credentials) {
    Progress progress = Progress.on(spec.commandLine().getErr());
    try (Target home = cluster.open();
        Target remote =
            new Target(new Api(Endpoint.fromKubeconfig(credentials), "sluice"), "remote")) {
      String id = home.installation(namespace).clusterId();
      Attachment attachment = new Attachment(home.api(), provider, Patience.inAll(timeout));
      check(provider, id, home, attachment);
      Map<String, Quantity> resources = resources(remote);
      if (dryRun.isWanted()) {
        dryRun.print(
            spec.commandLine().getOut(),
            "in " + id + "; the Secret gets the kubeconfig, which is not shown",
            home.ask(() -> attachment.toMake(resources)));
        return;
      }
      progress.step(provider + " lends " + Text.quantities(resources));
      home.ask(
          () -> {
            attachment.make(credentials, resources);
            return true;
          });
      progress.step(id + ": credentials and virtual node are made");
      home.ask(
          () -> {
            attachment.awaitReady();
            return true;
          });
      progress.step("node " + provider + " is ready; extend namespaces with `sluice offload`");
    }
  }

  private static void check(String provider, String id, Target home, Attachment attachment) {
    ClusterIds.refusal(provider, id, Set.of())
        .ifPresent(
            refusal -> {
              throw Trouble.usage(refusal.message(), "choose another name");
            });
    if (home.ask(attachment::isPeer)) {
      throw Trouble.error(
          "%s is the name of a cluster that %s peers with".formatted(provider, id),
          "choose another name, or unpeer first");
    }
  }

  private Map<String, Quantity> resources(Target remote) {
    remote.ask(() -> remote.api().text("/version", Duration.ofSeconds(10)));
    Map<String, Quantity> given = new LinkedHashMap<>(others);
    Text.put(given, "cpu", cpu);
    Text.put(given, "memory", memory);
    Text.put(given, "pods", pods);
    if (given.containsKey("cpu") && given.containsKey("memory")) {
      given.putIfAbsent("pods", new Quantity("110"));
      return given;
    }
    Map<String, Quantity> seen =
        remote
            .ask(() -> new Lendable(remote.api(), percentage).of(namespaces))
            .orElseThrow(
                () ->
                    Trouble.error(
                        "the user there may see neither nodes nor quotas of cpu and memory",
                        "say what is lent with --cpu and --memory, or give --remote-namespace"));
    Map<String, Quantity> all = new LinkedHashMap<>(seen);
    all.putAll(given);
    all.putIfAbsent("pods", new Quantity("110"));
    return all;
  }
}
