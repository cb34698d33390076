package io.sluice.manager.provider.tenancy;

import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.AuthzPolicy;
import io.sluice.api.authentication.Handshake;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.authentication.TenantStatus;
import io.sluice.api.vocab.Finalizers;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.Finalizing;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.Refusal;
import io.sluice.translate.tenant.TenantRules;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets consumers in (§1.3, steps 6a–6g): checks who they are, has their certificate signed and
 * renewed, gives them their rights, and takes all of it when they are drained or leave.
 */
public final class TenantController implements Controller {
  private static final Logger LOG = LoggerFactory.getLogger(TenantController.class);
  private static final Duration SOON = Duration.ofMillis(100);

  /** A refusal waits for a change; changes that nobody tells of are looked for this often. */
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

  private final Api api;
  private final ProviderSettings settings;
  private final TenantNamespaces namespaces;
  private final Tenants tenants;
  private final Clock clock;
  private final Events events;
  private final Challenges challenges;
  private final Credentials credentials;
  private final TenantRights rights;
  private final Loop<Ref> loop = new Loop<>("tenants", this::reconcile, Failures.logged("tenants"));

  public TenantController(
      Api api,
      ProviderSettings settings,
      TenantNamespaces namespaces,
      Tenants tenants,
      Clock clock) {
    this.api = api;
    this.settings = settings;
    this.namespaces = namespaces;
    this.tenants = tenants;
    this.clock = clock;
    this.events = new Events(api, "sluice-tenancy", settings.clusterId(), clock);
    this.challenges = new Challenges(namespaces, settings.lives().nonce(), clock);
    this.credentials = new Credentials(api, settings, clock);
    this.rights = new TenantRights(api, consumer -> enqueue(consumer, null));
    tenants.onChange(ref -> loop.queue().add(ref));
    namespaces.onNamespace(namespace -> enqueue(null, namespace));
    namespaces.onSecret(ref -> enqueue(null, ref.namespace()));
  }

  @Override
  public void start() {
    rights.start();
    loop.start(2);
  }

  private void enqueue(@Nullable String consumer, @Nullable String namespace) {
    tenants.all().stream()
        .filter(
            tenant ->
                tenant.getMetadata().getNamespace().equals(namespace)
                    || (consumer != null && consumer.equals(tenant.getSpec().clusterID())))
        .forEach(tenant -> loop.queue().add(Ref.of(tenant)));
  }

  private Next reconcile(Ref ref) throws InterruptedException {
    if (!tenants.synced() || !namespaces.synced() || !rights.synced()) {
      return Next.again(SOON);
    }
    Optional<Tenant> found = tenants.get(ref);
    if (found.isEmpty()) {
      return Next.REST;
    }
    Tenant tenant = found.get();
    if (tenant.getMetadata().getDeletionTimestamp() != null) {
      return leave(tenant);
    }
    Optional<Refusal> refusal = TenantRules.refusal(tenant, around(tenant));
    if (refusal.isPresent()) {
      return refuse(tenant, refusal.get());
    }
    String consumer = String.valueOf(tenant.getSpec().clusterID());
    Tenant held = Finalizing.add(api, Tenants.KIND, tenant, Finalizers.TENANT);
    tenants.seen(held);
    if (held.getSpec().tenantCondition() == TenantCondition.DRAINED) {
      return drain(held, consumer);
    }
    return held.getSpec().authzPolicy() == AuthzPolicy.TOLERATE_NO_HANDSHAKE
        ? letIn(held, consumer, null, null)
        : examine(held, consumer);
  }

  private TenantRules.Around around(Tenant tenant) {
    @Nullable String id = tenant.getSpec() == null ? null : tenant.getSpec().clusterID();
    Set<String> subjects =
        id == null || Tenants.isIn(tenant) ? Set.of() : rights.subjectsOfOthers(id);
    @Nullable String peer = namespaces.peerOf(tenant.getMetadata().getNamespace()).orElse(null);
    return new TenantRules.Around(settings.clusterId(), peer, tenants.all(), subjects);
  }

