package io.sluice.kubelet.reflect;

import io.sluice.api.offloading.ReflectionType;
import io.sluice.api.offloading.ReflectorConfig;
import io.sluice.api.wire.Frozen;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How a virtual node reflects.
 *
 * @param kinds workers and type by the name of the kind, where they differ from the usual
 * @param referenced whether only Secrets and ConfigMaps leave that something names, where a
 *     namespace does not say (D-19)
 * @param allEvents whether events come home that only say that all is well
 * @param offers classes of the provider
 * @param homeApi how offloaded pods reach the home API server; empty when they do not
 */
public record ReflectionOptions(
    Map<String, ReflectorConfig> kinds,
    boolean referenced,
    boolean allEvents,
    Offers offers,
    Optional<HomeAccess> homeApi) {
  public static final String CONFIG_MAP = "configmap";
  public static final String SECRET = "secret";
  public static final String SERVICE = "service";
  public static final String ENDPOINT_SLICE = "endpointslice";
  public static final String INGRESS = "ingress";
  public static final String EVENT = "event";
  public static final String CLAIM = "persistentvolumeclaim";
  public static final String SERVICE_ACCOUNT = "serviceaccount";

  private static final ReflectorConfig USUAL = new ReflectorConfig(3, ReflectionType.DENY_LIST);
  private static final ReflectorConfig ENDPOINTS =
      new ReflectorConfig(10, ReflectionType.DENY_LIST);

  public static final ReflectionOptions DEFAULT =
      new ReflectionOptions(Map.of(), false, false, Offers.NONE, Optional.empty());

  /** Classes of the provider, where it offers any. */
  public record Offers(
      Optional<String> loadBalancerClass,
      Optional<String> ingressClass,
      boolean storage,
      Optional<String> storageClass) {
    public static final Offers NONE =
        new Offers(Optional.empty(), Optional.empty(), false, Optional.empty());
  }

  /**
   * Where offloaded pods find the home API server.
   *
   * @param host empty for the addresses that the network gives it (§3.5.3)
   */
  public record HomeAccess(Optional<String> host, int port) {
    public static final HomeAccess DEFAULT = new HomeAccess(Optional.empty(), 443);
  }

  public ReflectionOptions {
    kinds = Frozen.map(kinds);
  }

  /** The same without a kind. */
  public ReflectionOptions without(String kind) {
    Map<String, ReflectorConfig> fewer = new HashMap<>(kinds);
    fewer.put(kind, new ReflectorConfig(0, null));
    return new ReflectionOptions(fewer, referenced, allEvents, offers, homeApi);
  }

  /** Objects of a kind that are handled at the same time; none turns the kind off (REF-8). */
  public int workers(String kind) {
    return of(kind).workers();
  }

  ReflectionType type(String kind) {
    ReflectionType type = of(kind).type();
    return type == null ? ReflectionType.DENY_LIST : type;
  }

  private ReflectorConfig of(String kind) {
    return kinds.getOrDefault(kind, kind.equals(ENDPOINT_SLICE) ? ENDPOINTS : USUAL);
  }
}
