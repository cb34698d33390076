package io.sluice.manager.provider.tenancy;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceSpec;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Condition;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Kubeconfig;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.pki.IssuedCertificate;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.SigningRequest;
import io.sluice.manager.Side;
import io.sluice.manager.border.Travel;
import io.sluice.manager.consumer.peering.Papers;
import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.Subject;
import java.net.URI;
import java.security.KeyPair;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A consumer that knocks at a provider's door, with no cluster behind it. */
final class Guest {
  private static final Kind<Tenant> TENANTS = Kind.of(Tenant.class);
  private static final Kind<Secret> SECRETS = Kind.of(Secret.class);

  final String id;
  final KeyPair pair = Keys.generate();
  final String namespace;
  private final Side provider;
  private @Nullable AuthParams last;

  Guest(Side provider, String id) {
    this.provider = provider;
    this.id = id;
    this.namespace = provider.tenantNamespace(id);
  }

  /** A guest that is a tenant already. */
  static Guest welcome(Side provider, String id) {
    Guest guest = new Guest(provider, id);
    provider.create(guest.tenant(guest.challenge()));
    guest.awaitCredentials();
    return guest;
  }

  /** Asks the provider for a challenge and waits for it. */
  Secret challenge() {
    Ref ref = Ref.of(provider.create(emptyNonce()));
    return await()
        .until(() -> provider.admin().get(SECRETS, ref), secret -> Nonce.in(secret).isPresent());
  }

  Secret emptyNonce() {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(Names.NONCE_SECRET)
        .addToLabels(Labels.NONCE, Labels.TRUE)
        .addToLabels(Labels.REMOTE_CLUSTER_ID, id)
        .endMetadata()
        .build();
  }

  Tenant tenant(Secret nonce) {
    return Papers.make(pair, id, text(nonce)).tenant(namespace, id, null);
  }

  static byte[] text(Secret nonce) {
    return Travel.unpack(nonce.getData().get(Names.NONCE_KEY));
  }

  Tenant asSeen() {
    return provider.admin().get(TENANTS, ref());
  }

  Ref ref() {
    return new Ref(namespace, id);
  }

  AuthParams awaitCredentials() {
    last =
        await()
            .atMost(Duration.ofSeconds(20))
            .until(() -> credentials(asSeen()), Optional::isPresent)
            .orElseThrow();
    return last;
  }

  /** What it was given last, even when the provider has forgotten about it. */
  AuthParams lastCredentials() {
    return Objects.requireNonNull(last);
  }

  /** A slice as it arrives over the border. */
  ResourceSlice slice(String name, Subject subject) {
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(name)
            .addToLabels(Labels.REPLICATED, Labels.TRUE)
            .addToLabels(Labels.ORIGIN_ID, id)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, id)
            .build());
    String request = Travel.pack(SigningRequest.create(pair, subject));
    slice.setSpec(new ResourceSliceSpec(id, "away", Map.of(), null, request));
    return slice;
  }

  /** Waits until the provider has said no and returns why. */
  Condition awaitRefusal() {
    return await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> Tenants.authenticated(asSeen()),
            condition -> condition.filter(found -> !found.holds()).isPresent())
        .orElseThrow();
  }

  static Optional<AuthParams> credentials(Tenant tenant) {
    return Optional.ofNullable(tenant.getStatus())
        .flatMap(status -> Optional.ofNullable(status.authParams()));
  }

  static IssuedCertificate certificate(AuthParams params) {
    return switch (IssuedCertificate.read(Travel.text(params.signedCRT()))) {
      case Outcome.Ok(IssuedCertificate issued) -> issued;
      case Outcome.Failed(String why) -> throw new AssertionError(why);
    };
  }

  /** Speaks to the provider with what it was given. */
  Api connect(AuthParams params) {
    Kubeconfig config =
        new Kubeconfig(
            URI.create(Objects.requireNonNull(params.apiServer())),
            Travel.text(params.ca()),
            new Kubeconfig.Client(Travel.text(params.signedCRT()), Keys.pem(pair.getPrivate())),
            null,
            null);
    return new Api(Endpoint.fromKubeconfig(config.yaml()), "guest");
  }
}
