package io.sluice.manager.provider.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodSpec;
import io.sluice.api.policy.PodSecurity;
import io.sluice.api.policy.PodSecurityLevel;
import io.sluice.api.policy.PolicyTargets;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.policy.TenantPolicySpec;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Condition;
import io.sluice.api.wire.ConditionStatus;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.provider.ProviderBed;
import io.sluice.manager.provider.enforce.Ledger;
import io.sluice.manager.provider.enforce.PodEnforcer;
import io.sluice.manager.provider.namespaces.Maps;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.build.Programs;
import io.sluice.testbed.host.Places;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.translate.tenant.Policies;
import io.sluice.translate.tenant.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * D-14: what Kubernetes' own tests of Pod Security refuse never becomes a pod, though a consumer
 * asks for it by ShadowPods; what they let pass does.
 */
@NeedsClusters("lender")
class PodSecurityE2ETest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Kind<ShadowPod> SHADOWS = Kind.of(ShadowPod.class);
  private static final Path CASES = new Programs(Places.standard()).podSecurityCases();

  @ParameterizedTest
  @EnumSource(
      value = PodSecurityLevel.class,
      names = {"BASELINE", "RESTRICTED"})
  void aConsumerGetsExactlyWhatItsLevelAllows(PodSecurityLevel level, Cluster lender)
      throws IOException {
    ProviderBed bed = new ProviderBed(lender);
    String word = level.name().toLowerCase(Locale.ROOT);
    bed.apply(policy(word, level));
    AuditLog.Mark mark = lender.audit().mark();
    String twin = word + "-pods";
    try (Maps maps = new Maps(bed, word).serving();
        Api consumer = bed.as(Subject.sliceUser(word, "slice"), word);
        Api manager = bed.manager();
        PodEnforcer enforcer =
            new PodEnforcer(
                manager,
                changed -> new Ledger(manager, "lender", false, changed),
                Clock.systemUTC())) {
      enforcer.start();
      maps.want(Map.of("pods", twin));
      await().atMost(PATIENCE).until(() -> maps.phase("pods").equals("ACCEPTED"));
      Set<String> bad = send(consumer, twin, word, "fail");
      Set<String> good = send(consumer, twin, word, "pass");
      assertThat(bad).hasSizeGreaterThan(30);
      assertThat(good).hasSizeGreaterThan(10);

      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                assertThat(refused(bed, twin)).isEqualTo(bad);
                assertThat(podsIn(bed, twin)).isEqualTo(good);
              });
      assertThat(made(lender.audit(), mark, twin)).isEqualTo(good);
      assertThat(lender.audit().since(mark).in(twin).verb("create").resource("pods").count())
          .as("none is tried twice")
          .isLessThanOrEqualTo(good.size() + bad.size());
    }
  }

  /** A refusal by Kubernetes is tried again only when there is a reason to. */
  @Test
  void aPodThatWasRefusedRunsAsSoonAsItsLevelAllowsIt(Cluster lender) {
    ProviderBed bed = new ProviderBed(lender);
    bed.apply(policy("loosened", PodSecurityLevel.RESTRICTED));
    try (Maps maps = new Maps(bed, "loosened").serving();
        Api consumer = bed.as(Subject.sliceUser("loosened", "slice"), "loosened");
        Api manager = bed.manager();
        PodEnforcer enforcer =
            new PodEnforcer(
                manager,
                changed -> new Ledger(manager, "lender", false, changed),
                Clock.systemUTC())) {
      enforcer.start();
      maps.want(Map.of("pods", "loosened-pods"));
      await().atMost(PATIENCE).until(() -> maps.phase("pods").equals("ACCEPTED"));
      Pod plain =
          new PodBuilder()
              .withNewMetadata()
              .withName("plain")
              .endMetadata()
              .withNewSpec()
              .addNewContainer()
              .withName("c")
              .withImage("pause")
              .endContainer()
              .endSpec()
              .build();
      consumer.create(SHADOWS, shadow("loosened-pods", "plain", "loosened", plain));
      await().atMost(PATIENCE).until(() -> refused(bed, "loosened-pods").equals(Set.of("plain")));

      bed.apply(policy("loosened", PodSecurityLevel.BASELINE));
      await().atMost(PATIENCE).until(() -> podsIn(bed, "loosened-pods").contains("plain"));
    }
    bed.delete(TenantPolicy.class, "", "loosened");
  }

  private static TenantPolicy policy(String consumer, PodSecurityLevel level) {
    TenantPolicy policy = new TenantPolicy();
    policy.setMetadata(new ObjectMetaBuilder().withName(consumer).build());
    policy.setSpec(
        new TenantPolicySpec(
            new PolicyTargets(List.of(consumer), null),
            1,
            List.of(),
            new PodSecurity(level, "latest"),
            Policies.DEFAULT.pods(),
            Policies.DEFAULT.streams(),
            Policies.DEFAULT.objects(),
            false));
    return policy;
  }

  /** Sends each pod of the newest set as a ShadowPod; their names. */
  private static Set<String> send(Api consumer, String twin, String level, String expected)
      throws IOException {
    Set<String> names = new TreeSet<>();
    for (Path file : files(newest(CASES.resolve(level)).resolve(expected))) {
      Pod pod = Json.readYaml(Files.readString(file), Pod.class);
      String name = expected + "-" + pod.getMetadata().getName().replace('_', '-');
      consumer.create(SHADOWS, shadow(twin, name, level, pod));
      names.add(name);
    }
    return names;
  }

  private static ShadowPod shadow(String twin, String name, String consumer, Pod pod) {
    ShadowPod shadow = new ShadowPod();
    shadow.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(twin)
            .withName(name)
            .withAnnotations(pod.getMetadata().getAnnotations())
            .addToLabels(Labels.ORIGIN, consumer)
            .build());
    shadow.setSpec(new ShadowPodSpec(pod.getSpec()));
    return shadow;
  }

  private static Path newest(Path versions) throws IOException {
    return files(versions).stream()
        .max(Comparator.comparingInt(each -> minor(each.getFileName().toString())))
        .orElseThrow();
  }

  private static int minor(String version) {
    return Integer.parseInt(version.substring(version.indexOf('.') + 1));
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return new ArrayList<>(all.toList());
    }
  }

  /** ShadowPods that say why they have no pod. */
  private static Set<String> refused(ProviderBed bed, String twin) {
    return bed.admin().list(SHADOWS, Scope.namespace(twin)).stream()
        .filter(
            shadow ->
                refusal(shadow).map(Condition::message).filter(why -> !why.isBlank()).isPresent())
        .map(shadow -> shadow.getMetadata().getName())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Optional<Condition> refusal(ShadowPod shadow) {
    return shadow.getStatus() == null
        ? Optional.empty()
        : shadow.getStatus().conditions().stream()
            .filter(condition -> condition.status() == ConditionStatus.FALSE)
            .findFirst();
  }

  private static Set<String> podsIn(ProviderBed bed, String twin) {
    return bed.admin().list(Kind.of(Pod.class), Scope.namespace(twin)).stream()
        .map(pod -> pod.getMetadata().getName())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> made(AuditLog audit, AuditLog.Mark mark, String twin) {
    return audit.since(mark).in(twin).verb("create").resource("pods").stream()
        .filter(request -> request.code() < 300)
        .map(request -> request.name())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
