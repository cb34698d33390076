package io.sluice.cli.doctor;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.sluice.api.Kinds;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.OffloadingPhase;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.cli.shell.Durations;
import io.sluice.translate.access.BorderObjects;
import io.sluice.translate.access.KubeletAccess;
import io.sluice.translate.access.ManagerAccess;
import io.sluice.translate.access.TenantAccess;
import io.sluice.translate.tenant.SliceRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The checks, in the order in which one thing depends on another; pure. */
public final class Diagnosis {
  private static final Duration SILENT = Duration.ofSeconds(30);
  private static final Duration SKEWED = Duration.ofSeconds(2);
  private static final Duration ENDS_SOON = Duration.ofHours(1);
  private static final Duration LEASE = Duration.ofSeconds(40);
  private static final String INSTALL_AGAIN = "run `sluice install` of this version again";

  private Diagnosis() {}

  public static List<Finding> of(Symptoms seen) {
    List<Finding> all = new ArrayList<>();
    all.add(kinds(seen.home().kinds()));
    all.add(roles(seen.home().roles()));
    all.add(policies(seen.home().policies()));
    all.add(manager(seen.home().managerSilence()));
    all.add(metricsApi(seen.home().metricsApi()));
    new TreeMap<>(seen.ways()).forEach((peer, way) -> all.addAll(way(peer, way, seen)));
    seen.borrowing().slices().forEach(slice -> all.add(slice(slice)));
    seen.borrowing().virtualNodes().forEach(node -> all.add(node(node, seen.borrowing())));
    seen.borrowing().namespaces().forEach(namespace -> all.add(namespace(namespace)));
    all.addAll(Surroundings.of(seen));
    return all;
  }

  private static Finding kinds(Set<String> served) {
    List<String> missing =
        Kinds.ALL.stream()
            .map(type -> HasMetadata.getPlural(type) + "." + HasMetadata.getGroup(type))
            .filter(name -> !served.contains(name))
            .sorted()
            .toList();
    return missing.isEmpty()
        ? Finding.ok("kinds", "all are served")
        : Finding.broken("kinds", "not served: " + String.join(", ", missing), INSTALL_AGAIN);
  }

  /** The tables that the code was tested with against what the cluster has. */
  private static Finding roles(List<ClusterRole> found) {
    List<String> differing =
        Stream.of(
                ManagerAccess.clusterRoles(),
                TenantAccess.clusterRoles(),
                KubeletAccess.clusterRoles())
            .flatMap(List::stream)
            .filter(
                wanted ->
                    found.stream()
                        .noneMatch(
                            role ->
                                role.getMetadata().getName().equals(wanted.getMetadata().getName())
                                    && role.getRules().equals(wanted.getRules())))
            .map(role -> role.getMetadata().getName())
            .toList();
    return differing.isEmpty()
        ? Finding.ok("roles", "as this version needs them")
        : Finding.broken(
            "roles", "missing or different: " + String.join(", ", differing), INSTALL_AGAIN);
  }

  private static Finding policies(Set<String> found) {
    return found.contains(BorderObjects.NAME)
        ? Finding.ok("admission policy", BorderObjects.NAME)
        : Finding.broken(
            "admission policy",
            BorderObjects.NAME + " is missing: consumers could speak for others",
            INSTALL_AGAIN);
  }

  private static Finding manager(Optional<Duration> silence) {
    if (silence.isEmpty()) {
      return Finding.broken("manager", "it never ran", "start it: sluice manager");
    }
    return silence.get().compareTo(SILENT) > 0
        ? Finding.broken(
            "manager",
            "silent for " + Durations.text(silence.get()),
            "start it, or see its log: sluice manager")
        : Finding.ok("manager", "it leads");
  }

  /** Kubernetes deletes no namespace as long as an API that was announced does not answer. */
  private static Finding metricsApi(String unavailable) {
    return unavailable.isEmpty()
        ? Finding.ok("metrics API", "nothing is announced that does not answer")
        : Finding.broken(
            "metrics API",
            "APIService %s does not answer, so no namespace can be deleted: %s"
                .formatted(Names.METRICS_API, unavailable),
            "start the manager; or, if none shall run: kubectl delete apiservice "
                + Names.METRICS_API);
  }

