package io.sluice.translate.border;

import io.fabric8.kubernetes.api.model.Node;
import io.sluice.api.authentication.AuthzPolicy;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.core.ForeignClusterStatus;
import io.sluice.api.core.PeerCondition;
import io.sluice.api.core.PeerConditionStatus;
import io.sluice.api.core.PeerConditionType;
import io.sluice.api.core.PeerModule;
import io.sluice.api.core.PeerModules;
import io.sluice.api.core.PeerRole;
import io.sluice.api.core.TenantNamespaces;
import io.sluice.api.networking.Configuration;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodePart;
import io.sluice.api.offloading.VirtualNodeState;
import io.sluice.api.vocab.ConditionTypes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Status of a ForeignCluster, recomputed from scratch at each change (§1.5). */
public final class PeerStatus {
  private final PeerFacts facts;
  private final List<PeerCondition> before;
  private final Instant now;

  private PeerStatus(PeerFacts facts, List<PeerCondition> before, Instant now) {
    this.facts = facts;
    this.before = before;
    this.now = now;
  }

  /**
   * The status that these facts amount to.
   *
   * @param before the status as it is, for the times of what does not change
   */
  public static ForeignClusterStatus of(
      PeerFacts facts, @Nullable ForeignClusterStatus before, long generation, Instant now) {
    return new PeerStatus(facts, conditions(before), now).status(generation);
  }

  private ForeignClusterStatus status(long generation) {
    @Nullable Identity identity = facts.credentials().identity();
    var params = identity == null ? null : identity.getSpec().authParams();
    return new ForeignClusterStatus(
        role(),
        new PeerModules(networking(), authentication(), offloading()),
        params == null ? null : params.apiServer(),
        params == null ? null : params.proxyURL(),
        namespaces(identity),
        facts.credentials().kubeconfig() ? List.of(apiServer()) : List.of(),
        generation);
  }

  private PeerRole role() {
    boolean consumer = facts.tenant() != null;
    boolean provider =
        facts.credentials().identity() != null
            || facts.credentials().kubeconfig()
            || !facts.virtualNodes().isEmpty();
    if (consumer && provider) {
      return PeerRole.CONSUMER_AND_PROVIDER;
    }
    if (consumer) {
      return PeerRole.CONSUMER;
    }
    return provider ? PeerRole.PROVIDER : PeerRole.UNKNOWN;
  }

  private @Nullable TenantNamespaces namespaces(@Nullable Identity identity) {
    @Nullable String local = facts.credentials().namespace();
    @Nullable String remote = identity == null ? null : identity.getSpec().namespace();
    return local == null && remote == null ? null : new TenantNamespaces(local, remote);
  }

  private PeerCondition apiServer() {
    PeerFacts.Health health = facts.credentials().health();
    PeerConditionStatus status =
        switch (health.answer()) {
          case NOT_ASKED -> PeerConditionStatus.PENDING;
          case HEALTHY -> PeerConditionStatus.ESTABLISHED;
          case FAILED -> PeerConditionStatus.ERROR;
        };
    return condition(PeerConditionType.API_SERVER_STATUS, status, health.why());
  }

  /**
   * Whether ranges may be translated. Whoever wrote the Configuration looks after the wires: where
   * its ranges may be used, they lead somewhere.
   */
  private PeerModule networking() {
    @Nullable Configuration configuration = facts.configuration();
    if (configuration == null) {
      return PeerModule.off();
    }
    boolean usable =
        configuration.getStatus() != null
            && configuration.getStatus().conditions().stream()
                .anyMatch(
                    condition ->
                        condition.type().equals(ConditionTypes.NETWORK_CIDRS_CONFIGURED)
                            && condition.holds());
    return new PeerModule(
        true,
        List.of(
            condition(
                PeerConditionType.NETWORK_CONFIGURATION_STATUS,
                usable ? PeerConditionStatus.READY : PeerConditionStatus.NOT_READY,
                ""),
            condition(
                PeerConditionType.NETWORK_CONNECTION_STATUS,
                usable ? PeerConditionStatus.ESTABLISHED : PeerConditionStatus.PENDING,
                "")));
  }

