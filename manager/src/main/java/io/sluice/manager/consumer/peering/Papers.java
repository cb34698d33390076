package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.authentication.AuthzPolicy;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.authentication.TenantCondition;
import io.sluice.api.authentication.TenantSpec;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.Proof;
import io.sluice.engine.pki.SigningRequest;
import io.sluice.manager.border.Travel;
import io.sluice.translate.tenant.Subject;
import java.security.KeyPair;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer shows a provider: its public key, a request for a certificate and the answer to a
 * challenge. The private key makes them and stays where it is.
 *
 * @param publicKey in PEM
 * @param request in PEM
 * @param signature over the nonce, base64
 */
public record Papers(String publicKey, String request, String signature) {

  public static Papers make(KeyPair pair, String consumer, byte[] nonce) {
    return new Papers(
        Keys.pem(pair.getPublic()),
        SigningRequest.create(pair, Subject.controlPlane(consumer)),
        Travel.pack(Proof.sign(pair.getPrivate(), nonce)));
  }

  /** The object that makes this consumer a tenant, to be created in the provider. */
  public Tenant tenant(String namespace, String consumer, @Nullable String proxy) {
    Tenant tenant = new Tenant();
    tenant.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(consumer)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, consumer)
            .build());
    tenant.setSpec(
        new TenantSpec(
            consumer,
            AuthzPolicy.KEYS_EXCHANGE,
            Travel.pack(publicKey),
            Travel.pack(request),
            signature,
            proxy,
            TenantCondition.ACTIVE));
    return tenant;
  }
}
