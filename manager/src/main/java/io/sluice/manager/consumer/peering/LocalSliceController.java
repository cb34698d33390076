package io.sluice.manager.consumer.peering;

import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceSpec;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
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
import io.sluice.translate.tenant.SliceRules;
import io.sluice.translate.tenant.Subject;
import java.security.KeyPair;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Completes the slices that this cluster asks for (SL-1) and keeps the Identity of each one that
 * the provider has authenticated (§2.2, step 6).
 */
public final class LocalSliceController implements Controller {
  private static final Kind<ResourceSlice> SLICES = Kind.of(ResourceSlice.class);
  private static final Kind<Identity> IDENTITIES = Kind.of(Identity.class);
  private static final Duration SOON = Duration.ofMillis(100);

  private final Api api;
  private final String clusterId;
  private final ClusterKey key;
  private final TenantNamespaces namespaces;
  private final Feed<ResourceSlice> slices;
  private final Feed<Identity> identities;
  private final Loop<Ref> loop =
      new Loop<>("local-slices", this::reconcile, Failures.logged("local-slices"));

  public LocalSliceController(
      Api api, String clusterId, ClusterKey key, TenantNamespaces namespaces) {
    this.api = api;
    this.clusterId = clusterId;
    this.key = key;
    this.namespaces = namespaces;
    this.slices =
        new Feed<>(
            api,
            SLICES,
            Scope.ALL.labels(Labels.REPLICATION + "=" + Labels.TRUE + "," + Labels.REMOTE_ID),
            (ref, _) -> loop.queue().add(ref));
    this.identities =
        new Feed<>(
            api,
            IDENTITIES,
            Scope.ALL.labels(Labels.RESOURCE_SLICE_NAME),
            (ref, _) -> enqueueSlice(ref));
  }

  @Override
  public void start() {
    slices.start();
    identities.start();
    loop.start(1);
  }

  private void enqueueSlice(Ref identity) {
    if (identity.name().startsWith(Names.SLICE_IDENTITY_PREFIX)) {
      String name = identity.name().substring(Names.SLICE_IDENTITY_PREFIX.length());
      loop.queue().add(new Ref(identity.namespace(), name));
    }
  }

  private Next reconcile(Ref ref) {
    if (!slices.synced() || !identities.synced() || !namespaces.synced()) {
      return Next.again(SOON);
    }
    Optional<ResourceSlice> found =
        slices.get(ref).filter(slice -> slice.getMetadata().getDeletionTimestamp() == null);
    Optional<String> peer = namespaces.peerOf(ref.namespace());
    if (found.isPresent() && peer.isPresent() && isFor(found.get(), peer.get())) {
      ResourceSlice complete = complete(found.get(), peer.get());
      alignIdentity(complete, peer.get());
    }
    return Next.REST;
  }

  private static boolean isFor(ResourceSlice slice, String provider) {
    return provider.equals(Frozen.map(slice.getMetadata().getLabels()).get(Labels.REMOTE_ID));
  }

  private ResourceSlice complete(ResourceSlice slice, String provider) {
    Map<String, Object> spec = new LinkedHashMap<>();
    @Nullable ResourceSliceSpec there = slice.getSpec();
    if (there == null || there.consumerClusterID() == null) {
      spec.put("consumerClusterID", clusterId);
    }
    if (there == null || there.providerClusterID() == null) {
      spec.put("providerClusterID", provider);
    }
    Subject subject = Subject.slice(clusterId, slice.getMetadata().getName());
    KeyPair pair = key.pair();
    if (there == null || !isRequestOf(there.csr(), subject, pair)) {
      spec.put("csr", Travel.pack(SigningRequest.create(pair, subject)));
    }
    if (spec.isEmpty()) {
      return slice;
    }
    Map<String, Object> change =
        Map.of("metadata", Map.of("uid", slice.getMetadata().getUid()), "spec", spec);
    ResourceSlice written = api.patch(SLICES, Ref.of(slice), Patch.merge(change));
    slices.seen(written);
    return written;
  }

  private static boolean isRequestOf(@Nullable String csr, Subject subject, KeyPair pair) {
    return SigningRequest.parse(Travel.text(csr)) instanceof Outcome.Ok(SigningRequest request)
        && request.subject().equals(subject)
        && Keys.same(request.key(), pair.getPublic());
  }

  private void alignIdentity(ResourceSlice slice, String provider) {
    Ref ref = new Ref(slice.getMetadata().getNamespace(), Identities.nameOf(slice));
    Optional<Identity> there = identities.get(ref);
    @Nullable AuthParams params = slice.getStatus() == null ? null : slice.getStatus().authParams();
    if (SliceRules.isDenied(slice, SliceConditionType.AUTHENTICATION)) {
      there.ifPresent(identity -> identities.delete(ref, identity.getMetadata().getUid(), null));
    } else if (params != null && SliceRules.isAccepted(slice, SliceConditionType.AUTHENTICATION)) {
      Identity wanted = Identities.ofSlice(slice, provider, params);
      if (there.filter(identity -> wanted.getSpec().equals(identity.getSpec())).isEmpty()) {
        identities.seen(
            api.patch(IDENTITIES, ref, Patch.apply(wanted, Names.FIELD_MANAGER_PEERING)));
      }
    }
  }

  @Override
  public void close() {
    loop.close();
    slices.close();
    identities.close();
  }
}
