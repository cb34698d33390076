package io.sluice.cli.install;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import io.sluice.api.Kinds;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Json;
import io.sluice.translate.access.BorderObjects;
import io.sluice.translate.access.FlowControl;
import io.sluice.translate.access.KubeletAccess;
import io.sluice.translate.access.ManagerAccess;
import io.sluice.translate.access.TenantAccess;
import io.sluice.translate.reflect.Volumes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Everything that an installation consists of, in order of creation. */
public final class Manifests {
  private Manifests() {}

  public static List<HasMetadata> of(Wishes wishes) {
    Subject manager =
        ManagerAccess.subject("system:serviceaccount:" + wishes.namespace() + ":" + Names.MANAGER);
    List<HasMetadata> all = new ArrayList<>();
    all.add(namespace(wishes));
    all.addAll(crds());
    all.add(clusterId(wishes));
    all.add(sharing(wishes));
    all.add(account(wishes));
    all.addAll(TenantAccess.clusterRoles());
    all.addAll(KubeletAccess.clusterRoles());
    all.addAll(ManagerAccess.clusterRoles());
    all.add(ManagerAccess.clusterWide(manager));
    all.add(ManagerAccess.inSystemNamespace(wishes.namespace(), manager));
    all.add(FlowControl.tenants());
    all.add(FlowControl.heartbeats());
    all.add(BorderObjects.policy());
    all.add(BorderObjects.binding());
    all.add(Volumes.virtualClass(Names.STORAGE_CLASS));
    all.add(Volumes.realNamespace());
    all.add(ManagerAccess.inStorageNamespace(manager));
    all.addAll(Profiles.policies(wishes.lending().profile()));
    Wishes.Running running = wishes.running();
    if (running != null) {
      all.addAll(Workload.of(wishes, running));
    }
    return all;
  }

  /** The kinds, as they were made from the types. */
  public static List<CustomResourceDefinition> crds() {
    return Kinds.ALL.stream()
        .map(type -> HasMetadata.getGroup(type) + "_" + HasMetadata.getPlural(type) + ".yaml")
        .map(Manifests::crd)
        .toList();
  }

  private static CustomResourceDefinition crd(String file) {
    try (InputStream in = Manifests.class.getResourceAsStream("/crds/" + file)) {
      if (in == null) {
        throw new IllegalStateException("this build of Sluice lacks " + file);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Json.readYaml(text, CustomResourceDefinition.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Namespace namespace(Wishes wishes) {
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(wishes.namespace())
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .addToLabels(Labels.POD_SECURITY_ENFORCE, "restricted")
        .endMetadata()
        .build();
  }

  private static ConfigMap clusterId(Wishes wishes) {
    return configMap(
        wishes,
        Names.CLUSTER_ID_CONFIG_MAP,
        Map.of(
            Names.CLUSTER_ID_KEY, wishes.clusterId(),
            Names.VERSION_KEY, wishes.version(),
            Names.PROTOCOL_KEY, Names.PROTOCOL));
  }

  /** Only what was said: the manager's own defaults hold for the rest. */
  private static ConfigMap sharing(Wishes wishes) {
    Map<String, String> data = new TreeMap<>();
    Integer percentage = wishes.lending().percentage();
    if (percentage != null) {
      data.put("percentage", percentage.toString());
    }
    if (!wishes.lending().labels().isEmpty()) {
      data.put(
          "nodeLabels",
          new TreeMap<>(wishes.lending().labels())
              .entrySet().stream()
                  .map(entry -> entry.getKey() + "=" + entry.getValue())
                  .collect(Collectors.joining("\n")));
    }
    return configMap(wishes, Names.SHARING_SETTINGS, data);
  }

  private static ConfigMap configMap(Wishes wishes, String name, Map<String, String> data) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(wishes.namespace())
        .withName(name)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .endMetadata()
        .withData(new TreeMap<>(data)) // the same text every time
        .build();
  }

  private static ServiceAccount account(Wishes wishes) {
    return new ServiceAccountBuilder()
        .withNewMetadata()
        .withNamespace(wishes.namespace())
        .withName(Names.MANAGER)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .endMetadata()
        .withAutomountServiceAccountToken(false)
        .build();
  }
}
