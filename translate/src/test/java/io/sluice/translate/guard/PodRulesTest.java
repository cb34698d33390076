package io.sluice.translate.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.sluice.api.policy.PodGuardrails;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class PodRulesTest {
  private static final List<String> ANY = List.of("*");
  private static final PodGuardrails STRICT =
      new PodGuardrails(
          false,
          false,
          false,
          List.of("NET_BIND_SERVICE"),
          List.of("default"),
          List.of("batch"),
          List.of("pool"),
          List.of("gpu"),
          List.of("registry.example.org/apps"));
  private static final PodGuardrails OPEN =
      new PodGuardrails(true, true, true, ANY, ANY, ANY, ANY, ANY, ANY);

  record Case(String rule, String field, UnaryOperator<PodSpecBuilder> change) {
    @Override
    public String toString() {
      return rule + " " + field;
    }
  }

  static final List<Case> REFUSED =
      List.of(
          new Case("hostNamespaces", "spec.hostNetwork", pod -> pod.withHostNetwork(true)),
          new Case("hostNamespaces", "spec.hostPID", pod -> pod.withHostPID(true)),
          new Case("hostNamespaces", "spec.hostIPC", pod -> pod.withHostIPC(true)),
          new Case(
              "hostPath",
              "spec.volumes[v].hostPath",
              pod ->
                  pod.addNewVolume()
                      .withName("v")
                      .withNewHostPath()
                      .withPath("/")
                      .endHostPath()
                      .endVolume()),
          new Case(
              "serviceAccounts",
              "spec.serviceAccountName",
              pod -> pod.withServiceAccountName("root")),
          new Case(
              "priorityClasses",
              "spec.priorityClassName",
              pod -> pod.withPriorityClassName("system-node-critical")),
          new Case("nodeSelectorKeys", "spec.nodeName", pod -> pod.withNodeName("n1")),
          new Case(
              "nodeSelectorKeys", "spec.nodeSelector", pod -> pod.addToNodeSelector("zone", "a")),
          new Case(
              "nodeSelectorKeys",
              "spec.affinity.nodeAffinity",
              pod ->
                  pod.withNewAffinity()
                      .withNewNodeAffinity()
                      .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                      .addNewNodeSelectorTerm()
                      .addNewMatchField()
                      .withKey("metadata.name")
                      .withOperator("In")
                      .withValues("n1")
                      .endMatchField()
                      .endNodeSelectorTerm()
                      .endRequiredDuringSchedulingIgnoredDuringExecution()
                      .endNodeAffinity()
                      .endAffinity()),
          new Case(
              "nodeSelectorKeys",
              "spec.affinity.nodeAffinity",
              pod ->
                  pod.withNewAffinity()
                      .withNewNodeAffinity()
                      .addNewPreferredDuringSchedulingIgnoredDuringExecution()
                      .withWeight(1)
                      .withNewPreference()
                      .addNewMatchExpression()
                      .withKey("zone")
                      .withOperator("Exists")
                      .endMatchExpression()
                      .endPreference()
                      .endPreferredDuringSchedulingIgnoredDuringExecution()
                      .endNodeAffinity()
                      .endAffinity()),
          new Case(
              "tolerationKeys",
              "spec.tolerations",
              pod -> pod.addNewToleration().withKey("control-plane").endToleration()),
          new Case(
              "tolerationKeys",
              "spec.tolerations",
              pod -> pod.addNewToleration().withOperator("Exists").endToleration()),
          new Case(
              "privileged",
              "spec.containers[x].securityContext.privileged",
              pod ->
                  pod.addNewContainer()
                      .withName("x")
                      .withImage("registry.example.org/apps/x")
                      .withNewSecurityContext()
                      .withPrivileged(true)
                      .endSecurityContext()
                      .endContainer()),
          new Case(
              "privileged",
              "spec.initContainers[x].securityContext.privileged",
              pod ->
                  pod.addNewInitContainer()
                      .withName("x")
                      .withImage("registry.example.org/apps/x")
                      .withNewSecurityContext()
                      .withPrivileged(true)
                      .endSecurityContext()
                      .endInitContainer()),
          new Case(
              "privileged",
              "spec.ephemeralContainers[x].securityContext.privileged",
              pod ->
                  pod.addNewEphemeralContainer()
                      .withName("x")
                      .withImage("registry.example.org/apps/x")
                      .withNewSecurityContext()
                      .withPrivileged(true)
                      .endSecurityContext()
                      .endEphemeralContainer()),
          new Case(
              "capabilities",
              "spec.containers[x].securityContext.capabilities.add",
              pod ->
                  pod.addNewContainer()
                      .withName("x")
                      .withImage("registry.example.org/apps/x")
                      .withNewSecurityContext()
                      .withNewCapabilities()
                      .withAdd("NET_BIND_SERVICE", "SYS_ADMIN")
                      .endCapabilities()
                      .endSecurityContext()
                      .endContainer()),
          new Case(
              "imageRegistries",
              "spec.initContainers[x].image",
              pod -> pod.addNewInitContainer().withName("x").withImage("nginx").endInitContainer()),
          new Case(
              "imageRegistries",
              "spec.volumes[v].image",
              pod ->
                  pod.addNewVolume()
                      .withName("v")
                      .withNewImage()
                      .withReference("evil.example/x")
                      .endImage()
                      .endVolume()));

  @ParameterizedTest(name = "D-14: {0}")
  @FieldSource("REFUSED")
  void everyRuleNamesItsField(Case given) {
    PodSpec pod = given.change().apply(allowed()).build();

    assertThat(PodRules.check(STRICT, pod))
        .extracting(Violation::rule, Violation::field)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(given.rule(), given.field()));
  }

  @ParameterizedTest(name = "an open policy lets {0} through")
  @FieldSource("REFUSED")
  void anOpenPolicyForbidsNothingButBypassingTheScheduler(Case given) {
    PodSpec pod = given.change().apply(allowed()).build();

    assertThat(PodRules.check(OPEN, pod))
        .extracting(Violation::field)
        .isEqualTo(given.field().equals("spec.nodeName") ? List.of("spec.nodeName") : List.of());
  }

  @Test
  void aPodThatKeepsAllRulesPasses() {
    PodSpec pod =
        allowed()
            .withServiceAccountName("default")
            .withPriorityClassName("batch")
            .addToNodeSelector("pool", "spot")
            .addNewToleration()
            .withKey("gpu")
            .endToleration()
            .addNewToleration()
            .withKey("node.kubernetes.io/unreachable")
            .endToleration()
            .build();

    assertThat(PodRules.check(STRICT, pod)).isEmpty();
  }

  @Test
  void theDefaultsLetAnOrdinaryPodRun() {
    PodSpec pod =
        new PodSpecBuilder()
            .addNewContainer()
            .withName("a")
            .withImage("nginx")
            .endContainer()
            .build();

    assertThat(PodRules.check(PodGuardrails.defaults(), pod)).isEmpty();
  }

  @Test
  void aRefusalSaysRuleFieldAndCluster() {
    assertThat(new Violation("hostPath", "spec.volumes[v].hostPath", "not so").says("milan"))
        .isEqualTo("cluster milan refuses spec.volumes[v].hostPath: not so (rule hostPath)");
  }

  @ParameterizedTest(name = "{1} below {0}: {2}")
  @CsvSource({
    "registry.example.org, registry.example.org/x, true",
    "registry.example.org/, registry.example.org/x:1, true",
    "registry.example.org, registry.example.org.evil.example/x, false",
    "registry.example.org, registry.example.org:5000/x, false",
    "registry.example.org:5000, registry.example.org:5000/x, true",
    "registry.example.org/apps, registry.example.org/apps/x@sha256:00, true",
    "registry.example.org/apps, registry.example.org/apps-evil/x, false",
    "registry.example.org/apps/x, registry.example.org/apps/x:1, true",
    "registry.example.org, registry.example.org, false",
    "docker.io/library, nginx:1, true",
    "docker.io/library, someone/nginx, false",
    "docker.io/someone, someone/nginx, true",
    "localhost, localhost/x, true",
  })
  void aRegistryEndsAtABorderOfTheName(String prefix, String image, boolean below) {
    assertThat(Images.comesFrom(List.of(prefix), image)).isEqualTo(below);
  }

  private static PodSpecBuilder allowed() {
    return new PodSpecBuilder()
        .addNewContainer()
        .withName("a")
        .withImage("registry.example.org/apps/a:1")
        .endContainer();
  }
}
