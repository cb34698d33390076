package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.pki.Keys;
import io.sluice.manager.border.Travel;
import io.sluice.translate.Outcome;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import org.jspecify.annotations.Nullable;

/**
 * The key pair of this cluster (§0.4), made once and kept in a Secret of the system namespace. Only
 * the manager reads it; everything that providers get is made of it here.
 */
public final class ClusterKey {
  private static final Kind<Secret> SECRETS = Kind.of(Secret.class);

  private final Api api;
  private final Ref ref;
  private volatile @Nullable KeyPair known;

  public ClusterKey(Api api, String systemNamespace) {
    this.api = api;
    this.ref = new Ref(systemNamespace, Names.KEY_SECRET);
  }

  /** The key pair; the first one who asks makes it. */
  public KeyPair pair() {
    KeyPair pair = known;
    if (pair == null) {
      pair = read(load());
      known = pair;
    }
    return pair;
  }

  private Secret load() {
    return api.find(SECRETS, ref).orElseGet(this::create);
  }

  private Secret create() {
    KeyPair pair = Keys.generate();
    Secret secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(ref.namespace())
            .withName(ref.name())
            .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
            .endMetadata()
            .addToData(Names.PRIVATE_KEY_KEY, Travel.pack(Keys.pem(pair.getPrivate())))
            .addToData(Names.PUBLIC_KEY_KEY, Travel.pack(Keys.pem(pair.getPublic())))
            .build();
    try {
      return api.create(SECRETS, secret);
    } catch (ApiFailure failure) {
      if (!failure.is(Problem.EXISTS)) {
        throw failure;
      }
      return api.get(SECRETS, ref); // somebody was faster
    }
  }

  private KeyPair read(Secret secret) {
    var data = Frozen.map(secret.getData());
    Outcome<PrivateKey> privateKey = Keys.readPrivate(Travel.text(data.get(Names.PRIVATE_KEY_KEY)));
    Outcome<PublicKey> publicKey = Keys.readPublic(Travel.unpack(data.get(Names.PUBLIC_KEY_KEY)));
    if (privateKey instanceof Outcome.Ok(PrivateKey secretPart)
        && publicKey instanceof Outcome.Ok(PublicKey publicPart)) {
      return new KeyPair(publicPart, secretPart);
    }
    throw new IllegalStateException("Secret " + ref + " holds no usable key pair");
  }
}
