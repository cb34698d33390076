package io.sluice.cli.shell;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import java.util.Map;
import java.util.function.Supplier;

/**
 * One cluster of a command.
 *
 * @param which "local" or "remote", as people have named it by their flags
 */
public record Target(Api api, String which) implements AutoCloseable {

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

  /** Something that two ways to the same cluster have in common, and two clusters never. */
  public String fingerprint() {
    return ask(() -> api.get(Kind.of(Namespace.class), Ref.cluster("kube-system")))
        .getMetadata()
        .getUid();
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
