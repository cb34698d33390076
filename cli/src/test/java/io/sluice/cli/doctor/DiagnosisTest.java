package io.sluice.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.sluice.api.Kinds;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceStatus;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.NamespaceOffloadingStatus;
import io.sluice.api.offloading.OffloadingPhase;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.translate.access.BorderObjects;
import io.sluice.translate.access.KubeletAccess;
import io.sluice.translate.access.ManagerAccess;
import io.sluice.translate.access.TenantAccess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** All is well; then exactly one thing is broken, and exactly that is found. */
class DiagnosisTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final Symptoms.Home HOME =
      new Symptoms.Home(
          Kinds.ALL.stream()
              .map(type -> HasMetadata.getPlural(type) + "." + HasMetadata.getGroup(type))
              .collect(Collectors.toSet()),
          Stream.of(
                  ManagerAccess.clusterRoles(),
                  TenantAccess.clusterRoles(),
                  KubeletAccess.clusterRoles())
              .flatMap(List::stream)
              .toList(),
          Set.of(BorderObjects.NAME),
          "",
          Optional.of(Duration.ofSeconds(3)));
  private static final Symptoms.Way WAY = way("", 0, Duration.ofHours(20));
  private static final Symptoms.Borrowing BORROWING =
      borrowing(slice(SliceVerdict.ACCEPTED), List.of(node("True")), 5, OffloadingPhase.READY);
  private static final Symptoms.Stated STATED = new Symptoms.Stated("1.2.3", "v1beta1", "1.2.3");
  private static final Symptoms.Contents CONTENTS =
      new Symptoms.Contents(
          List.of(), List.of(), List.of(claim("liqo"), claim(null)), Map.of("own", "example.org"));
  private static final Symptoms.Around AROUND = around(STATED, "80", "", CONTENTS);
  private static final Symptoms WELL = seen(HOME, WAY, BORROWING, AROUND);

  static Stream<Arguments> wounds() {
    return Stream.of(
        Arguments.of("nothing", WELL),
        Arguments.of("kinds", with(home(Set.of(), HOME.roles(), HOME.policies(), 3))),
        Arguments.of("roles", with(home(HOME.kinds(), weaker(), HOME.policies(), 3))),
        Arguments.of("admission policy", with(home(HOME.kinds(), HOME.roles(), Set.of(), 3))),
        Arguments.of("manager", with(home(HOME.kinds(), HOME.roles(), HOME.policies(), 90))),
        Arguments.of("metrics API", with(unavailable())),
        Arguments.of("way to milan", with(way("no answer", 0, Duration.ofHours(20)))),
        Arguments.of("clock of milan", with(way("", -7, Duration.ofHours(20)))),
        Arguments.of("certificate from milan", with(way("", 0, Duration.ofMinutes(-1)))),
        Arguments.of("certificate from milan", with(way("", 0, Duration.ofMinutes(9)))),
        Arguments.of(
            "slice milan",
            with(
                borrowing(
                    slice(SliceVerdict.DENIED), List.of(node("True")), 5, OffloadingPhase.READY))),
        Arguments.of(
            "node milan",
            with(borrowing(slice(SliceVerdict.ACCEPTED), List.of(), 5, OffloadingPhase.READY))),
        Arguments.of(
            "node milan",
            with(
                borrowing(
                    slice(SliceVerdict.ACCEPTED),
                    List.of(node("False")),
                    5,
                    OffloadingPhase.READY))),
        Arguments.of(
            "node milan",
            with(
                borrowing(
                    slice(SliceVerdict.ACCEPTED),
                    List.of(node("True")),
                    60,
                    OffloadingPhase.READY))),
        Arguments.of(
            "namespace shop",
            with(
                borrowing(
                    slice(SliceVerdict.ACCEPTED),
                    List.of(node("True")),
                    5,
                    OffloadingPhase.SOME_FAILED))),
        Arguments.of("version", with(around(stated("v9", "1.2.3"), "80", "", CONTENTS))),
        Arguments.of("version", with(around(stated("v1beta1", "1.2.4"), "80", "", CONTENTS))),
        Arguments.of("sharing", with(around(STATED, "many", "", CONTENTS))),
        Arguments.of("sharing", with(around(STATED, "101", "", CONTENTS))),
        Arguments.of("sharing", with(around(STATED, "0", "", CONTENTS))),
        Arguments.of("port of milan", with(around(STATED, "80", "no route", CONTENTS))),
        Arguments.of(
            "DaemonSets", with(contents(List.of(everywhere()), List.of(), CONTENTS.claims()))),
        Arguments.of(
            "reflection", with(contents(List.of(), List.of(failure()), CONTENTS.claims()))),
        Arguments.of("storage", with(contents(List.of(), List.of(), List.of(claim("own"))))));
  }

  @ParameterizedTest
  @MethodSource("wounds")
  void findsExactlyWhatIsBroken(String check, Symptoms seen) {
    List<Finding> bad =
        Diagnosis.of(seen).stream().filter(finding -> finding.level() != Finding.Level.OK).toList();

    if (check.equals("nothing")) {
      assertThat(bad).isEmpty();
    } else {
      assertThat(bad).extracting(Finding::check).containsExactly(check);
      assertThat(bad.getFirst().remedy()).isNotEmpty();
    }
  }

  private static Symptoms with(Symptoms.Home home) {
    return seen(home, WAY, BORROWING, AROUND);
  }

  private static Symptoms with(Symptoms.Way way) {
    return seen(HOME, way, BORROWING, AROUND);
  }

  private static Symptoms with(Symptoms.Borrowing borrowing) {
    return seen(HOME, WAY, borrowing, AROUND);
  }

  private static Symptoms seen(
      Symptoms.Home home, Symptoms.Way way, Symptoms.Borrowing borrowing, Symptoms.Around around) {
    return new Symptoms(NOW, home, Map.of("milan", way), borrowing, around);
  }

  private static Symptoms with(Symptoms.Around around) {
    return seen(HOME, WAY, BORROWING, around);
  }

  private static Symptoms.Stated stated(String protocol, String program) {
    return new Symptoms.Stated("1.2.3", protocol, program);
  }

  private static Symptoms.Around around(
      Symptoms.Stated stated, String percentage, String port, Symptoms.Contents contents) {
    return new Symptoms.Around(
        stated, Map.of("percentage", percentage), Map.of("milan", port), contents);
  }

  private static Symptoms.Around contents(
      List<DaemonSet> sets, List<Event> failures, List<PersistentVolumeClaim> claims) {
    return around(
        STATED, "80", "", new Symptoms.Contents(sets, failures, claims, CONTENTS.provisioners()));
  }

  private static PersistentVolumeClaim claim(@Nullable String storageClass) {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withNamespace("shop")
        .withName("cellar")
        .endMetadata()
        .withNewSpec()
        .withStorageClassName(storageClass)
        .endSpec()
        .build();
  }

  private static Event failure() {
    return new EventBuilder()
        .withNewInvolvedObject()
        .withKind("Service")
        .withNamespace("shop")
        .withName("web")
        .endInvolvedObject()
        .build();
  }

  private static Symptoms.Home home(
      Set<String> kinds, List<ClusterRole> roles, Set<String> policies, long silence) {
    return new Symptoms.Home(kinds, roles, policies, "", Optional.of(Duration.ofSeconds(silence)));
  }

  private static Symptoms.Home unavailable() {
    return new Symptoms.Home(
        HOME.kinds(), HOME.roles(), HOME.policies(), "no route", HOME.managerSilence());
  }

  private static List<ClusterRole> weaker() {
    return HOME.roles().stream().skip(1).toList();
  }

  private static Symptoms.Way way(String failure, long skew, Duration left) {
    return new Symptoms.Way(failure, Duration.ofSeconds(skew), Optional.of(NOW.plus(left)));
  }

  private static Symptoms.Borrowing borrowing(
      ResourceSlice slice, List<Node> nodes, long leaseAge, OffloadingPhase phase) {
    VirtualNode virtual = new VirtualNode();
    virtual.setMetadata(new ObjectMetaBuilder().withName("milan").build());
    NamespaceOffloading shop = new NamespaceOffloading();
    shop.setMetadata(new ObjectMetaBuilder().withNamespace("shop").build());
    shop.setStatus(new NamespaceOffloadingStatus(null, phase, Map.of(), 1L));
    return new Symptoms.Borrowing(
        List.of(slice),
        List.of(virtual),
        nodes,
        Map.of("milan", Duration.ofSeconds(leaseAge)),
        List.of(shop));
  }

  private static ResourceSlice slice(SliceVerdict resources) {
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(new ObjectMetaBuilder().withName("milan").build());
    slice.setStatus(
        new ResourceSliceStatus(
            List.of(
                condition(SliceConditionType.AUTHENTICATION, SliceVerdict.ACCEPTED),
                condition(SliceConditionType.RESOURCES, resources)),
            Map.of(),
            null,
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            Map.of()));
    return slice;
  }

  private static SliceCondition condition(SliceConditionType type, SliceVerdict verdict) {
    return new SliceCondition(type, verdict, null, "so it is", null);
  }

  private static Node node(String ready) {
    return new NodeBuilder()
        .withNewMetadata()
        .withName("milan")
        .endMetadata()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus(ready)
        .withMessage("so it is")
        .endCondition()
        .endStatus()
        .build();
  }

  private static DaemonSet everywhere() {
    return new DaemonSetBuilder()
        .withNewMetadata()
        .withNamespace("kube-system")
        .withName("agent")
        .endMetadata()
        .withNewSpec()
        .withNewTemplate()
        .withNewSpec()
        .addNewToleration()
        .withOperator("Exists")
        .endToleration()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }
}
