package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.sluice.api.offloading.ReflectionType;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.twin.RootCa;
import org.jspecify.annotations.Nullable;

/**
 * ConfigMaps (§3.9). The root CA of the home cluster goes whatever the policy, because every pod
 * that talks home needs it, and lies under its own name beside the provider's.
 */
public record ConfigMaps(ReflectionType type, Interest interest)
    implements Reflection<ConfigMap, ConfigMap> {

  @Override
  public String remoteName(String local, Border border) {
    return local.equals(RootCa.LOCAL) ? RootCa.remoteName(border.origin()) : local;
  }

  @Override
  public String localName(String remote, Border border) {
    return remote.equals(RootCa.remoteName(border.origin())) ? RootCa.LOCAL : remote;
  }

  @Override
  public Wish<ConfigMap> wish(ConfigMap local, Border border) {
    String name = local.getMetadata().getName();
    boolean rootCa = name.equals(RootCa.LOCAL);
    if (!rootCa && name.equals(RootCa.remoteName(border.origin()))) {
      return new Wish.Refused<>("its name is the one of the reflected root CA");
    }
    return rootCa ? rootCa(local, border) : interest.wish(type, local, () -> twin(local, border));
  }

  private Wish<ConfigMap> rootCa(ConfigMap local, Border border) {
    return switch (Policy.own(local)) {
      case BOTH -> new Wish.Refused<>("it says both to skip and to allow reflection");
      case SKIPPED -> new Wish.Unwanted<>("its annotation keeps it at home", true);
      case ALLOWED, SILENT -> new Wish.Wanted<>(twin(local, border));
    };
  }

  private ConfigMap twin(ConfigMap local, Border border) {
    return new ConfigMapBuilder()
        .withMetadata(TwinMeta.of(local, remoteName(local.getMetadata().getName(), border), border))
        .withData(local.getData())
        .withBinaryData(local.getBinaryData())
        .withImmutable(local.getImmutable())
        .build();
  }

  @Override
  public boolean isSame(ConfigMap there, ConfigMap wanted) {
    return TwinMeta.isSame(there, wanted) && !changes(there, wanted);
  }

  @Override
  public boolean mustReplace(ConfigMap there, ConfigMap wanted) {
    return Boolean.TRUE.equals(there.getImmutable()) && changes(there, wanted);
  }

  private static boolean changes(ConfigMap there, ConfigMap wanted) {
    return !Frozen.map(there.getData()).equals(Frozen.map(wanted.getData()))
        || !Frozen.map(there.getBinaryData()).equals(Frozen.map(wanted.getBinaryData()))
        || is(there.getImmutable()) != is(wanted.getImmutable());
  }

  private static boolean is(@Nullable Boolean value) {
    return Boolean.TRUE.equals(value);
  }
}
