package io.sluice.engine.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import org.jspecify.annotations.Nullable;

/** Where objects of one Java type live below the API server's root. */
public record Kind<T extends HasMetadata>(
    Class<T> type, String group, String version, String plural, boolean namespaced) {

  public static <T extends HasMetadata> Kind<T> of(Class<T> type) {
    String apiVersion = HasMetadata.getApiVersion(type);
    int slash = apiVersion.indexOf('/');
    return new Kind<>(
        type,
        slash < 0 ? "" : apiVersion.substring(0, slash),
        apiVersion.substring(slash + 1),
        HasMetadata.getPlural(type),
        Namespaced.class.isAssignableFrom(type));
  }

  /** The collection in one namespace, or over all namespaces when it is empty. */
  public String path(String namespace) {
    String root = group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    String scope = namespaced && !namespace.isEmpty() ? "/namespaces/" + namespace : "";
    return root + scope + "/" + plural;
  }

  public String path(Ref ref) {
    return path(ref.namespace()) + "/" + ref.name();
  }

  public String path(Ref ref, @Nullable String subresource) {
    return subresource == null ? path(ref) : path(ref) + "/" + subresource;
  }

  @Override
  public String toString() {
    return group.isEmpty() ? plural : plural + "." + group;
  }
}
