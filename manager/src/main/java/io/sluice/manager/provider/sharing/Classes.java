package io.sluice.manager.provider.sharing;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.networking.v1.IngressClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.sluice.api.authentication.OfferedIngressClass;
import io.sluice.api.authentication.OfferedLoadBalancerClass;
import io.sluice.api.authentication.OfferedStorageClass;
import io.sluice.api.policy.ObjectGuardrails;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Classes of this cluster that a tenant may name, by name, with the default marked (RS-7). */
final class Classes {
  private static final String DEFAULT_STORAGE = "storageclass.kubernetes.io/is-default-class";
  private static final String DEFAULT_INGRESS = "ingressclass.kubernetes.io/is-default-class";

  private Classes() {}

  /** Classes that this cluster has. */
  record Known(Collection<StorageClass> storage, Collection<IngressClass> ingress) {}

  /** The class that leads to other clusters is not lent on: its volumes are not here. */
  static List<OfferedStorageClass> storage(Collection<StorageClass> classes) {
    return classes.stream()
        .filter(one -> !Names.STORAGE_PROVISIONER.equals(one.getProvisioner()))
        .map(one -> new OfferedStorageClass(name(one), isMarked(one, DEFAULT_STORAGE)))
        .sorted(Comparator.comparing(OfferedStorageClass::storageClassName))
        .toList();
  }

  static List<OfferedIngressClass> ingress(
      Collection<IngressClass> classes, ObjectGuardrails allowed) {
    List<String> names = allowed.ingressClasses();
    return classes.stream()
        .filter(one -> names.contains("*") || names.contains(name(one)))
        .map(one -> new OfferedIngressClass(name(one), isMarked(one, DEFAULT_INGRESS)))
        .sorted(Comparator.comparing(OfferedIngressClass::ingressClassName))
        .toList();
  }

  static List<OfferedLoadBalancerClass> loadBalancer(
      List<String> classes, ObjectGuardrails allowed) {
    List<OfferedLoadBalancerClass> offered = new ArrayList<>();
    if (allowed.loadBalancers()) {
      classes.forEach(
          name -> offered.add(new OfferedLoadBalancerClass(name, offered.isEmpty() ? true : null)));
    }
    return List.copyOf(offered);
  }

  private static String name(HasMetadata object) {
    return object.getMetadata().getName();
  }

  /** Absent rather than false: what is absent is not written. */
  private static @Nullable Boolean isMarked(HasMetadata object, String key) {
    return "true".equals(Frozen.map(object.getMetadata().getAnnotations()).get(key)) ? true : null;
  }
}
