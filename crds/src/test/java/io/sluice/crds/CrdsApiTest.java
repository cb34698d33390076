package io.sluice.crds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.sluice.api.Kinds;
import io.sluice.api.policy.ObjectGuardrails;
import io.sluice.api.policy.PodGuardrails;
import io.sluice.api.policy.PodSecurity;
import io.sluice.api.policy.StreamGuardrails;
import io.sluice.api.policy.TenantPolicySpec;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

@NeedsClusters("home")
class CrdsApiTest {
  private static final List<Class<? extends CustomResource<?, ?>>> KINDS = Kinds.ALL;
  private static KubernetesClient client;

  @BeforeAll
  static void installTheCommittedFiles(Cluster home) {
    home.kubectl("apply", "--server-side", "-f", "../deploy/crds").outOrThrow();
    // kubectl gives up on a kind that says nothing of itself yet
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> home.kubectl("wait", "--for=condition=Established", "crd", "--all").ok());
    var config = Config.fromKubeconfig(home.kubeconfig().toFile());
    // the bed's keys are PKCS#8, whose header does not say which algorithm they are for
    config.setClientKeyAlgo("EC");
    client = new KubernetesClientBuilder().withConfig(config).build();
  }

  @AfterAll
  static void close() {
    client.close();
  }

  @Test
  void noSchemaIsNonStructural() {
    var crds = client.apiextensions().v1().customResourceDefinitions().list().getItems();
    assertThat(crds).hasSizeGreaterThanOrEqualTo(KINDS.size());
    assertThat(crds)
        .flatExtracting(crd -> crd.getStatus().getConditions())
        .extracting("type")
        .doesNotContain("NonStructuralSchema");
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  void storesEveryFieldOfSpecAndStatus(
      Class<? extends CustomResource<?, ?>> kind, TestNamespace namespace) {
    var wanted = Samples.JSON.unmarshal(Samples.valid(kind).toString(), kind);
    if (wanted instanceof Namespaced) {
      wanted.getMetadata().setNamespace(namespace.name());
    }
    var stored = client.resource(wanted).create();
    try {
      assertThat(stored.getSpec()).isEqualTo(wanted.getSpec());
      if (wanted.getStatus() != null) {
        wanted.getMetadata().setResourceVersion(stored.getMetadata().getResourceVersion());
        var observed = client.resource(wanted).updateStatus();
        assertThat(observed.getStatus()).isEqualTo(wanted.getStatus());
      }
    } finally {
      client.resource(wanted).delete();
    }
  }

  /** T-34: neither pruned nor tracked leaf by leaf. */
  @Test
  void keepsThePodOpaque(TestNamespace namespace) {
    var stored = create(Rules.SHADOW_POD, namespace);
    assertThat(tree(stored).at("/spec/pod/containers/0/tomorrow/deep/0").asInt()).isEqualTo(1);
    var fields = stored.getMetadata().getManagedFields().getFirst().getFieldsV1();
    assertThat(Samples.JSON.convertValue(fields, JsonNode.class).at("/f:spec/f:pod"))
        .isEqualTo(Samples.JSON.unmarshal("{}", JsonNode.class));
  }

  @Test
  void fillsInDefaults(TestNamespace namespace) {
    var offloading = tree(create(Rules.OFFLOADING, namespace)).at("/spec");
    assertThat(offloading.at("/namespaceMappingStrategy").asText()).isEqualTo("DefaultName");
    assertThat(offloading.at("/podOffloadingStrategy").asText()).isEqualTo("LocalAndRemote");
    var tenant = tree(create(Rules.TENANT, namespace)).at("/spec");
    assertThat(tenant.at("/authzPolicy").asText()).isEqualTo("KeysExchange");
    assertThat(tenant.at("/tenantCondition").asText()).isEqualTo("Active");
  }

  /** A policy that says nothing means the same to the server and to us. */
  @Test
  void theServerAndTheTypeAgreeOnDefaultsOfATenantPolicy(TestNamespace namespace) {
    var stored = create(Rules.TENANT_POLICY, namespace);
    var spec = Samples.JSON.convertValue(tree(stored).at("/spec"), TenantPolicySpec.class);
    assertThat(spec)
        .isEqualTo(
            new TenantPolicySpec(
                null,
                1,
                List.of(),
                PodSecurity.defaults(),
                PodGuardrails.defaults(),
                StreamGuardrails.defaults(),
                ObjectGuardrails.defaults(),
                true));
    client.resource(stored).delete();
  }

  static Stream<Rules.Creation> creations() {
    return Rules.creations();
  }

  @ParameterizedTest
  @MethodSource("creations")
  void refusesWhatMustNotBeCreated(Rules.Creation rule, TestNamespace namespace) {
    var good = create(rule.good(), namespace);
    client.resource(good).delete();
    assertThatThrownBy(() -> create(rule.bad(), namespace))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(rule.message());
  }

  static Stream<Rules.Change> changes() {
    return Rules.changes();
  }

  @ParameterizedTest
  @MethodSource("changes")
  void refusesWhatMustNotChange(Rules.Change rule, TestNamespace namespace) {
    var stored = create(rule.before(), namespace);
    assertThatThrownBy(() -> patch(stored, rule.refused()))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(rule.message());
    patch(stored, rule.allowed());
    client.resource(stored).delete();
  }

  @Test
  void kubectlExplainsTheSpec(Cluster home) {
    assertThat(home.kubectl("explain", "shadowpod.spec").outOrThrow())
        .contains("What is wanted.", "core/v1 PodSpec");
  }

  @ParameterizedTest
  @CsvSource({
    "shp, NAME STATUS AGE, ''",
    "nso, NAME NAMESPACEMAPPINGSTRATEGY PODOFFLOADINGSTRATEGY OFFLOADINGPHASE AGE,"
        + " NAME NAMESPACEMAPPINGSTRATEGY PODOFFLOADINGSTRATEGY OFFLOADINGPHASE"
        + " REMOTENAMESPACENAME AGE",
    "vn, NAME CLUSTERID CREATE NODE AGE, NAME CLUSTERID CREATE NODE AGE NODE VIRTUALKUBELET",
    "qt, NAME ENFORCEMENT CORDONED AGE, NAME ENFORCEMENT CORDONED AGE USER",
  })
  void kubectlShowsTheColumns(
      String shortName, String columns, String wide, Cluster home, TestNamespace namespace) {
    Stream.of(Rules.SHADOW_POD, Rules.OFFLOADING, Rules.VIRTUAL_NODE, Rules.QUOTA)
        .forEach(yaml -> create(yaml, namespace));
    assertThat(header(home, namespace, shortName)).isEqualTo(columns);
    assertThat(header(home, namespace, shortName, "-o", "wide"))
        .isEqualTo(wide.isEmpty() ? columns : wide);
    assertThat(home.kubectl("get", "liqo", "-n", namespace.name(), "-o", "name").outOrThrow())
        .contains("shadowpod.offloading.liqo.io/web", "quota.offloading.liqo.io/milan");
  }

  private static String header(Cluster home, TestNamespace namespace, String... arguments) {
    var command = new ArrayList<>(List.of("get", "-n", namespace.name()));
    command.addAll(List.of(arguments));
    var lines = home.kubectl(command.toArray(String[]::new)).outOrThrow().lines();
    return lines.findFirst().orElseThrow().strip().replaceAll(" +", " ");
  }

  private static GenericKubernetesResource create(String yaml, TestNamespace namespace) {
    var object = Samples.JSON.unmarshal(yaml, GenericKubernetesResource.class);
    if (Samples.isNamespaced(object.getKind())) {
      object.getMetadata().setNamespace(namespace.name());
    }
    return client.resource(object).create();
  }

  private static void patch(HasMetadata object, String spec) {
    var patch = Samples.JSON.unmarshal("spec: " + spec, JsonNode.class).toString();
    client.resource(object).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
  }

  private static JsonNode tree(HasMetadata object) {
    return Samples.JSON.convertValue(object, JsonNode.class);
  }
}
