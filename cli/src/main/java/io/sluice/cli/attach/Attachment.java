package io.sluice.cli.attach;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaSpecBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.RemoteNamespace;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.border.Patience;
import io.sluice.manager.border.PeeringNamespaces;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.border.Travel;
import io.sluice.translate.share.Supply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What stands at home for a cluster without Sluice: its credentials and its virtual node. */
public final class Attachment {
  private static final Kind<Secret> SECRETS = Kind.of(Secret.class);
  private static final Kind<VirtualNode> VIRTUAL_NODES = Kind.of(VirtualNode.class);
  private static final Kind<NamespaceMap> MAPS = Kind.of(NamespaceMap.class);
  private static final Kind<Node> NODES = Kind.of(Node.class);
  private static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);

  private final Api home;
  private final String provider;
  private final Patience patience;

  public Attachment(Api home, String provider, Patience patience) {
    this.home = home;
    this.provider = provider;
    this.patience = patience;
  }

  /** The virtual node, if there is one of a provider without Sluice. */
  public Optional<VirtualNode> find() {
    return PeeringNamespaces.find(home, provider)
        .flatMap(tenant -> home.find(VIRTUAL_NODES, new Ref(tenant, provider)))
        .filter(Attachment::isBare);
  }

  /** Whether the name belongs to a cluster that this one peers with. */
  public boolean isPeer() {
    return PeeringNamespaces.find(home, provider)
        .map(Scope::namespace)
        .filter(
            tenant ->
                !home.list(Kind.of(Tenant.class), tenant).isEmpty()
                    || !home.list(Kind.of(Identity.class), tenant).isEmpty()
                    || home.list(VIRTUAL_NODES, tenant).stream().anyMatch(n -> !isBare(n)))
        .isPresent();
  }

  private static boolean isBare(VirtualNode virtualNode) {
    return Annotations.AGENT_NONE.equals(
        Frozen.map(virtualNode.getMetadata().getAnnotations()).get(Annotations.AGENT));
  }

  /** Makes or updates both; may be run again. */
  public void make(String kubeconfig, Map<String, Quantity> resources) {
    String tenant = PeeringNamespaces.ensure(home, provider);
    Secret secret = secret(new Ref(tenant, secretName()), provider, kubeconfig);
    home.patch(SECRETS, Ref.of(secret), Patch.apply(secret, Names.FIELD_MANAGER));
    VirtualNode node = virtualNode(new Ref(tenant, provider), provider, resources);
    home.patch(VIRTUAL_NODES, Ref.of(node), Patch.apply(node, Names.FIELD_MANAGER));
  }

  /** What {@link #make} makes, without what is secret. */
  public List<HasMetadata> toMake(Map<String, Quantity> resources) {
    Optional<String> found = PeeringNamespaces.find(home, provider);
    Namespace own = TenantNamespaces.make(provider);
    String tenant = found.orElse(own.getMetadata().getName());
    Secret hidden =
        new SecretBuilder(secret(new Ref(tenant, secretName()), provider, ""))
            .withData(Map.of())
            .build();
    Stream<HasMetadata> rest =
        Stream.of(hidden, virtualNode(new Ref(tenant, provider), provider, resources));
    return Stream.concat(found.isPresent() ? Stream.of() : Stream.of(own), rest).toList();
  }

  /** What {@link #removeNode} and {@link #forget} delete. */
  public List<HasMetadata> toRemove(VirtualNode node) {
    Ref tenant = Ref.cluster(node.getMetadata().getNamespace());
    return Stream.concat(Stream.of(node), home.find(NAMESPACES, tenant).stream()).toList();
  }

  public void awaitReady() {
    patience.until(
        "node " + provider + " to be ready",
        () -> home.find(NODES, Ref.cluster(provider)).filter(Supply::isReady));
  }

  /** What a person would apply by hand. */
  public static VirtualNode virtualNode(Ref ref, String provider, Map<String, Quantity> resources) {
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("clusterID", provider);
    spec.put("createNode", true);
    spec.put("disableNetworkCheck", true);
    spec.put("kubeconfigSecretRef", new LocalObjectReference(secretName(provider)));
    spec.put("resourceQuota", new ResourceQuotaSpecBuilder().withHard(resources).build());
    VirtualNode node =
        Json.convert(
            Map.of("apiVersion", "offloading.liqo.io/v1beta1", "kind", "VirtualNode", "spec", spec),
            VirtualNode.class);
    node.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(ref.namespace())
            .withName(ref.name())
            .addToLabels(Labels.REMOTE_CLUSTER_ID, provider)
            .addToAnnotations(Annotations.AGENT, Annotations.AGENT_NONE)
            .build());
    return node;
  }

  private static Secret secret(Ref ref, String provider, String kubeconfig) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(ref.namespace())
        .withName(ref.name())
        .addToLabels(Labels.REMOTE_CLUSTER_ID, provider)
        .endMetadata()
        .addToData(Names.KUBECONFIG_KEY, Travel.pack(kubeconfig))
        .build();
  }

  /** The stored credentials. */
  public String kubeconfig(VirtualNode node) {
    Ref ref = new Ref(node.getMetadata().getNamespace(), secretName());
    return Travel.text(Frozen.map(home.get(SECRETS, ref).getData()).get(Names.KUBECONFIG_KEY));
  }

  /** Namespaces of the provider that are used, or were asked for. */
  public List<String> twins() {
    Optional<NamespaceMap> map =
        PeeringNamespaces.find(home, provider)
            .flatMap(tenant -> home.find(MAPS, new Ref(tenant, provider)));
    Stream<String> wanted =
        map.stream()
            .filter(found -> found.getSpec() != null)
            .flatMap(found -> found.getSpec().desiredMapping().values().stream());
    Stream<String> there =
        map.stream()
            .filter(found -> found.getStatus() != null)
            .flatMap(found -> found.getStatus().currentMapping().values().stream())
            .map(RemoteNamespace::remoteNamespace)
            .filter(Objects::nonNull);
    return Stream.concat(wanted, there).distinct().sorted().toList();
  }

  /** The provider is lost: its pods at home go without asking it. */
  public void giveUp(VirtualNode node) {
    home.patch(
        VIRTUAL_NODES,
        Ref.of(node),
        Patch.merge(
            Map.of(
                "metadata",
                Map.of("annotations", Map.of(Annotations.PERMANENTLY_UNREACHABLE, Labels.TRUE)))));
  }

  /** Empties the virtual node, while its kubelet can still end the pods there, and removes it. */
  public void removeNode(VirtualNode node) {
    home.delete(VIRTUAL_NODES, Ref.of(node), node.getMetadata().getUid(), null);
    patience.untilGone(home, VIRTUAL_NODES, Ref.of(node));
    patience.untilGone(home, NODES, Ref.cluster(provider));
  }

  /** Forgets the credentials and everything else at home. */
  public void forget() {
    PeeringNamespaces.find(home, provider)
        .ifPresent(
            tenant -> {
              Ref ref = Ref.cluster(tenant);
              home.find(NAMESPACES, ref)
                  .ifPresent(
                      found -> home.delete(NAMESPACES, ref, found.getMetadata().getUid(), null));
              patience.untilGone(home, NAMESPACES, ref);
            });
  }

  private String secretName() {
    return secretName(provider);
  }

  private static String secretName(String provider) {
    return Names.KUBECONFIG_SECRET_PREFIX + "agentless-" + provider;
  }
}