  private Next examine(Tenant tenant, String consumer) throws InterruptedException {
    if (!namespaces.secretsSynced(tenant.getMetadata().getNamespace())) {
      return Next.again(SOON);
    }
    switch (challenges.check(tenant)) {
      case Challenges.Result.Refused(Refusal refusal) -> {
        return refuse(tenant, refusal);
      }
      case Challenges.Result.Proven proven -> {
        @Nullable TenantStatus before = tenant.getStatus();
        Outcome<Credentials.Issued> issued =
            credentials.issue(
                proven.request(),
                consumer,
                before == null ? null : before.authParams(),
                tenant.getSpec().proxyURL());
        return switch (issued) {
          case Outcome.Ok(Credentials.Issued credential) ->
              letIn(tenant, consumer, credential, proven.handshake());
          case Outcome.Failed(String why) ->
              refuse(tenant, new Refusal(Reasons.CERTIFICATE_NOT_SIGNED, why));
        };
      }
    }
  }

  private Next letIn(
      Tenant tenant,
      String consumer,
      Credentials.@Nullable Issued issued,
      @Nullable Handshake handshake) {
    rights.give(tenant, consumer);
    boolean fresh = !Tenants.isIn(tenant);
    AuthParams params = issued == null ? null : issued.params();
    write(
        tenant,
        new TenantStatus(
            params,
            tenant.getMetadata().getNamespace(),
            handshake,
            Conditions.letIn(tenant, clock.instant()),
            tenant.getMetadata().getGeneration()));
    if (handshake != null) {
      // The answer is on record, so nobody can give it again; the Secret goes too.
      challenges.spent(tenant, handshake).ifPresent(nonce -> namespaces.delete(nonce.secret()));
    }
    if (fresh) {
      LOG.atInfo().addKeyValue("tenant", consumer).log("let in");
    }
    return issued == null ? Next.REST : Next.again(until(issued.renewAt()));
  }

  private Next drain(Tenant tenant, String consumer) {
    rights.take(tenant, consumer);
    new Drain(api).empty(tenant.getMetadata().getNamespace(), consumer);
    return Next.again(LOOK_AGAIN);
  }

  /** Says why, and leaves everything as it is. */
  private Next refuse(Tenant tenant, Refusal refusal) {
    events.warn(tenant, refusal.reason(), refusal.message());
    @Nullable TenantStatus before = tenant.getStatus();
    write(
        tenant,
        new TenantStatus(
            before == null ? null : before.authParams(),
            before == null ? null : before.tenantNamespace(),
            before == null ? null : before.handshake(),
            Conditions.refused(tenant, refusal, clock.instant()),
            tenant.getMetadata().getGeneration()));
    return Next.again(LOOK_AGAIN);
  }

  private Next leave(Tenant tenant) {
    if (Finalizing.has(tenant, Finalizers.TENANT)) {
      rights.take(tenant, String.valueOf(tenant.getSpec().clusterID()));
      Finalizing.remove(api, Tenants.KIND, tenant, Finalizers.TENANT);
      LOG.atInfo().addKeyValue("tenant", tenant.getSpec().clusterID()).log("left");
    }
    return Next.REST;
  }

  private void write(Tenant tenant, TenantStatus status) {
    if (!status.equals(tenant.getStatus())) {
      Map<String, Object> change =
          Map.of("metadata", Map.of("uid", tenant.getMetadata().getUid()), "status", status);
      tenants.seen(api.patch(Tenants.KIND, Ref.of(tenant), Patch.merge(change).to("status")));
    }
  }

  private Duration until(Instant moment) {
    Duration left = Duration.between(clock.instant(), moment);
    return left.compareTo(SOON) < 0 ? SOON : left;
  }

  @Override
  public void close() {
    loop.close();
    rights.close();
  }
}