  private PeerModule authentication() {
    List<PeerCondition> conditions = new ArrayList<>();
    @Nullable Tenant tenant = facts.tenant();
    if (tenant != null) {
      conditions.add(condition(PeerConditionType.AUTH_TENANT_STATUS, ready(isReady(tenant)), ""));
    }
    if (facts.credentials().identity() != null || facts.credentials().kubeconfig()) {
      conditions.add(
          condition(
              PeerConditionType.AUTH_IDENTITY_CONTROL_PLANE_STATUS,
              ready(facts.credentials().kubeconfig()),
              ""));
    }
    return new PeerModule(!conditions.isEmpty(), conditions);
  }

  private static boolean isReady(Tenant tenant) {
    return tenant.getStatus() != null
        && tenant.getStatus().tenantNamespace() != null
        && (tenant.getStatus().authParams() != null
            || tenant.getSpec().authzPolicy() == AuthzPolicy.TOLERATE_NO_HANDSHAKE);
  }

  private PeerModule offloading() {
    List<VirtualNode> all = facts.virtualNodes();
    if (all.isEmpty()) {
      return PeerModule.off();
    }
    long running = all.stream().filter(PeerStatus::isRunning).count();
    long wanted =
        all.stream().filter(node -> !Boolean.FALSE.equals(node.getSpec().createNode())).count();
    long ready = facts.nodes().stream().filter(PeerStatus::isReady).count();
    return new PeerModule(
        true,
        List.of(
            condition(
                PeerConditionType.OFFLOADING_VIRTUAL_NODE_STATUS, share(running, all.size()), ""),
            condition(PeerConditionType.OFFLOADING_NODE_STATUS, share(ready, wanted), "")));
  }

  private static boolean isRunning(VirtualNode node) {
    return node.getStatus() != null
        && node.getStatus().conditions().stream()
            .anyMatch(
                condition ->
                    condition.type() == VirtualNodePart.VIRTUAL_KUBELET
                        && condition.status() == VirtualNodeState.RUNNING);
  }

  private static boolean isReady(Node node) {
    return node.getStatus() != null
        && node.getStatus().getConditions().stream()
            .anyMatch(
                condition ->
                    condition.getType().equals("Ready") && condition.getStatus().equals("True"));
  }

  private static PeerConditionStatus share(long good, long all) {
    if (all == 0) {
      return PeerConditionStatus.NONE;
    }
    if (good == 0) {
      return PeerConditionStatus.NOT_READY;
    }
    return good < all ? PeerConditionStatus.SOME_NOT_READY : PeerConditionStatus.READY;
  }

  private static PeerConditionStatus ready(boolean ready) {
    return ready ? PeerConditionStatus.READY : PeerConditionStatus.NOT_READY;
  }

  private PeerCondition condition(
      PeerConditionType type, PeerConditionStatus status, String message) {
    String since =
        before.stream()
            .filter(old -> old.type() == type && old.status() == status)
            .findFirst()
            .flatMap(old -> Optional.ofNullable(old.lastTransitionTime()))
            .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
    return new PeerCondition(type, status, null, message.isEmpty() ? null : message, since);
  }

  private static List<PeerCondition> conditions(@Nullable ForeignClusterStatus status) {
    if (status == null) {
      return List.of();
    }
    @Nullable PeerModules modules = status.modules();
    Stream<PeerModule> parts =
        modules == null
            ? Stream.of()
            : Stream.of(modules.networking(), modules.authentication(), modules.offloading());
    return Stream.concat(
            status.conditions().stream(),
            parts.filter(Objects::nonNull).flatMap(part -> part.conditions().stream()))
        .toList();
  }
}
