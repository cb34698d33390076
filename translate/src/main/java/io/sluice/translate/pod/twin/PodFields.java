package io.sluice.translate.pod.twin;

import static io.sluice.translate.pod.twin.FieldVerdict.consumed;
import static io.sluice.translate.pod.twin.FieldVerdict.passed;
import static io.sluice.translate.pod.twin.FieldVerdict.refused;
import static io.sluice.translate.pod.twin.FieldVerdict.translated;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on every field of PodSpec (D-7). Translation, the list of consumed fields and the
 * documentation come from this table; a field that the model knows and the table does not fails the
 * build. Fields that only a newer model knows are passed.
 */
public final class PodFields {
  private PodFields() {}

  private static final String FIRST_SCHEDULING = "used by the first scheduling";

  public static final List<FieldVerdict> ALL =
      Stream.of(placement(), identity(), workload(), host()).flatMap(List::stream).toList();

  /** Paths that this pod sets and that stay at home, for the annotation of its ShadowPod. */
  static List<String> consumedBy(Pod pod, TwinContext context) {
    return applying(Verdict.CONSUMED, pod, context).map(FieldVerdict::field).toList();
  }

  static Stream<FieldVerdict> applying(Verdict verdict, Pod pod, TwinContext context) {
    return ALL.stream()
        .filter(line -> line.verdict() == verdict)
        .filter(line -> line.applies().test(pod, context));
  }

  private static List<FieldVerdict> placement() {
    return List.of(
        consumed("nodeName", FIRST_SCHEDULING, filled(PodSpec::getNodeName)),
        consumed(
            "nodeSelector",
            FIRST_SCHEDULING + "; the virtual node's patch sets the provider's",
            spec(spec -> !Frozen.map(spec.getNodeSelector()).isEmpty())),
        consumed(
            "affinity.nodeAffinity",
            FIRST_SCHEDULING + "; the virtual node's patch sets the provider's",
            affinity(Affinity::getNodeAffinity)),
        consumed("affinity.podAffinity", FIRST_SCHEDULING, affinity(Affinity::getPodAffinity)),
        consumed(
            "affinity.podAntiAffinity",
            FIRST_SCHEDULING + "; the anti-affinity preset says what the provider gets",
            affinity(Affinity::getPodAntiAffinity)
                .and((pod, context) -> !AntiAffinity.propagates(pod))),
        translated(
            "topologySpreadConstraints",
            "expressions that the home API server made of matchLabelKeys are taken out; the"
                + " provider's makes them again"),
        translated("tolerations", "without the virtual node's taint, with those of its patch"),
        consumed(
            "tolerations[" + Names.TAINT_NOT_ALLOWED + "]",
            FIRST_SCHEDULING,
            spec(spec -> Frozen.list(spec.getTolerations()).stream().anyMatch(Scheduling::isOurs))),
        consumed(
            "schedulerName",
            FIRST_SCHEDULING,
            filled(PodSpec::getSchedulerName)
                .and(not(PodSpec::getSchedulerName, "default-scheduler"))),
        consumed(
            "schedulingGates",
            FIRST_SCHEDULING,
            spec(spec -> !Frozen.list(spec.getSchedulingGates()).isEmpty())),
        consumed(
            "schedulingGroup", FIRST_SCHEDULING, spec(spec -> spec.getSchedulingGroup() != null)),
        consumed(
            "priorityClassName",
            FIRST_SCHEDULING + "; sent where the provider maps the class",
            filled(PodSpec::getPriorityClassName)
                .and((pod, context) -> Scheduling.priorityClass(pod, context) == null)),
        consumed(
            "priority",
            "an API server computes it from the class and refuses another value",
            spec(spec -> spec.getPriority() != null && spec.getPriority() != 0)),
        consumed(
            "preemptionPolicy",
            "an API server computes it from the class and refuses another value",
            filled(PodSpec::getPreemptionPolicy)
                .and(not(PodSpec::getPreemptionPolicy, "PreemptLowerPriority"))),
        consumed(
            "overhead",
            "an API server computes it from the runtime class and refuses another value",
            spec(spec -> !Frozen.map(spec.getOverhead()).isEmpty())),
        translated(
            "runtimeClassName",
            "annotation of the pod, else its own class, else the virtual node's patch"),
        refused(
            "resourceClaims",
            "devices are allocated by the cluster that schedules the pod",
            spec(spec -> !Frozen.list(spec.getResourceClaims()).isEmpty())));
  }

  private static List<FieldVerdict> identity() {
    return List.of(
        translated("serviceAccountName", "empty, or the one that access mode remote names"),
        translated("serviceAccount", "empty: the old name of serviceAccountName"),
        translated("automountServiceAccountToken", "false, true in access mode remote"),
        translated(
            "hostAliases", "plus the home API server in access mode tokens, added at the end"),
        passed("imagePullSecrets"),
        passed("securityContext"));
  }

  private static List<FieldVerdict> workload() {
    return List.of(
        passed("containers"),
        passed("initContainers"),
        passed("ephemeralContainers", "added to the running pod, not at creation"),
        translated(
            "containers[].env",
            "home values of the downward API as text; the home API server in access mode tokens;"
                + " the name of the root CA; init and ephemeral containers alike"),
        translated("containers[].envFrom[].configMapRef.name", "only the name of the root CA"),
        passed("volumes"),
        translated("volumes[].configMap.name", "only the name of the root CA"),
        translated("volumes[].projected.sources[].configMap.name", "only the name of the root CA"),
        translated(
            "volumes[].projected.sources[].serviceAccountToken",
            "left out without access to an API server, a Secret in access mode tokens"),
        translated(
            "volumes[].downwardAPI.items[].fieldRef",
            "an annotation with the home value, where that differs"),
        translated(
            "volumes[].projected.sources[].downwardAPI.items[].fieldRef",
            "an annotation with the home value, where that differs"),
        consumed(
            "readinessGates",
            "their conditions are written on the local pod, which computes Ready",
            spec(spec -> !Frozen.list(spec.getReadinessGates()).isEmpty())),
        passed("resources"),
        passed("restartPolicy"),
        passed("activeDeadlineSeconds"),
        passed("terminationGracePeriodSeconds"),
        passed("shareProcessNamespace"));
  }

  private static List<FieldVerdict> host() {
    return List.of(
        passed("dnsConfig"),
        passed("dnsPolicy", "search paths are those of the twin namespace"),
        passed("enableServiceLinks"),
        passed("hostIPC", "the provider's guardrails decide"),
        passed("hostNetwork", "the provider's guardrails decide"),
        passed("hostPID", "the provider's guardrails decide"),
        passed("hostUsers"),
        passed("hostname"),
        passed("hostnameOverride"),
        passed("setHostnameAsFQDN"),
        passed("subdomain"),
        passed("os"));
  }

  private static BiPredicate<Pod, TwinContext> spec(Predicate<PodSpec> says) {
    return (pod, context) -> says.test(pod.getSpec());
  }

  private static BiPredicate<Pod, TwinContext> filled(Function<PodSpec, @Nullable String> field) {
    return spec(
        spec -> {
          var value = field.apply(spec);
          return value != null && !value.isEmpty();
        });
  }

  private static BiPredicate<Pod, TwinContext> not(
      Function<PodSpec, @Nullable String> field, String usual) {
    return spec(spec -> !usual.equals(field.apply(spec)));
  }

  private static BiPredicate<Pod, TwinContext> affinity(Function<Affinity, @Nullable Object> part) {
    return spec(spec -> spec.getAffinity() != null && part.apply(spec.getAffinity()) != null);
  }
}
