package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.Secret;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.pki.Proof;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.border.Travel;
import java.security.KeyPair;
import java.util.Map;

/**
 * Answers challenges: where a Secret brings a provider's nonce, everything that the provider wants
 * to see is put beside it (§1.3, step 4). Whoever carries it over needs no key.
 */
public final class AnswerController implements Controller {
  private static final Kind<Secret> SECRETS = Kind.of(Secret.class);

  private final Api api;
  private final String clusterId;
  private final ClusterKey key;
  private final TenantNamespaces namespaces;
  private final Loop<Ref> loop = new Loop<>("answers", this::reconcile, Failures.logged("answers"));

  public AnswerController(Api api, String clusterId, ClusterKey key, TenantNamespaces namespaces) {
    this.api = api;
    this.clusterId = clusterId;
    this.key = key;
    this.namespaces = namespaces;
    namespaces.onSecret(ref -> loop.queue().add(ref));
  }

  @Override
  public void start() {
    loop.start(1);
  }

  private Next reconcile(Ref ref) {
    namespaces.secret(ref).filter(AnswerController::isChallenge).ifPresent(this::answer);
    return Next.REST;
  }

  private static boolean isChallenge(Secret secret) {
    return Labels.TRUE.equals(Frozen.map(secret.getMetadata().getLabels()).get(Labels.SIGNED_NONCE))
        && Frozen.map(secret.getData()).containsKey(Names.NONCE_KEY);
  }

  private void answer(Secret secret) {
    Map<String, String> data = Frozen.map(secret.getData());
    byte[] nonce = Travel.unpack(data.get(Names.NONCE_KEY));
    byte[] signature = Travel.unpack(data.get(Names.SIGNED_NONCE_KEY));
    KeyPair pair = key.pair();
    if (nonce.length == 0 || Proof.holds(pair.getPublic(), nonce, signature)) {
      return;
    }
    Papers papers = Papers.make(pair, clusterId, nonce);
    Map<String, Object> change =
        Map.of(
            "metadata",
            Map.of("resourceVersion", secret.getMetadata().getResourceVersion()),
            "data",
            Map.of(
                Names.SIGNED_NONCE_KEY, papers.signature(),
                Names.PUBLIC_KEY_KEY, Travel.pack(papers.publicKey()),
                Names.CSR_KEY, Travel.pack(papers.request())));
    namespaces.seen(api.patch(SECRETS, Ref.of(secret), Patch.merge(change)));
  }

  @Override
  public void close() {
    loop.close();
  }
}
