package io.sluice.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.cli.explain.Chain;
import io.sluice.cli.explain.Evidence;
import io.sluice.cli.shell.Borrowed;
import io.sluice.cli.shell.Output;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.pod.single.CurrentPod;
import io.sluice.translate.pod.single.SingleJob;
import io.sluice.translate.pod.single.SingleReplicaSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a pod's way over the clusters. */
@Command(name = "pod", description = "Print a pod's way over the clusters, and what to do next.")
final class ExplainPodCommand implements Callable<Integer> {
  @Mixin private ClusterAccess cluster;
  @Mixin private Flags.Answer answer;
  @Mixin private Flags.Format format;
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "POD", description = "name of the pod")
  private String pod;

  @Option(
      names = {"-n", "--namespace"},
      defaultValue = "default",
      description = "namespace of the pod (default: ${DEFAULT-VALUE})")
  private String namespace;

  @Override
  public Integer call() throws Exception {
    return answer.within(this::explain);
  }

  private Integer explain() {
    try (Target target = cluster.open()) {
      Ref ref = new Ref(namespace, pod);
      Pod local =
          target
              .ask(() -> target.api().find(Kind.of(Pod.class), ref))
              .orElseThrow(
                  () ->
                      Trouble.error(
                          "there is no pod %s in namespace %s".formatted(pod, namespace),
                          "see what there is: kubectl get pods -n " + namespace));
      Chain chain = Chain.of(evidence(target, local));
      format.print(spec.commandLine().getOut(), List.of(chain.table()), chain);
      if (format.output() == Output.TABLE) {
        spec.commandLine().getOut().println("NEXT  " + chain.next());
        spec.commandLine().getOut().flush();
      }
    }
    return Main.OK;
  }

  private static Evidence evidence(Target target, Pod local) {
    String name = local.getSpec().getNodeName();
    Optional<Node> node =
        name == null
            ? Optional.empty()
            : target.ask(() -> target.api().find(Kind.of(Node.class), Ref.cluster(name)));
    Optional<String> provider =
        node.map(found -> Frozen.map(found.getMetadata().getLabels()))
            .filter(labels -> Labels.TYPE_VIRTUAL_NODE.equals(labels.get(Labels.TYPE)))
            .map(labels -> labels.getOrDefault(Labels.REMOTE_CLUSTER_ID, ""));
    return provider
        .map(id -> away(target, local, node, id))
        .orElseGet(() -> Evidence.atHome(local, node));
  }

  /** Looks at the provider with what the virtual node itself uses. */
  private static Evidence away(Target target, Pod local, Optional<Node> node, String provider) {
    String namespace = local.getMetadata().getNamespace();
    Optional<String> twin = Borrowed.twin(target, provider, namespace);
    if (twin.isEmpty()) {
      return new Evidence(local, node, provider, "", Optional.empty(), Optional.empty(), "");
    }
    Ref ref = new Ref(twin.get(), local.getMetadata().getName());
    try (Target remote = Borrowed.open(target, provider, local.getSpec().getNodeName())) {
      return new Evidence(
          local,
          node,
          provider,
          twin.get(),
          shadow(remote.api(), ref),
          pod(remote.api(), ref, local),
          "");
    } catch (ApiFailure failure) {
      return blind(local, node, provider, Trouble.of(failure, "remote"));
    } catch (Trouble trouble) {
      return blind(local, node, provider, trouble);
    }
  }

  /** What stands for the pod there: in a provider without Sluice a ReplicaSet or a Job (App. B). */
  private static Optional<ShadowPod> shadow(Api remote, Ref ref) {
    return remote
        .find(Kind.of(ShadowPod.class), ref)
        .or(() -> visible(remote, ReplicaSet.class, ref).map(SingleReplicaSet::shadow))
        .or(() -> visible(remote, Job.class, ref).map(job -> SingleJob.shadow(job, null, false)));
  }

  /** Whoever may not look at a kind there has none of it. */
  private static <T extends HasMetadata> Optional<T> visible(Api remote, Class<T> type, Ref ref) {
    try {
      return remote.find(Kind.of(type), ref);
    } catch (ApiFailure failure) {
      if (failure.is(Problem.FORBIDDEN)) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  /** Under its own name, or under the one that its controller made up. */
  private static Optional<Pod> pod(Api remote, Ref ref, Pod local) {
    String uid = local.getMetadata().getUid();
    return remote
        .find(Kind.of(Pod.class), ref)
        .or(
            () ->
                CurrentPod.of(
                    remote.list(
                        Kind.of(Pod.class),
                        Scope.namespace(ref.namespace()).labels(Labels.LOCAL_UID + "=" + uid))));
  }

  private static Evidence blind(Pod local, Optional<Node> node, String provider, Trouble trouble) {
    return new Evidence(
        local,
        node,
        provider,
        "",
        Optional.empty(),
        Optional.empty(),
        String.valueOf(trouble.getMessage()));
  }
}
