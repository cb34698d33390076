package io.sluice.translate.namespaces;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.RemoteNamespace;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plans the twin namespaces of one replicated NamespaceMap on the provider (§5.4).
 *
 * @param tenantNamespace where the map lies
 * @param map its name
 * @param origin the consumer
 * @param podSecurity labels of the tenant's Pod Security level (D-14)
 */
public record Twins(
    String tenantNamespace, String map, String origin, Map<String, String> podSecurity) {
  private static final String RBAC_GROUP = "rbac.authorization.k8s.io";

  public Twins {
    podSecurity = Map.copyOf(podSecurity);
  }

  /** The labels by which Kubernetes itself enforces a Pod Security level. */
  public static Map<String, String> podSecurity(String level, String version) {
    return Map.of(Labels.POD_SECURITY_ENFORCE, level, Labels.POD_SECURITY_ENFORCE_VERSION, version);
  }

  /**
   * One step per entry, wanted or present.
   *
   * @param existing namespaces of the provider by name, at least those that the map names
   * @param retained names of namespaces whose volumes are to be kept
   */
  public List<TwinStep> plan(
      NamespaceMap given, Map<String, Namespace> existing, Set<String> retained) {
    boolean deleting = given.getMetadata().getDeletionTimestamp() != null;
    Map<String, String> desired =
        deleting || given.getSpec() == null ? Map.of() : given.getSpec().desiredMapping();
    Map<String, RemoteNamespace> current = current(given, existing.values());
    Set<String> locals = new TreeSet<>(desired.keySet());
    locals.addAll(current.keySet());
    List<TwinStep> steps = new ArrayList<>();
    for (String local : locals) {
      RemoteNamespace there = current.get(local);
      String was = there == null ? null : there.remoteNamespace();
      String wanted = desired.get(local);
      TwinStep leave =
          was == null || was.equals(wanted)
              ? null
              : leave(local, was, existing.get(was), retained.contains(was));
      // Another name for the same namespace: the old twin goes first, then the new one comes.
      boolean left = leave == null || leave instanceof TwinStep.Forget;
      if (wanted != null && left) {
        steps.add(want(local, wanted, existing.get(wanted)));
      } else if (leave != null) {
        steps.add(leave);
      } else {
        steps.add(new TwinStep.Forget(local, ""));
      }
    }
    return steps;
  }

  /**
   * What the status says is there, and twins that it does not know of: whoever made them may have
   * died before it could say so.
   */
  private Map<String, RemoteNamespace> current(NamespaceMap given, Collection<Namespace> existing) {
    Map<String, RemoteNamespace> current = new TreeMap<>();
    for (Namespace there : existing) {
      String local =
          Frozen.map(there.getMetadata().getAnnotations()).get(Annotations.ORIGINAL_NAME);
      if (local != null && isManaged(there)) {
        current.put(local, new RemoteNamespace(there.getMetadata().getName(), null));
      }
    }
    if (given.getStatus() != null) {
      current.putAll(given.getStatus().currentMapping());
    }
    return current;
  }

  private TwinStep want(String local, String remote, @Nullable Namespace there) {
    Namespace twin = twin(local, remote);
    if (there == null) {
      return TwinNames.isReserved(remote)
          ? new TwinStep.Conflict(local, remote, "names like " + remote + " are not for twins")
          : new TwinStep.Create(local, remote, twin);
    }
    String why = foreign(local, there);
    if (why != null) {
      return new TwinStep.Conflict(local, remote, why);
    }
    if (there.getMetadata().getDeletionTimestamp() != null) {
      return new TwinStep.Await(local, remote, true);
    }
    boolean asItShouldBe =
        includes(there.getMetadata().getLabels(), twin.getMetadata().getLabels())
            && includes(there.getMetadata().getAnnotations(), twin.getMetadata().getAnnotations());
    return asItShouldBe
        ? new TwinStep.Keep(local, remote)
        : new TwinStep.Repair(local, remote, twin);
  }

  private TwinStep leave(
      String local, String remote, @Nullable Namespace there, boolean retainVolumes) {
    if (there == null || !isManaged(there)) {
      return new TwinStep.Forget(local, remote);
    }
    if (there.getMetadata().getDeletionTimestamp() != null) {
      return new TwinStep.Await(local, remote, false);
    }
    return retainVolumes
        ? new TwinStep.Release(local, remote, released(there))
        : new TwinStep.Delete(local, remote, there.getMetadata().getUid());
  }

  /** Why this namespace is not ours to use for this local one; null when it is. */
  private @Nullable String foreign(String local, Namespace there) {
    Map<String, String> annotations = Frozen.map(there.getMetadata().getAnnotations());
    boolean ours =
        isManaged(there) || reference().equals(annotations.get(Annotations.RETAINED_FROM));
    if (!ours) {
      return "namespace exists and does not belong to this peering";
    }
    String original = annotations.get(Annotations.ORIGINAL_NAME);
    return local.equals(original) ? null : "namespace is already the twin of " + original;
  }

  private boolean isManaged(Namespace there) {
    return reference()
        .equals(
            Frozen.map(there.getMetadata().getAnnotations())
                .get(Annotations.MANAGED_BY_NAMESPACE_MAP));
  }

  private String reference() {
    return tenantNamespace + "/" + map;
  }

  public Namespace twin(String local, String remote) {
    Map<String, String> labels = new LinkedHashMap<>(podSecurity);
    labels.put(Labels.REMOTE_CLUSTER_ID, origin);
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(remote)
        .withLabels(labels)
        .addToAnnotations(Annotations.MANAGED_BY_NAMESPACE_MAP, reference())
        .addToAnnotations(Annotations.ORIGINAL_NAME, local)
        .endMetadata()
        .build();
  }

  private Namespace released(Namespace there) {
    return new NamespaceBuilder(there)
        .editMetadata()
        .removeFromAnnotations(Annotations.MANAGED_BY_NAMESPACE_MAP)
        .addToAnnotations(Annotations.RETAINED_FROM, reference())
        .endMetadata()
        .build();
  }

  /** What lets the consumer's slices work in the twin: rights for its group, nowhere else (§8). */
  public RoleBinding binding(String remote) {
    return new RoleBindingBuilder()
        .withNewMetadata()
        .withName(tenantNamespace)
        .withNamespace(remote)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .addToLabels(Labels.REMOTE_CLUSTER_ID, origin)
        .endMetadata()
        .withNewRoleRef(RBAC_GROUP, "ClusterRole", Names.ROLE_VIRTUAL_KUBELET_REMOTE)
        .addNewSubject(RBAC_GROUP, "Group", origin, null)
        .build();
  }

  private static boolean includes(
      @Nullable Map<String, String> there, @Nullable Map<String, String> wanted) {
    return Frozen.map(there).entrySet().containsAll(Frozen.map(wanted).entrySet());
  }
}
