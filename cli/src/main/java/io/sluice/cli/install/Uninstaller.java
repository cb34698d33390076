package io.sluice.cli.install;

import io.fabric8.kubernetes.api.model.APIService;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.FlowSchema;
import io.fabric8.kubernetes.api.model.flowcontrol.v1.PriorityLevelConfiguration;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.policy.TenantPolicy;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.border.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes out of a cluster what is labelled as ours, and nothing else (D-23). */
public final class Uninstaller {
  private static final Scope OURS =
      Scope.ALL.labels(Labels.APP_MANAGED_BY + "=" + Labels.APP_MANAGED_BY_SLUICE);

  /** As long as one of these is there, somebody borrows or lends. */
  private static final List<Class<? extends HasMetadata>> IN_USE =
      List.of(
          NamespaceOffloading.class,
          VirtualNode.class,
          ResourceSlice.class,
          NamespaceMap.class,
          Identity.class,
          Tenant.class,
          ShadowPod.class);

  /** The bindings go first: a manager that still runs can do nothing from then on. */
  private static final List<Class<? extends HasMetadata>> IN_ORDER =
      List.of(
          ClusterRoleBinding.class,
          RoleBinding.class,
          Role.class,
          MutatingWebhookConfiguration.class,
          MutatingAdmissionPolicyBinding.class,
          ValidatingAdmissionPolicyBinding.class,
          MutatingAdmissionPolicy.class,
          ValidatingAdmissionPolicy.class,
          RuntimeClass.class,
          APIService.class,
          TenantPolicy.class,
          CertificateSigningRequest.class,
          StorageClass.class,
          ClusterRole.class,
          FlowSchema.class,
          PriorityLevelConfiguration.class);

  private final Target target;
  private final Patience patience;
  private final Progress progress;

  public Uninstaller(Target target, Patience patience, Progress progress) {
    this.target = target;
    this.patience = patience;
    this.progress = progress;
  }

  /**
   * @param purge also the kinds, and with them every object of these kinds
   */
  public void uninstall(boolean purge) {
    refuseInUse();
    for (Class<? extends HasMetadata> type : IN_ORDER) {
      progress.step("removing " + Kind.of(type).plural());
      target.served(type, OURS).forEach(this::delete);
    }
    progress.step("removing namespaces");
    List<Namespace> namespaces = target.served(Namespace.class, OURS);
    namespaces.forEach(this::delete);
    namespaces.forEach(
        namespace -> patience.untilGone(target.api(), Kind.of(Namespace.class), Ref.of(namespace)));
    if (purge) {
      progress.step("removing the kinds of Sluice");
      List<CustomResourceDefinition> crds = target.served(CustomResourceDefinition.class, OURS);
      crds.forEach(this::delete);
      crds.forEach(
          crd ->
              patience.untilGone(
                  target.api(), Kind.of(CustomResourceDefinition.class), Ref.of(crd)));
    }
  }

  /** What {@link #uninstall} would delete by name; what lies in the namespaces goes with them. */
  public List<HasMetadata> toDelete(boolean purge) {
    refuseInUse();
    List<HasMetadata> all = new ArrayList<>();
    IN_ORDER.forEach(type -> all.addAll(target.served(type, OURS)));
    all.addAll(target.served(Namespace.class, OURS));
    if (purge) {
      all.addAll(target.served(CustomResourceDefinition.class, OURS));
    }
    return all;
  }

  private void refuseInUse() {
    IN_USE.forEach(type -> refuseInUse(type, Scope.ALL));
    // Their namespace goes with Sluice, and data with it.
    refuseInUse(PersistentVolumeClaim.class, Scope.namespace(Names.STORAGE_NAMESPACE));
  }

  private <T extends HasMetadata> void refuseInUse(Class<T> type, Scope scope) {
    List<T> found = target.served(type, scope);
    if (!found.isEmpty()) {
      throw Trouble.error(
          (found.size() == 1 ? "there is %d %s: %s" : "there are %d %ss, such as %s")
              .formatted(found.size(), found.getFirst().getKind(), Ref.of(found.getFirst())),
          "take namespaces back with `sluice unoffload namespace`, end peerings with `sluice"
              + " unpeer`, delete claims of class "
              + Names.STORAGE_CLASS
              + ", then run this again; nothing was changed");
    }
  }

  @SuppressWarnings("unchecked")
  private <T extends HasMetadata> void delete(T object) {
    Kind<T> kind = (Kind<T>) Kind.of(object.getClass());
    String uid = object.getMetadata().getUid();
    target.ask(() -> Optional.ofNullable(target.api().delete(kind, Ref.of(object), uid, null)));
  }
}
