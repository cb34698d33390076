package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressTLS;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.twin.ServiceAccounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Names of the Secrets and ConfigMaps that something needs (D-19), optional ones too: they may come
 * later, and then have to arrive.
 */
public record References(Set<String> secrets, Set<String> configMaps) {
  private static final Set<String> FINISHED = Set.of("Succeeded", "Failed");

  public static final References NONE = new References(Set.of(), Set.of());

  public References {
    secrets = Set.copyOf(secrets);
    configMaps = Set.copyOf(configMaps);
  }

  public static References all(Collection<References> parts) {
    Set<String> secrets = new TreeSet<>();
    Set<String> configMaps = new TreeSet<>();
    for (References part : parts) {
      secrets.addAll(part.secrets());
      configMaps.addAll(part.configMaps());
    }
    return new References(secrets, configMaps);
  }

  /** What all offloaded pods of a namespace name, those that run, and its Ingresses. */
  public static References of(
      Collection<Pod> offloaded,
      Function<String, Optional<ServiceAccount>> accounts,
      Collection<Ingress> ingresses) {
    List<References> parts = new ArrayList<>();
    Set<String> used = new TreeSet<>();
    for (Pod pod : offloaded) {
      if (!isFinished(pod)) {
        parts.add(of(pod.getSpec()));
        used.add(ServiceAccounts.nameOf(pod));
      }
    }
    used.forEach(name -> accounts.apply(name).map(References::of).ifPresent(parts::add));
    ingresses.forEach(ingress -> parts.add(of(ingress)));
    return all(parts);
  }

  private static boolean isFinished(Pod pod) {
    return pod.getStatus() != null
        && pod.getStatus().getPhase() != null
        && FINISHED.contains(pod.getStatus().getPhase());
  }

  /** What an Ingress names: the certificates of its hosts. */
  public static References of(Ingress ingress) {
    Set<String> secrets = new TreeSet<>();
    if (ingress.getSpec() != null) {
      for (IngressTLS tls : Frozen.list(ingress.getSpec().getTls())) {
        add(secrets, tls.getSecretName());
      }
    }
    return new References(secrets, Set.of());
  }

  /** What pods of a service account use without naming it. */
  public static References of(ServiceAccount account) {
    Set<String> secrets = new TreeSet<>();
    addAll(secrets, account.getImagePullSecrets());
    return new References(secrets, Set.of());
  }

  public static References of(PodSpec pod) {
    Collector collector = new Collector();
    addAll(collector.secrets, pod.getImagePullSecrets());
    pod.getVolumes().forEach(collector::volume);
    List<Container> containers = new ArrayList<>(pod.getInitContainers());
    containers.addAll(pod.getContainers());
    for (Container container : containers) {
      collector.environment(container.getEnv(), container.getEnvFrom());
    }
    pod.getEphemeralContainers()
        .forEach(container -> collector.environment(container.getEnv(), container.getEnvFrom()));
    return new References(collector.secrets, collector.configMaps);
  }

  private static final class Collector {
    private final Set<String> secrets = new TreeSet<>();
    private final Set<String> configMaps = new TreeSet<>();

    private void environment(List<EnvVar> variables, List<EnvFromSource> sources) {
      for (EnvVar variable : variables) {
        if (variable.getValueFrom() != null) {
          if (variable.getValueFrom().getSecretKeyRef() != null) {
            add(secrets, variable.getValueFrom().getSecretKeyRef().getName());
          }
          if (variable.getValueFrom().getConfigMapKeyRef() != null) {
            add(configMaps, variable.getValueFrom().getConfigMapKeyRef().getName());
          }
        }
      }
      for (EnvFromSource source : sources) {
        if (source.getSecretRef() != null) {
          add(secrets, source.getSecretRef().getName());
        }
        if (source.getConfigMapRef() != null) {
          add(configMaps, source.getConfigMapRef().getName());
        }
      }
    }

    private void volume(Volume volume) {
      if (volume.getSecret() != null) {
        add(secrets, volume.getSecret().getSecretName());
      }
      if (volume.getConfigMap() != null) {
        add(configMaps, volume.getConfigMap().getName());
      }
      if (volume.getProjected() != null) {
        volume.getProjected().getSources().forEach(this::projection);
      }
      drivers(volume);
    }

    private void projection(VolumeProjection source) {
      if (source.getSecret() != null) {
        add(secrets, source.getSecret().getName());
      }
      if (source.getConfigMap() != null) {
        add(configMaps, source.getConfigMap().getName());
      }
    }

    /** Drivers that log in somewhere. */
    private void drivers(Volume volume) {
      if (volume.getCsi() != null) {
        addRef(secrets, volume.getCsi().getNodePublishSecretRef());
      }
      if (volume.getAzureFile() != null) {
        add(secrets, volume.getAzureFile().getSecretName());
      }
      if (volume.getFlexVolume() != null) {
        addRef(secrets, volume.getFlexVolume().getSecretRef());
      }
      if (volume.getIscsi() != null) {
        addRef(secrets, volume.getIscsi().getSecretRef());
      }
      if (volume.getCephfs() != null) {
        addRef(secrets, volume.getCephfs().getSecretRef());
      }
      if (volume.getRbd() != null) {
        addRef(secrets, volume.getRbd().getSecretRef());
      }
      if (volume.getCinder() != null) {
        addRef(secrets, volume.getCinder().getSecretRef());
      }
    }
  }

  private static void addAll(Set<String> names, @Nullable List<LocalObjectReference> references) {
    Frozen.list(references).forEach(reference -> addRef(names, reference));
  }

  private static void addRef(Set<String> names, @Nullable LocalObjectReference reference) {
    if (reference != null) {
      add(names, reference.getName());
    }
  }

  private static void add(Set<String> names, @Nullable String name) {
    if (name != null && !name.isEmpty()) {
      names.add(name);
    }
  }
}
