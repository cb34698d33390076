package io.sluice.engine.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** Namespace and name of an object; the namespace of cluster-scoped objects is empty. */
public record Ref(String namespace, String name) {

  public static Ref of(HasMetadata object) {
    String namespace = object.getMetadata().getNamespace();
    return new Ref(namespace == null ? "" : namespace, object.getMetadata().getName());
  }

  public static Ref cluster(String name) {
    return new Ref("", name);
  }

  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
