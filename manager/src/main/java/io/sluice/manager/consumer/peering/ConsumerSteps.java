package io.sluice.manager.consumer.peering;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.sluice.api.authentication.AuthParams;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.ResourceSliceSpec;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.border.Patience;
import io.sluice.manager.border.PeeringNamespaces;
import io.sluice.manager.border.Travel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What somebody with rights in the consumer does to peer with a provider, step by step. Each step
 * may be run again; none needs to see the provider, and none sees the private key.
 */
public final class ConsumerSteps {
  private static final Kind<Secret> SECRETS = Kind.of(Secret.class);
  private static final Kind<Identity> IDENTITIES = Kind.of(Identity.class);
  private static final Kind<ResourceSlice> SLICES = Kind.of(ResourceSlice.class);
  private static final Kind<VirtualNode> VIRTUAL_NODES = Kind.of(VirtualNode.class);
  private static final Kind<ForeignCluster> PEERS = Kind.of(ForeignCluster.class);
  private static final Kind<NamespaceMap> MAPS = Kind.of(NamespaceMap.class);

  private final Api api;
  private final Patience patience;

  public ConsumerSteps(Api api, Patience patience) {
    this.api = api;
    this.patience = patience;
  }

  /** The tenant namespace of a provider. */
  public String namespace(String provider) {
    return PeeringNamespaces.ensure(api, provider);
  }

  /** Has the manager answer a provider's challenge. */
  public Papers answer(String provider, byte[] nonce) {
    Ref ref = new Ref(namespace(provider), Names.SIGNED_NONCE_SECRET);
    String packed = Travel.pack(nonce);
    Optional<Secret> there = api.find(SECRETS, ref);
    if (there.isEmpty()) {
      api.create(SECRETS, challenge(ref, provider, packed));
    } else if (!packed.equals(Frozen.map(there.get().getData()).get(Names.NONCE_KEY))) {
      // The old answer goes with the old challenge.
      api.delete(SECRETS, ref, there.get().getMetadata().getUid(), null);
      api.create(SECRETS, challenge(ref, provider, packed));
    }
    return patience.until(
        "the consumer's manager to answer in Secret " + ref,
        () -> api.find(SECRETS, ref).flatMap(ConsumerSteps::papers));
  }

