package io.sluice.manager.provider.tenancy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.vocab.Labels;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;

/** Ends all that a consumer has here: its slices, and with its maps its twin namespaces (SL-4). */
final class Drain {
  private static final Kind<ResourceSlice> SLICES = Kind.of(ResourceSlice.class);
  private static final Kind<NamespaceMap> MAPS = Kind.of(NamespaceMap.class);

  private final Api api;

  Drain(Api api) {
    this.api = api;
  }

  void empty(String tenantNamespace, String consumer) {
    Scope replicated = copies(tenantNamespace, consumer);
    delete(SLICES, replicated);
    delete(MAPS, replicated);
  }

  /** What a consumer sent. */
  static Scope copies(String tenantNamespace, String consumer) {
    return Scope.namespace(tenantNamespace)
        .labels(Labels.REPLICATED + "=" + Labels.TRUE + "," + Labels.ORIGIN_ID + "=" + consumer);
  }

  private <T extends HasMetadata> void delete(Kind<T> kind, Scope scope) {
    for (T object : api.list(kind, scope)) {
      if (object.getMetadata().getDeletionTimestamp() == null) {
        api.delete(kind, Ref.of(object), object.getMetadata().getUid(), null);
      }
    }
  }
}