  private static List<Finding> way(String peer, Symptoms.Way way, Symptoms seen) {
    List<Finding> all = new ArrayList<>();
    all.add(
        way.failure().isEmpty()
            ? Finding.ok("way to " + peer, "its API server answers")
            : Finding.broken(
                "way to " + peer,
                way.failure(),
                "see whether it runs and can be reached from here; if its address changed, run"
                    + " `sluice peer` again"));
    all.add(certificate(peer, way, seen));
    if (way.failure().isEmpty()) {
      all.add(
          way.skew().abs().compareTo(SKEWED) > 0
              ? Finding.warning(
                  "clock of " + peer,
                  "%s %s ours"
                      .formatted(
                          Durations.text(way.skew().abs()),
                          way.skew().isNegative() ? "behind" : "ahead of"),
                  "let both clusters follow the same time servers")
              : Finding.ok("clock of " + peer, "as ours"));
    }
    return all;
  }

  private static Finding certificate(String peer, Symptoms.Way way, Symptoms seen) {
    String check = "certificate from " + peer;
    if (way.certificateEnds().isEmpty()) {
      return Finding.broken(check, "there is none that can be read", "run `sluice peer` again");
    }
    Duration left = Duration.between(seen.now(), way.certificateEnds().get());
    if (left.isNegative()) {
      return Finding.broken(
          check,
          "it ended %s ago".formatted(Durations.text(left.negated())),
          "run `sluice peer` again; the managers of both clusters must run to renew it in time");
    }
    return left.compareTo(ENDS_SOON) < 0
        ? Finding.warning(
            check,
            "it ends in " + Durations.text(left),
            "it should have been renewed: see whether both managers run")
        : Finding.ok(check, "good for " + Durations.text(left));
  }

  private static Finding slice(ResourceSlice slice) {
    String check = "slice " + slice.getMetadata().getName();
    for (SliceConditionType type : SliceConditionType.values()) {
      Optional<SliceCondition> word = SliceRules.condition(slice, type);
      if (SliceRules.isDenied(slice, type)) {
        return Finding.broken(
            check,
            "denied: " + word.map(SliceCondition::message).orElse(""),
            "talk to the provider, or ask for something else");
      }
      if (!SliceRules.isAccepted(slice, type)) {
        return Finding.broken(
            check, "the provider has not decided", "see whether the provider's manager runs");
      }
    }
    return Finding.ok(check, "granted");
  }

  private static Finding node(VirtualNode virtual, Symptoms.Borrowing seen) {
    String name = virtual.getMetadata().getName();
    String check = "node " + name;
    Optional<Node> node =
        seen.nodes().stream().filter(each -> each.getMetadata().getName().equals(name)).findFirst();
    if (node.isEmpty()) {
      return Finding.broken(
          check, "there is no Node", "see the log of its kubelet, and the VirtualNode's events");
    }
    Duration age = seen.leaseAges().getOrDefault(name, Duration.ofDays(1));
    if (age.compareTo(LEASE) > 0) {
      return Finding.broken(
          check,
          "its kubelet gave no sign of life for " + Durations.text(age),
          "see the log of its kubelet");
    }
    Optional<NodeCondition> ready =
        Frozen.list(node.get().getStatus().getConditions()).stream()
            .filter(condition -> "Ready".equals(condition.getType()))
            .findFirst();
    return ready.filter(condition -> "True".equals(condition.getStatus())).isPresent()
        ? Finding.ok(check, "ready")
        : Finding.broken(
            check,
            "not ready: " + ready.map(NodeCondition::getMessage).orElse("it does not say why"),
            "mend the way to the provider");
  }

  private static Finding namespace(NamespaceOffloading offloading) {
    String check = "namespace " + offloading.getMetadata().getNamespace();
    OffloadingPhase phase =
        offloading.getStatus() == null || offloading.getStatus().offloadingPhase() == null
            ? OffloadingPhase.IN_PROGRESS
            : offloading.getStatus().offloadingPhase();
    return switch (phase) {
      case READY -> Finding.ok(check, "extended");
      case NO_CLUSTER_SELECTED ->
          Finding.warning(
              check, "no virtual node matches its selector", "change the selector, or peer");
      case IN_PROGRESS, TERMINATING ->
          Finding.warning(check, "not settled yet", "wait; then see whether the manager runs");
      case SOME_FAILED, ALL_FAILED ->
          Finding.broken(
              check,
              "a provider could not make its twin",
              "see why: kubectl get namespaceoffloading -o yaml -n "
                  + offloading.getMetadata().getNamespace());
    };
  }
}