  private static Secret challenge(Ref ref, String provider, String nonce) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(ref.namespace())
        .withName(ref.name())
        .addToLabels(Labels.SIGNED_NONCE, Labels.TRUE)
        .addToLabels(Labels.REMOTE_CLUSTER_ID, provider)
        .endMetadata()
        .addToData(Names.NONCE_KEY, nonce)
        .build();
  }

  /** The answer in a Secret, if it is complete. */
  private static Optional<Papers> papers(Secret secret) {
    Map<String, String> data = Frozen.map(secret.getData());
    String signature = data.get(Names.SIGNED_NONCE_KEY);
    String publicKey = Travel.text(data.get(Names.PUBLIC_KEY_KEY));
    String request = Travel.text(data.get(Names.CSR_KEY));
    return signature == null || publicKey.isEmpty() || request.isEmpty()
        ? Optional.empty()
        : Optional.of(new Papers(publicKey, request, signature));
  }

  /** The papers of an earlier answer, for those who run a step again. */
  Optional<Papers> earlierPapers(String provider) {
    return PeeringNamespaces.find(api, provider)
        .map(namespace -> new Ref(namespace, Names.SIGNED_NONCE_SECRET))
        .flatMap(ref -> api.find(SECRETS, ref))
        .flatMap(ConsumerSteps::papers);
  }

  /** Takes up what the provider issued and waits until there is a kubeconfig of it. */
  public void adopt(String provider, AuthParams params, String remoteNamespace) {
    Identity wanted =
        Identities.controlPlane(namespace(provider), provider, params, remoteNamespace);
    Ref ref = Ref.of(wanted);
    if (api.find(IDENTITIES, ref)
        .filter(there -> wanted.getSpec().equals(there.getSpec()))
        .isEmpty()) {
      api.patch(IDENTITIES, ref, Patch.apply(wanted, "sluice"));
    }
    patience.until(
        "the consumer's manager to make a kubeconfig of Identity " + ref,
        () ->
            api.find(IDENTITIES, ref)
                .filter(identity -> identity.getStatus() != null)
                .filter(identity -> identity.getStatus().kubeconfigSecretRef() != null));
  }

  /**
   * Waits until the manager reaches the provider with what was adopted.
   *
   * @param meanwhile done each time that it does not
   */
  public void reach(String provider, Runnable meanwhile) {
    patience.until(
        "the consumer's manager to reach the API server of " + provider,
        () -> {
          Optional<ForeignCluster> reached =
              api.find(PEERS, Ref.cluster(provider)).filter(ForeignCluster::answers);
          if (reached.isEmpty()) {
            meanwhile.run();
          }
          return reached;
        });
  }

  /** Asks a provider for resources; no quantity means what the provider gives by itself. */
  public ResourceSlice ask(
      String provider, String name, Map<String, Quantity> resources, boolean virtualNode) {
    ResourceSlice slice = slice(new Ref(namespace(provider), name), provider, resources);
    slice
        .getMetadata()
        .setAnnotations(Map.of(Annotations.CREATE_VIRTUAL_NODE, Boolean.toString(virtualNode)));
    return api.patch(SLICES, Ref.of(slice), Patch.apply(slice, "sluice"));
  }

  /** A request for resources, as a person would write it (§2.1). */
  public static ResourceSlice slice(Ref ref, String provider, Map<String, Quantity> resources) {
    ResourceSlice slice = new ResourceSlice();
    slice.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(ref.namespace())
            .withName(ref.name())
            .addToLabels(Labels.REPLICATION, Labels.TRUE)
            .addToLabels(Labels.REMOTE_ID, provider)
            .addToLabels(Labels.REMOTE_CLUSTER_ID, provider)
            .addToAnnotations(Annotations.CREATE_VIRTUAL_NODE, Labels.TRUE)
            .build());
    slice.setSpec(new ResourceSliceSpec(null, provider, resources, null, null));
    return slice;
  }

  /**
   * Gives back everything that was borrowed from a provider, and waits until it is gone: virtual
   * nodes first, because they are emptied while pods can still be asked to end there.
   */
  public void giveBack(String provider) {
    Optional<String> namespace = PeeringNamespaces.find(api, provider);
    if (namespace.isPresent()) {
      Scope outgoing = Scope.namespace(namespace.get()).labels(Labels.REMOTE_ID + "=" + provider);
      List<ResourceSlice> slices = api.list(SLICES, outgoing);
      slices.forEach(this::wantNoNode);
      api.list(VIRTUAL_NODES, Scope.namespace(namespace.get()))
          .forEach(virtualNode -> remove(VIRTUAL_NODES, Ref.of(virtualNode)));
      api.list(MAPS, outgoing).forEach(map -> remove(MAPS, Ref.of(map)));
      slices.forEach(slice -> remove(SLICES, Ref.of(slice)));
    }
  }

  /** What {@link #giveBack} and {@link #forget} delete, in this order. */
  public List<HasMetadata> toGiveBack(String provider) {
    List<HasMetadata> all = new ArrayList<>();
    Optional<String> found = PeeringNamespaces.find(api, provider);
    if (found.isPresent()) {
      String namespace = found.get();
      Scope outgoing = Scope.namespace(namespace).labels(Labels.REMOTE_ID + "=" + provider);
      all.addAll(api.list(VIRTUAL_NODES, Scope.namespace(namespace)));
      all.addAll(api.list(MAPS, outgoing));
      all.addAll(api.list(SLICES, outgoing));
      String identity = Names.CONTROL_PLANE_IDENTITY_PREFIX + provider;
      api.find(IDENTITIES, new Ref(namespace, identity)).ifPresent(all::add);
      api.find(SECRETS, new Ref(namespace, Names.SIGNED_NONCE_SECRET)).ifPresent(all::add);
    }
    return all;
  }

  /** Else its virtual node would come back. */
  private void wantNoNode(ResourceSlice slice) {
    Map<String, String> no = Map.of(Annotations.CREATE_VIRTUAL_NODE, Labels.FALSE);
    api.patch(SLICES, Ref.of(slice), Patch.merge(Map.of("metadata", Map.of("annotations", no))));
  }

  /** Forgets the provider's credentials; to be done while it still accepts them. */
  public void forget(String provider) {
    Optional<String> namespace = PeeringNamespaces.find(api, provider);
    if (namespace.isPresent()) {
      String identity = Names.CONTROL_PLANE_IDENTITY_PREFIX + provider;
      remove(IDENTITIES, new Ref(namespace.get(), identity));
      remove(SECRETS, new Ref(namespace.get(), Names.SIGNED_NONCE_SECRET));
      patience.untilGone(
          api, SECRETS, new Ref(namespace.get(), Names.KUBECONFIG_SECRET_PREFIX + identity));
    }
  }

  /** Removes the tenant namespace; or says why it stays. */
  public Optional<String> leaveNamespace(String provider) {
    return PeeringNamespaces.remove(api, provider, patience);
  }

  private <T extends HasMetadata> void remove(Kind<T> kind, Ref ref) {
    api.find(kind, ref)
        .ifPresent(found -> api.delete(kind, ref, found.getMetadata().getUid(), null));
    patience.untilGone(api, kind, ref);
  }
}
