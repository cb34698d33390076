package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.IngressLoadBalancerStatus;
import io.fabric8.kubernetes.api.model.networking.v1.IngressSpec;
import io.sluice.api.offloading.ReflectionType;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ingresses (§3.8): rules go along, the class is the provider's.
 *
 * @param ingressClass of the provider, when it offers one
 */
public record Ingresses(ReflectionType type, Optional<String> ingressClass)
    implements Reflection<Ingress, Ingress> {

  @Override
  public Wish<Ingress> wish(Ingress local, Border border) {
    return Policy.keeps(type, local)
        .<Wish<Ingress>>map(why -> new Wish.Unwanted<>(why, true))
        .orElseGet(() -> new Wish.Wanted<>(twin(local, border)));
  }

  private Ingress twin(Ingress local, Border border) {
    IngressSpec spec = local.getSpec() == null ? new IngressSpec() : local.getSpec();
    return new IngressBuilder()
        .withMetadata(TwinMeta.of(local, local.getMetadata().getName(), withoutClass(border)))
        .withNewSpec()
        .withDefaultBackend(spec.getDefaultBackend())
        .withRules(spec.getRules())
        .withTls(spec.getTls())
        .withIngressClassName(ingressClass.orElse(null))
        .endSpec()
        .build();
  }

  /** The old way to name a class names one of the home cluster. */
  private static Border withoutClass(Border border) {
    Set<String> annotations = new HashSet<>(border.withheld().annotations());
    annotations.add(Annotations.INGRESS_CLASS);
    return new Border(
        border.origin(),
        border.destination(),
        border.namespace(),
        border.twin(),
        new Border.Withheld(border.withheld().labels(), annotations));
  }

  @Override
  public boolean isSame(Ingress there, Ingress wanted) {
    IngressSpec is = there.getSpec();
    IngressSpec shall = wanted.getSpec();
    return TwinMeta.isSame(there, wanted)
        && Objects.equals(is.getDefaultBackend(), shall.getDefaultBackend())
        && Frozen.list(is.getRules()).equals(Frozen.list(shall.getRules()))
        && Frozen.list(is.getTls()).equals(Frozen.list(shall.getTls()))
        && (shall.getIngressClassName() == null
            || shall.getIngressClassName().equals(is.getIngressClassName()));
  }

  /** As {@link Services#statusBack}: only for Ingresses of our class. */
  public static Optional<IngressLoadBalancerStatus> statusBack(
      Ingress local, @Nullable Ingress remote, String ourClass) {
    boolean ours =
        local.getSpec() != null && ourClass.equals(local.getSpec().getIngressClassName());
    if (!ours) {
      return Optional.empty();
    }
    IngressLoadBalancerStatus wanted = addresses(remote);
    return wanted.equals(addresses(local)) ? Optional.empty() : Optional.of(wanted);
  }

  private static IngressLoadBalancerStatus addresses(@Nullable Ingress ingress) {
    return ingress == null
            || ingress.getStatus() == null
            || ingress.getStatus().getLoadBalancer() == null
        ? new IngressLoadBalancerStatus()
        : ingress.getStatus().getLoadBalancer();
  }
}
