package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.IdentityStatus;
import io.sluice.api.authentication.IdentityType;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Kubeconfig;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.border.Travel;
import io.sluice.translate.Outcome;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes a kubeconfig of each Identity (§1.3, step 8): what the provider issued, joined with the key
 * that never left this cluster. A renewed certificate changes the Secret in place.
 */
public final class IdentityController implements Controller {
  private static final Kind<Secret> SECRETS = Kind.of(Secret.class);
  private static final Duration SOON = Duration.ofMillis(100);
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

  private final Api api;
  private final ClusterKey key;
  private final TenantNamespaces namespaces;
  private final Events events;
  private final Feed<Identity> identities;
  private final Loop<Ref> loop =
      new Loop<>("identities", this::reconcile, Failures.logged("identities"));

  public IdentityController(
      Api api, String clusterId, ClusterKey key, TenantNamespaces namespaces, Clock clock) {
    this.api = api;
    this.key = key;
    this.namespaces = namespaces;
    this.events = new Events(api, "sluice-peering", clusterId, clock);
    this.identities =
        new Feed<>(api, Kind.of(Identity.class), Scope.ALL, (ref, _) -> loop.queue().add(ref));
    namespaces.onSecret(this::enqueueOwner);
    namespaces.onNamespace(this::enqueueAll);
  }

  @Override
  public void start() {
    identities.start();
    loop.start(1);
  }

  private void enqueueOwner(Ref secret) {
    if (secret.name().startsWith(Names.KUBECONFIG_SECRET_PREFIX)) {
      String name = secret.name().substring(Names.KUBECONFIG_SECRET_PREFIX.length());
      loop.queue().add(new Ref(secret.namespace(), name));
    }
  }

  private void enqueueAll(String namespace) {
    identities.all().stream()
        .filter(identity -> identity.getMetadata().getNamespace().equals(namespace))
        .forEach(identity -> loop.queue().add(Ref.of(identity)));
  }

  private Next reconcile(Ref ref) {
    Optional<Identity> found =
        identities
            .get(ref)
            .filter(identity -> identity.getMetadata().getDeletionTimestamp() == null)
            .filter(identity -> identity.getSpec() != null);
    if (found.isEmpty()) {
      return Next.REST; // its Secret is collected with it
    }
    if (!namespaces.secretsSynced(ref.namespace())) {
      return Next.again(SOON);
    }
    Identity identity = found.get();
    @Nullable String peer = namespaces.peerOf(ref.namespace()).orElse(null);
    if (!Objects.equals(peer, identity.getSpec().clusterID())) {
      events.warn(
          identity,
          Reasons.WRONG_TENANT_NAMESPACE,
          "namespace %s is not the tenant namespace of %s"
              .formatted(ref.namespace(), identity.getSpec().clusterID()));
      return Next.again(LOOK_AGAIN);
    }
    @Nullable AuthParams params = identity.getSpec().authParams();
    if (params == null || !isOurs(identity, params)) {
      return Next.again(LOOK_AGAIN);
    }
    writeSecret(identity, kubeconfig(identity, params));
    writeStatus(identity);
    return Next.REST;
  }

  /** A certificate for another key can't be used and was not meant for us. */
  private boolean isOurs(Identity identity, AuthParams params) {
    String why =
        switch (IssuedCertificate.read(Travel.text(params.signedCRT()))) {
          case Outcome.Failed(String broken) -> broken;
          case Outcome.Ok(IssuedCertificate issued) ->
              Keys.same(issued.key(), key.pair().getPublic())
                  ? address(params)
                  : "the certificate does not belong to this cluster's key";
        };
    if (!why.isEmpty()) {
      events.warn(identity, Reasons.FOREIGN_CERTIFICATE, why);
    }
    return why.isEmpty();
  }

  /** What is wrong with the address; nothing, mostly. */
  private static String address(AuthParams params) {
    try {
      URI server = new URI(String.valueOf(params.apiServer()));
      return "https".equals(server.getScheme()) && server.getHost() != null
          ? ""
          : "the address of the API server is not an https URL";
    } catch (URISyntaxException e) {
      return "the address of the API server is no URL";
    }
  }

  private String kubeconfig(Identity identity, AuthParams params) {
    KeyPair pair = key.pair();
    String ca = Travel.text(params.ca());
    boolean controlPlane = identity.getSpec().type() != IdentityType.RESOURCE_SLICE;
    return new Kubeconfig(
            URI.create(String.valueOf(params.apiServer())),
            ca.isEmpty() ? null : ca,
            new Kubeconfig.Client(Travel.text(params.signedCRT()), Keys.pem(pair.getPrivate())),
            controlPlane ? identity.getSpec().namespace() : null,
            params.proxyURL())
        .yaml();
  }

  private void writeSecret(Identity identity, String kubeconfig) {
    SecretBuilder wanted =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(identity.getMetadata().getNamespace())
            .withName(secretName(identity))
            .addToLabels(Labels.REMOTE_CLUSTER_ID, identity.getSpec().clusterID())
            .addToLabels(Labels.IDENTITY_TYPE, wireName(identity.getSpec().type()))
            .withOwnerReferences(Identities.owner(identity))
            .endMetadata()
            .addToData(Names.KUBECONFIG_KEY, Travel.pack(kubeconfig));
    if (identity.getSpec().namespace() != null) {
      wanted
          .editMetadata()
          .addToAnnotations(Annotations.REMOTE_TENANT_NAMESPACE, identity.getSpec().namespace())
          .endMetadata();
    }
    Secret secret = wanted.build();
    if (!isThere(secret)) {
      namespaces.seen(
          api.patch(SECRETS, Ref.of(secret), Patch.apply(secret, Names.FIELD_MANAGER_PEERING)));
    }
  }

  private boolean isThere(Secret wanted) {
    return namespaces
        .secret(Ref.of(wanted))
        .filter(there -> wanted.getData().equals(there.getData()))
        .filter(
            there ->
                Frozen.map(there.getMetadata().getLabels())
                        .entrySet()
                        .containsAll(wanted.getMetadata().getLabels().entrySet())
                    && Frozen.map(there.getMetadata().getAnnotations())
                        .entrySet()
                        .containsAll(Frozen.map(wanted.getMetadata().getAnnotations()).entrySet()))
        .isPresent();
  }

  private void writeStatus(Identity identity) {
    IdentityStatus status = new IdentityStatus(new LocalObjectReference(secretName(identity)));
    if (!status.equals(identity.getStatus())) {
      Map<String, Object> change =
          Map.of("metadata", Map.of("uid", identity.getMetadata().getUid()), "status", status);
      identities.seen(
          api.patch(identities.kind(), Ref.of(identity), Patch.merge(change).to("status")));
    }
  }

  static String secretName(Identity identity) {
    return Names.KUBECONFIG_SECRET_PREFIX + identity.getMetadata().getName();
  }

  private static String wireName(@Nullable IdentityType type) {
    return type == IdentityType.RESOURCE_SLICE
        ? Labels.IDENTITY_TYPE_RESOURCE_SLICE
        : Labels.IDENTITY_TYPE_CONTROL_PLANE;
  }

  @Override
  public void close() {
    loop.close();
    identities.close();
  }
}
