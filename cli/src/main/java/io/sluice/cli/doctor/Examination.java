package io.sluice.cli.doctor;

import io.fabric8.kubernetes.api.model.APIService;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.IdentityType;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.manager.border.Travel;
import io.sluice.translate.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads everything that the checks look at, and changes nothing. */
public final class Examination {
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final String FAILED = "reason=" + Reasons.FAILED_REFLECTION;

  private final Target target;
  private final String namespace;
  private final String program;

  /**
   * @param program version of whoever asks
   */
  public Examination(Target target, String namespace, String program) {
    this.target = target;
    this.namespace = namespace;
    this.program = program;
  }

  public Symptoms symptoms() {
    Symptoms.Borrowing borrowing = borrowing();
    return new Symptoms(Instant.now(), home(), ways(), borrowing, around(borrowing));
  }

  private Symptoms.Around around(Symptoms.Borrowing borrowing) {
    Target.Installation stated = target.installation(namespace);
    Ref sharing = new Ref(namespace, Names.SHARING_SETTINGS);
    Map<String, String> ports = new HashMap<>();
    borrowing.nodes().forEach(node -> ports.put(node.getMetadata().getName(), port(Ref.of(node))));
    return new Symptoms.Around(
        new Symptoms.Stated(stated.version(), stated.protocol(), program),
        target
            .ask(() -> target.api().find(Kind.of(ConfigMap.class), sharing))
            .map(found -> Frozen.map(found.getData()))
            .orElse(Map.of()),
        ports,
        contents(borrowing));
  }

  private String port(Ref node) {
    try {
      target.api().text(Kind.of(Node.class).path(node, "proxy/healthz"), PATIENCE);
      return "";
    } catch (ApiFailure failure) {
      return failure.reason();
    }
  }

  private Symptoms.Contents contents(Symptoms.Borrowing borrowing) {
    List<Event> failures = new ArrayList<>();
    List<PersistentVolumeClaim> claims = new ArrayList<>();
    for (NamespaceOffloading offloading : borrowing.namespaces()) {
      String extended = offloading.getMetadata().getNamespace();
      failures.addAll(all(Event.class, new Scope(extended, null, FAILED)));
      claims.addAll(all(PersistentVolumeClaim.class, Scope.namespace(extended)));
    }
    return new Symptoms.Contents(
        all(DaemonSet.class, Scope.ALL),
        failures,
        claims,
        all(StorageClass.class, Scope.ALL).stream()
            .collect(
                Collectors.toMap(
                    each -> each.getMetadata().getName(), StorageClass::getProvisioner)));
  }

  private Symptoms.Home home() {
    return new Symptoms.Home(
        all(CustomResourceDefinition.class, Scope.ALL).stream()
            .map(crd -> crd.getMetadata().getName())
            .collect(Collectors.toSet()),
        all(ClusterRole.class, Scope.ALL),
        all(ValidatingAdmissionPolicy.class, Scope.ALL).stream()
            .map(policy -> policy.getMetadata().getName())
            .collect(Collectors.toSet()),
        metricsApi(),
        age(new Ref(namespace, Names.MANAGER)));
  }

  private String metricsApi() {
    Ref ref = Ref.cluster(Names.METRICS_API);
    return target
        .ask(() -> target.api().find(Kind.of(APIService.class), ref))
        .flatMap(found -> Optional.ofNullable(found.getStatus()))
        .stream()
        .flatMap(status -> Frozen.list(status.getConditions()).stream())
        .filter(condition -> "Available".equals(condition.getType()))
        .filter(condition -> !"True".equals(condition.getStatus()))
        .map(condition -> String.valueOf(condition.getMessage()))
        .findFirst()
        .orElse("");
  }

  private Symptoms.Borrowing borrowing() {
    Map<String, Duration> ages = new HashMap<>();
    List<VirtualNode> virtual = all(VirtualNode.class, Scope.ALL);
    for (VirtualNode node : virtual) {
      String name = node.getMetadata().getName();
      age(new Ref(Names.NODE_LEASE_NAMESPACE, name)).ifPresent(age -> ages.put(name, age));
    }
    return new Symptoms.Borrowing(
        all(ResourceSlice.class, Scope.ALL.labels(Labels.REPLICATION + "=" + Labels.TRUE)),
        virtual,
        all(Node.class, Scope.ALL.labels(Labels.TYPE + "=" + Labels.TYPE_VIRTUAL_NODE)),
        ages,
        all(NamespaceOffloading.class, Scope.ALL));
  }

  private Map<String, Symptoms.Way> ways() {
    Map<String, Symptoms.Way> ways = new HashMap<>();
    for (Identity identity : all(Identity.class, Scope.ALL)) {
      if (identity.getSpec().type() == IdentityType.CONTROL_PLANE) {
        ways.put(String.valueOf(identity.getSpec().clusterID()), way(identity));
      }
    }
    return ways;
  }

  private Symptoms.Way way(Identity identity) {
    Optional<Instant> ends = ends(identity);
    try {
      return new Symptoms.Way("", skew(identity), ends);
    } catch (ApiFailure failure) {
      String why = String.valueOf(Trouble.of(failure, "remote").getMessage());
      return new Symptoms.Way(why, Duration.ZERO, ends);
    } catch (Trouble | IllegalArgumentException trouble) {
      return new Symptoms.Way(String.valueOf(trouble.getMessage()), Duration.ZERO, ends);
    }
  }

  private static Optional<Instant> ends(Identity identity) {
    if (identity.getSpec().authParams() == null
        || identity.getSpec().authParams().signedCRT() == null) {
      return Optional.empty();
    }
    return switch (IssuedCertificate.read(
        Travel.text(identity.getSpec().authParams().signedCRT()))) {
      case Outcome.Ok(IssuedCertificate issued) -> Optional.of(issued.validity().until());
      case Outcome.Failed<IssuedCertificate> _ -> Optional.empty();
    };
  }

  /** Has the provider rehearse a Lease: it checks our rights and stamps its own time on it. */
  private Duration skew(Identity identity) {
    String name = Names.KUBECONFIG_SECRET_PREFIX + identity.getMetadata().getName();
    Ref ref = new Ref(identity.getMetadata().getNamespace(), name);
    Secret secret = target.ask(() -> target.api().get(Kind.of(Secret.class), ref));
    String kubeconfig = Travel.text(Frozen.map(secret.getData()).get(Names.KUBECONFIG_KEY));
    Lease question =
        new LeaseBuilder()
            .withNewMetadata()
            .withNamespace(identity.getSpec().namespace())
            .withGenerateName("sluice-clock-")
            .endMetadata()
            .build();
    try (Api remote = new Api(Endpoint.fromKubeconfig(kubeconfig), "sluice")) {
      Lease answer = remote.rehearse(Kind.of(Lease.class), question);
      Instant there = Instant.parse(answer.getMetadata().getCreationTimestamp());
      return Duration.between(Instant.now().truncatedTo(ChronoUnit.SECONDS), there);
    }
  }

  private Optional<Duration> age(Ref lease) {
    return target
        .ask(() -> target.api().find(Kind.of(Lease.class), lease))
        .map(found -> found.getSpec().getRenewTime())
        .map(renewed -> Duration.between(renewed.toInstant(), Instant.now()));
  }

  /** That a kind is not served is a finding of its own. */
  private <T extends HasMetadata> List<T> all(Class<T> type, Scope scope) {
    return target.served(type, scope);
  }
}
