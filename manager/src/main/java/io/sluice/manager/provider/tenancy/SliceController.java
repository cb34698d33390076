package io.sluice.manager.provider.tenancy;

import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.AuthzPolicy;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Reasons;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.SigningRequest;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.border.Travel;
import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.Refusal;
import io.sluice.translate.tenant.SigningRules;
import io.sluice.translate.tenant.SliceRules;
import io.sluice.translate.tenant.Subject;
import java.security.PublicKey;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The provider's view of slices that came over the border, apart from their resources: whose they
 * are, their credentials (SL-2), what the tenant's standing means for them (SL-4) and the Quota of
 * what was granted (§4.4).
 */
public final class SliceController implements Controller {
  private static final Kind<ResourceSlice> SLICES = Kind.of(ResourceSlice.class);
  private static final Duration SOON = Duration.ofMillis(100);
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

  private final Clock clock;
  private final TenantNamespaces namespaces;
  private final Tenants tenants;
  private final Credentials credentials;
  private final Events events;
  private final Feed<ResourceSlice> slices;
  private final SliceWriter writer;
  private final QuotaKeeper quotas;
  private final Loop<Ref> loop = new Loop<>("slices", this::reconcile, Failures.logged("slices"));

  public SliceController(
      Api api,
      ProviderSettings settings,
      TenantNamespaces namespaces,
      Tenants tenants,
      Clock clock) {
    this.clock = clock;
    this.namespaces = namespaces;
    this.tenants = tenants;
    this.credentials = new Credentials(api, settings, clock);
    this.events = new Events(api, "sluice-tenancy", settings.clusterId(), clock);
    Scope replicated =
        Scope.ALL.labels(Labels.REPLICATED + "=" + Labels.TRUE + "," + Labels.ORIGIN_ID);
    this.slices = new Feed<>(api, SLICES, replicated, (ref, _) -> loop.queue().add(ref));
    this.writer = new SliceWriter(api, slices);
    this.quotas = new QuotaKeeper(api, settings.enforcement(), ref -> loop.queue().add(ref));
    tenants.onChange(ref -> enqueue(ref.namespace()));
    namespaces.onNamespace(this::enqueue);
  }

  @Override
  public void start() {
    slices.start();
    quotas.start();
    loop.start(2);
  }

  private void enqueue(String namespace) {
    slices.all().stream()
        .filter(slice -> slice.getMetadata().getNamespace().equals(namespace))
        .forEach(slice -> loop.queue().add(Ref.of(slice)));
  }

  private Next reconcile(Ref ref) throws InterruptedException {
    if (!tenants.synced() || !namespaces.synced() || !slices.synced() || !quotas.synced()) {
      return Next.again(SOON);
    }
    Optional<ResourceSlice> found =
        slices.get(ref).filter(slice -> slice.getMetadata().getDeletionTimestamp() == null);
    if (found.isEmpty()) {
      return Next.REST; // its Quota is collected with it
    }
    ResourceSlice slice = found.get();
    @Nullable String peer = namespaces.peerOf(ref.namespace()).orElse(null);
    @Nullable Tenant tenant = peer == null ? null : tenants.of(peer).orElse(null);
    Optional<Refusal> refusal = SliceRules.refusal(slice, peer, tenant);
    if (refusal.isPresent() || tenant == null || peer == null) {
      return deny(slice, TenantCondition.ACTIVE, refusal.orElseThrow());
    }
    TenantCondition standing = tenant.getSpec().tenantCondition();
    writer.cordon(slice, standing);
    quotas.align(slice, standing);
    return switch (request(slice, tenant, peer)) {
      case Outcome.Failed(String why) ->
          deny(slice, standing, new Refusal(Reasons.INVALID_CSR, why));
      case Outcome.Ok(SigningRequest request) -> accept(slice, tenant, request);
    };
  }

  private Next accept(ResourceSlice slice, Tenant tenant, SigningRequest request)
      throws InterruptedException {
    @Nullable AuthParams before = slice.getStatus() == null ? null : slice.getStatus().authParams();
    TenantCondition standing = tenant.getSpec().tenantCondition();
    String consumer = String.valueOf(tenant.getSpec().clusterID());
    Outcome<Credentials.Issued> outcome =
        credentials.issue(request, consumer, before, tenant.getSpec().proxyURL());
    return switch (outcome) {
      case Outcome.Failed(String why) ->
          deny(slice, standing, new Refusal(Reasons.CERTIFICATE_NOT_SIGNED, why));
      case Outcome.Ok(Credentials.Issued issued) -> {
        SliceCondition accepted = Conditions.accepted(slice, clock.instant());
        writer.write(slice, issued.params(), withStanding(slice, standing, accepted));
        Duration left = Duration.between(clock.instant(), issued.renewAt());
        yield Next.again(left.compareTo(SOON) < 0 ? SOON : left);
      }
    };
  }

  private Next deny(ResourceSlice slice, TenantCondition standing, Refusal refusal) {
    events.warn(slice, refusal.reason(), refusal.message());
    SliceCondition denied =
        Conditions.denied(slice, SliceConditionType.AUTHENTICATION, refusal, clock.instant());
    writer.write(slice, null, withStanding(slice, standing, denied));
    return Next.again(LOOK_AGAIN);
  }

  /** Who decides about resources heeds the standing too; for classes of others we do. */
  private List<SliceCondition> withStanding(
      ResourceSlice slice, TenantCondition standing, SliceCondition authentication) {
    List<SliceCondition> conditions = new ArrayList<>(List.of(authentication));
    SliceRules.standing(slice, standing)
        .filter(_ -> !SliceRules.isBuiltIn(slice))
        .map(
            refusal ->
                Conditions.denied(slice, SliceConditionType.RESOURCES, refusal, clock.instant()))
        .ifPresent(conditions::add);
    return conditions;
  }

  /** The slice's request, if it asks for exactly this slice's identity and the tenant's key. */
  private static Outcome<SigningRequest> request(
      ResourceSlice slice, Tenant tenant, String consumer) {
    return switch (SigningRequest.parse(Travel.text(slice.getSpec().csr()))) {
      case Outcome.Failed(String why) -> Outcome.failed(why);
      case Outcome.Ok(SigningRequest request) -> {
        var asked =
            new SigningRules.Asked(request.subject(), request.extras(), isOwnKey(request, tenant));
        Subject wanted = Subject.slice(consumer, slice.getMetadata().getName());
        yield SigningRules.refusal(wanted, asked)
            .map(refusal -> Outcome.<SigningRequest>failed(refusal.message()))
            .orElseGet(() -> Outcome.ok(request));
      }
    };
  }

  /** Where no handshake was asked for there is no key to compare with. */
  private static boolean isOwnKey(SigningRequest request, Tenant tenant) {
    if (tenant.getSpec().authzPolicy() == AuthzPolicy.TOLERATE_NO_HANDSHAKE) {
      return true;
    }
    return switch (Keys.readPublic(Travel.unpack(tenant.getSpec().publicKey()))) {
      case Outcome.Ok(PublicKey key) -> Keys.same(key, request.key());
      case Outcome.Failed<PublicKey> _ -> false;
    };
  }

  @Override
  public void close() {
    loop.close();
    slices.close();
    quotas.close();
  }
}
