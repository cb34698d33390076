package io.sluice.cli.shell;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One cluster of a command.
 *
 * @param which "local" or "remote", as people have named it by their flags
 */
public record Target(Api api, String which) implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final List<Class<? extends HasMetadata>> PEERING =
      List.of(Tenant.class, Identity.class, ResourceSlice.class, VirtualNode.class);

  /** What an installation says of itself (§0.3). */
  public record Installation(String clusterId, String version, String protocol) {}

  /** The installation, or what to do about there being none. */
  public Installation installation(String namespace) {
    Ref ref = new Ref(namespace, Names.CLUSTER_ID_CONFIG_MAP);
    Map<String, String> data =
        ask(() -> api.find(Kind.of(ConfigMap.class), ref))
            .map(found -> Frozen.map(found.getData()))
            .orElse(Map.of());
    String id = data.getOrDefault(Names.CLUSTER_ID_KEY, "");
    if (id.isEmpty()) {
      throw Trouble.error(
          "Sluice is not installed in the %s cluster: there is no ConfigMap %s"
              .formatted(which, ref),
          "run `sluice install --cluster-id NAME` there first");
    }
    return new Installation(
        id,
        data.getOrDefault(Names.VERSION_KEY, "unknown"),
        data.getOrDefault(Names.PROTOCOL_KEY, Names.PROTOCOL));
  }

  /** That the kinds of a peering are served, asked in a way that everybody may. */
  public void requireKinds() {
    for (Class<? extends HasMetadata> type : PEERING) {
      Kind<?> kind = Kind.of(type);
      String path = "/apis/" + kind.group() + "/" + kind.version();
      boolean served;
      try {
        served = api.text(path, PATIENCE).contains("\"name\":\"" + kind.plural() + "\"");
      } catch (ApiFailure failure) {
        if (!failure.is(Problem.NOT_FOUND)) {
          throw Trouble.of(failure, which);
        }
        served = false;
      }
      if (!served) {
        throw Trouble.error(
            "the %s cluster does not serve %s".formatted(which, kind),
            "run `sluice install` there again; nothing was changed");
      }
    }
  }

  /** Something that two ways to the same cluster have in common, and two clusters never. */
  public String fingerprint() {
    return ask(() -> api.get(Kind.of(Namespace.class), Ref.cluster("kube-system")))
        .getMetadata()
        .getUid();
  }

  /** All objects of a kind; one that is not served has none. */
  public <T extends HasMetadata> List<T> served(Class<T> type, Scope scope) {
    try {
      return api.list(Kind.of(type), scope);
    } catch (ApiFailure failure) {
      if (failure.is(Problem.NOT_FOUND)) {
        return List.of();
      }
      throw Trouble.of(failure, which);
    }
  }

  /** Asks the cluster; a failure is told as one of this cluster. */
  public <T> T ask(Supplier<T> question) {
    try {
      return question.get();
    } catch (ApiFailure failure) {
      throw Trouble.of(failure, which);
    }
  }

  @Override
  public void close() {
    api.close();
  }
}
