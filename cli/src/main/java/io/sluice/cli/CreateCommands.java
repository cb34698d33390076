package io.sluice.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaSpecBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodeSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.border.PeeringNamespaces;
import io.sluice.manager.consumer.peering.ConsumerSteps;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks a provider for more, or makes a node by hand of what it gave. */
@Command(
    name = "create",
    description = "Ask for resources, or make a virtual node of what was granted.",
    subcommands = {CreateCommands.Slice.class, CreateCommands.Node.class})
final class CreateCommands implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "what to create is not said");
  }

  /** Something in the tenant namespace of a provider. */
  abstract static class InTenantNamespace implements Callable<Integer> {
    @Mixin private ClusterAccess cluster;
    @Mixin private Flags.Limit limit;
    @Mixin private Flags.DryRun dryRun;
    @Mixin private Amounts amounts;
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "its name, and that of the Node")
    private String name;

    @Option(names = "--remote-cluster-id", required = true, description = "ID of the provider")
    private String provider;

    @Override
    public Integer call() {
      Progress progress = Progress.on(spec.commandLine().getErr());
      try (Target target = cluster.open()) {
        String namespace =
            target
                .ask(() -> PeeringNamespaces.find(target.api(), provider))
                .orElseThrow(
                    () ->
                        Trouble.error(
                            "this cluster is not peered with " + provider,
                            "run `sluice peer` first; `sluice status` lists the peers"));
        Wanted wanted =
            new Wanted(target, new Ref(namespace, name), provider, amounts.all(), progress);
        HasMetadata object = make(wanted);
        if (dryRun.isWanted()) {
          dryRun.print(spec.commandLine().getOut(), "in the consumer", List.of(object));
          return Main.OK;
        }
        apply(target, object);
        progress.step("created " + wanted.ref());
        settle(wanted, limit);
      }
      return Main.OK;
    }

    @SuppressWarnings("unchecked")
    private static <T extends HasMetadata> void apply(Target target, T object) {
      Kind<T> kind = (Kind<T>) Kind.of(object.getClass());
      target.ask(() -> target.api().patch(kind, Ref.of(object), Patch.apply(object, "sluice")));
    }

    abstract HasMetadata make(Wanted wanted);

    /** Waits for what comes of it, where something does. */
    void settle(Wanted wanted, Flags.Limit limit) {}
  }

  /** What is to be created. */
  record Wanted(
      Target target,
      Ref ref,
      String provider,
      Map<String, Quantity> resources,
      Progress progress) {}

  /** A request for resources. */
  @Command(
      name = "resourceslice",
      aliases = "rs",
      description = "Ask a provider for resources; a virtual node is made of what it grants.")
  static final class Slice extends InTenantNamespace {
    @Option(
        names = "--create-virtual-node",
        negatable = true,
        defaultValue = "true",
        fallbackValue = "true",
        description = "make a node of what is granted (default: ${DEFAULT-VALUE})")
    private boolean createNode;

    @Override
    HasMetadata make(Wanted wanted) {
      ResourceSlice slice =
          ConsumerSteps.slice(wanted.ref(), wanted.provider(), wanted.resources());
      Map<String, String> annotations = new HashMap<>(slice.getMetadata().getAnnotations());
      annotations.put(Annotations.CREATE_VIRTUAL_NODE, Boolean.toString(createNode));
      slice.getMetadata().setAnnotations(annotations);
      return slice;
    }

    @Override
    void settle(Wanted wanted, Flags.Limit limit) {
      Verdicts.awaited(wanted.target(), wanted.ref(), limit.patience(), wanted.progress());
    }
  }

  /** A node by hand: of a slice, or of any credentials for a provider. */
  @Command(
      name = "virtualnode",
      aliases = "vn",
      description = "Make a virtual node of a granted slice, or of a Secret with a kubeconfig.")
  static final class Node extends InTenantNamespace {
    private static final Map<String, Quantity> USUAL =
        Map.of(
            "cpu", new Quantity("2"), "memory", new Quantity("4Gi"), "pods", new Quantity("110"));

    @Option(names = "--resource-slice-name", description = "the slice that it is made of")
    private @Nullable String slice;

    @Option(
        names = "--kubeconfig-secret-name",
        description = "Secret with a kubeconfig of the provider, in the tenant namespace")
    private @Nullable String secret;

    @Option(
        names = "--labels",
        split = ",",
        paramLabel = "KEY=VALUE",
        description = "more labels of the Node")
    private Map<String, String> labels = Map.of();

    @Override
    HasMetadata make(Wanted wanted) {
      if ((slice == null) == (secret == null)) {
        throw Trouble.usage(
            "what the node is made of is not said, or said twice",
            "give --resource-slice-name or --kubeconfig-secret-name");
      }
      String credentials =
          secret == null
              ? Names.KUBECONFIG_SECRET_PREFIX + Names.SLICE_IDENTITY_PREFIX + slice
              : secret;
      Ref ref = new Ref(wanted.ref().namespace(), credentials);
      wanted.target().ask(() -> wanted.target().api().get(Kind.of(Secret.class), ref));
      return node(wanted, credentials);
    }

    private VirtualNode node(Wanted wanted, String credentials) {
      Map<String, String> all = new HashMap<>(labels);
      all.put(Labels.REMOTE_CLUSTER_ID, wanted.provider());
      VirtualNode node = new VirtualNode();
      node.setMetadata(
          new ObjectMetaBuilder()
              .withNamespace(wanted.ref().namespace())
              .withName(wanted.ref().name())
              .addToLabels(Labels.REMOTE_CLUSTER_ID, wanted.provider())
              .build());
      node.setSpec(
          Json.convert(
              Map.of(
                  "clusterID",
                  wanted.provider(),
                  "createNode",
                  true,
                  "kubeconfigSecretRef",
                  new LocalObjectReference(credentials),
                  "labels",
                  all,
                  "resourceQuota",
                  new ResourceQuotaSpecBuilder().withHard(capacity(wanted)).build()),
              VirtualNodeSpec.class));
      return node;
    }

    /** What the slice grants, or what is usual; what was said counts more. */
    private Map<String, Quantity> capacity(Wanted wanted) {
      Map<String, Quantity> all = new HashMap<>(USUAL);
      if (slice != null) {
        Ref ref = new Ref(wanted.ref().namespace(), slice);
        ResourceSlice granted =
            wanted.target().ask(() -> wanted.target().api().get(Kind.of(ResourceSlice.class), ref));
        if (granted.getStatus() != null) {
          all.clear();
          all.putAll(granted.getStatus().resources());
        }
      }
      all.putAll(wanted.resources());
      return all;
    }
  }
}
