package io.sluice.manager.consumer.virtualnodes;

import io.sluice.api.offloading.OffloadingPatch;
import io.sluice.api.offloading.ReflectionType;
import io.sluice.api.offloading.ReflectorConfig;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodeSpec;
import io.sluice.api.offloading.VkOptionsTemplateSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Json;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The flags of a virtual node's kubelet (§2.1, VN-1, VN-2); only those that say something.
 *
 * @param homeClusterId ID of this cluster
 */
public record KubeletArguments(String homeClusterId) {

  public KubeletOrder order(VirtualNode virtualNode, VkOptionsTemplateSpec options) {
    List<String> arguments = of(virtualNode, options);
    return new KubeletOrder(
        virtualNode, options, arguments, fingerprint(arguments, virtualNode.getSpec()));
  }

  private List<String> of(VirtualNode virtualNode, VkOptionsTemplateSpec options) {
    VirtualNodeSpec spec = virtualNode.getSpec();
    Flags flags = new Flags();
    flags.set("nodename", virtualNode.getMetadata().getName());
    flags.set("tenant-namespace", virtualNode.getMetadata().getNamespace());
    flags.set("home-cluster-id", homeClusterId);
    flags.set("foreign-cluster-id", spec.clusterID());
    flags.set(
        "foreign-kubeconfig-secret-name",
        spec.kubeconfigSecretRef() == null ? null : spec.kubeconfigSecretRef().getName());
    if (isBare(virtualNode)) {
      flags.set("agentless", "true");
    }
    flags.set("create-node", String.valueOf(createsNode(virtualNode, options)));
    boolean unchecked =
        spec.disableNetworkCheck() == null
            ? options.disableNetworkCheck()
            : spec.disableNetworkCheck();
    flags.set("node-check-network", String.valueOf(!unchecked));
    flags.set("node-extra-labels", pairs(options.nodeExtraLabels()));
    flags.set("node-extra-annotations", pairs(options.nodeExtraAnnotations()));
    if (options.metricsEnabled()) {
      flags.set("metrics-enabled", "true");
      flags.set("metrics-address", options.metricsAddress());
    }
    classes(spec, flags);
    reflectors(options.reflectorsConfig(), flags);
    flags.add(options.extraArgs());
    return flags.list();
  }

  /** Whether nothing of Sluice runs in the provider. */
  static boolean isBare(VirtualNode virtualNode) {
    return Annotations.AGENT_NONE.equals(
        Frozen.map(virtualNode.getMetadata().getAnnotations()).get(Annotations.AGENT));
  }

  /** Whether this virtual node has a Node at all. */
  static boolean createsNode(VirtualNode virtualNode, VkOptionsTemplateSpec options) {
    Boolean own = virtualNode.getSpec().createNode();
    return own == null ? options.createNode() : own;
  }

  /** Of several classes the one that is marked, else the first. */
  private static void classes(VirtualNodeSpec spec, Flags flags) {
    chosen(spec.storageClasses(), it -> Boolean.TRUE.equals(it.isDefault()))
        .ifPresent(
            it ->
                flags.pair(
                    "enable-storage", "remote-real-storage-class-name", it.storageClassName()));
    chosen(spec.ingressClasses(), it -> Boolean.TRUE.equals(it.isDefault()))
        .ifPresent(
            it ->
                flags.pair(
                    "enable-ingress", "remote-real-ingress-class-name", it.ingressClassName()));
    chosen(spec.loadBalancerClasses(), it -> Boolean.TRUE.equals(it.isDefault()))
        .ifPresent(
            it ->
                flags.pair(
                    "enable-load-balancer",
                    "remote-real-load-balancer-class-name",
                    it.loadBalancerClassName()));
  }

  private static <T> Optional<T> chosen(List<T> classes, Predicate<T> isDefault) {
    return classes.stream().filter(isDefault).findFirst().or(() -> classes.stream().findFirst());
  }

  private static void reflectors(Map<String, ReflectorConfig> configs, Flags flags) {
    new TreeMap<>(configs)
        .forEach(
            (resource, config) -> {
              flags.set(resource + "-reflection-workers", String.valueOf(config.workers()));
              flags.set(resource + "-reflection-type", word(config.type()));
            });
  }

  private static @Nullable String word(@Nullable ReflectionType type) {
    return switch (type) {
      case null -> null;
      case ALLOW_LIST -> "AllowList";
      case DENY_LIST -> "DenyList";
      case CUSTOM_LIQO -> "CustomLiqo";
    };
  }

  private static @Nullable String pairs(Map<String, String> map) {
    List<String> pairs = new ArrayList<>();
    new TreeMap<>(map).forEach((key, value) -> pairs.add(key + "=" + value));
    return pairs.isEmpty() ? null : String.join(",", pairs);
  }

  /** The offloading patch counts too: any change of it restarts the kubelet (VN-3). */
  private static String fingerprint(List<String> arguments, VirtualNodeSpec spec) {
    @Nullable OffloadingPatch patch = spec.offloadingPatch();
    byte[] text = Json.bytes(patch == null ? List.of(arguments) : List.of(arguments, patch));
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Flags in order, each key once: what comes later wins. */
  private static final class Flags {
    private final Map<String, String> byKey = new LinkedHashMap<>();

    void set(String key, @Nullable String value) {
      if (value != null && !value.isEmpty()) {
        byKey.put("--" + key, "--" + key + "=" + value);
      }
    }

    void pair(String enable, String key, @Nullable String value) {
      set(enable, "true");
      set(key, value);
    }

    void add(List<String> arguments) {
      for (String argument : arguments) {
        int equals = argument.indexOf('=');
        byKey.put(equals < 0 ? argument : argument.substring(0, equals), argument);
      }
    }

    List<String> list() {
      return List.copyOf(byKey.values());
    }
  }
}
