package io.sluice.translate.reflect;

import io.fabric8.kubernetes.api.model.LoadBalancerStatus;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.fabric8.kubernetes.api.model.ServiceSpecBuilder;
import io.sluice.api.offloading.ReflectionType;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Services (§3.6): what they are for goes along, addresses and ports of nodes are the provider's.
 *
 * @param loadBalancerClass of the provider, when it offers one
 */
public record Services(ReflectionType type, Optional<String> loadBalancerClass)
    implements Reflection<Service, Service> {
  private static final String HEADLESS = "None";
  private static final String LOAD_BALANCER = "LoadBalancer";

  @Override
  public Wish<Service> wish(Service local, Border border) {
    boolean api =
        local.getMetadata().getName().equals("kubernetes") && border.namespace().equals("default");
    if (api) {
      return new Wish.Leave<>("it is the API server of this cluster");
    }
    return Policy.keeps(type, local)
        .<Wish<Service>>map(why -> new Wish.Unwanted<>(why, true))
        .orElseGet(() -> new Wish.Wanted<>(twin(local, border)));
  }

  private Service twin(Service local, Border border) {
    ServiceSpec spec = local.getSpec();
    boolean forced =
        "true"
            .equalsIgnoreCase(
                Frozen.map(local.getMetadata().getAnnotations())
                    .get(Annotations.FORCE_REMOTE_NODE_PORT));
    return new ServiceBuilder()
        .withMetadata(TwinMeta.of(local, local.getMetadata().getName(), border))
        .withSpec(
            new ServiceSpecBuilder()
                .withType(spec.getType())
                .withSelector(spec.getSelector())
                .withPorts(
                    Frozen.list(spec.getPorts()).stream().map(port -> port(port, forced)).toList())
                .withClusterIP(HEADLESS.equals(spec.getClusterIP()) ? HEADLESS : null)
                .withExternalName(spec.getExternalName())
                .withAllocateLoadBalancerNodePorts(spec.getAllocateLoadBalancerNodePorts())
                .withExternalTrafficPolicy(spec.getExternalTrafficPolicy())
                .withInternalTrafficPolicy(spec.getInternalTrafficPolicy())
                .withIpFamilyPolicy(spec.getIpFamilyPolicy())
                .withLoadBalancerSourceRanges(spec.getLoadBalancerSourceRanges())
                .withPublishNotReadyAddresses(spec.getPublishNotReadyAddresses())
                .withSessionAffinity(spec.getSessionAffinity())
                .withLoadBalancerClass(
                    LOAD_BALANCER.equals(spec.getType()) ? loadBalancerClass.orElse(null) : null)
                .build())
        .build();
  }

  private static ServicePort port(ServicePort port, boolean forced) {
    boolean fixed = forced && port.getNodePort() != null && port.getNodePort() != 0;
    return new ServicePortBuilder()
        .withName(port.getName())
        .withPort(port.getPort())
        .withTargetPort(port.getTargetPort())
        .withProtocol(port.getProtocol())
        .withAppProtocol(port.getAppProtocol())
        .withNodePort(fixed ? port.getNodePort() : null)
        .build();
  }

  @Override
  public boolean isSame(Service there, Service wanted) {
    ServiceSpec is = there.getSpec();
    ServiceSpec shall = wanted.getSpec();
    return TwinMeta.isSame(there, wanted)
        && Objects.equals(is.getType(), shall.getType())
        && Frozen.map(is.getSelector()).equals(Frozen.map(shall.getSelector()))
        && samePorts(Frozen.list(is.getPorts()), Frozen.list(shall.getPorts()))
        && isHeadless(is) == isHeadless(shall)
        && Objects.equals(is.getExternalName(), shall.getExternalName())
        && Frozen.list(is.getLoadBalancerSourceRanges())
            .equals(Frozen.list(shall.getLoadBalancerSourceRanges()))
        && said(shall.getAllocateLoadBalancerNodePorts(), is.getAllocateLoadBalancerNodePorts())
        && said(shall.getExternalTrafficPolicy(), is.getExternalTrafficPolicy())
        && said(shall.getInternalTrafficPolicy(), is.getInternalTrafficPolicy())
        && said(shall.getIpFamilyPolicy(), is.getIpFamilyPolicy())
        && said(shall.getPublishNotReadyAddresses(), is.getPublishNotReadyAddresses())
        && said(shall.getSessionAffinity(), is.getSessionAffinity())
        && said(shall.getLoadBalancerClass(), is.getLoadBalancerClass());
  }

  /** A Service is headless for life; a class of load balancer stays once chosen. */
  @Override
  public boolean mustReplace(Service there, Service wanted) {
    boolean turned =
        isHeadless(there.getSpec()) != isHeadless(wanted.getSpec())
            && !"ExternalName".equals(there.getSpec().getType())
            && !"ExternalName".equals(wanted.getSpec().getType());
    boolean rebalanced =
        LOAD_BALANCER.equals(there.getSpec().getType())
            && LOAD_BALANCER.equals(wanted.getSpec().getType())
            && !said(
                wanted.getSpec().getLoadBalancerClass(), there.getSpec().getLoadBalancerClass());
    return turned || rebalanced;
  }

  private static boolean isHeadless(ServiceSpec spec) {
    return HEADLESS.equals(spec.getClusterIP());
  }

  private static boolean samePorts(List<ServicePort> there, List<ServicePort> wanted) {
    if (there.size() != wanted.size()) {
      return false;
    }
    for (int i = 0; i < there.size(); i++) {
      ServicePort is = there.get(i);
      ServicePort shall = wanted.get(i);
      boolean same =
          Objects.equals(is.getName(), shall.getName())
              && Objects.equals(is.getPort(), shall.getPort())
              && said(shall.getTargetPort(), is.getTargetPort())
              && said(shall.getProtocol(), is.getProtocol())
              && Objects.equals(is.getAppProtocol(), shall.getAppProtocol())
              && said(shall.getNodePort(), is.getNodePort());
      if (!same) {
        return false;
      }
    }
    return true;
  }

  /** What we do not say, the provider may choose. */
  private static boolean said(@Nullable Object wanted, @Nullable Object there) {
    return wanted == null || wanted.equals(there);
  }

  /**
   * The address to show at home, when the provider's load balancer serves the Service; empty when
   * there is nothing to write. Only for Services of our class: a load balancer of the home cluster
   * would write its own address back again (T-42).
   */
  public static Optional<LoadBalancerStatus> statusBack(
      Service local, @Nullable Service remote, String ourClass) {
    boolean ours =
        LOAD_BALANCER.equals(local.getSpec().getType())
            && ourClass.equals(local.getSpec().getLoadBalancerClass());
    if (!ours) {
      return Optional.empty();
    }
    LoadBalancerStatus wanted = addresses(remote);
    return wanted.equals(addresses(local)) ? Optional.empty() : Optional.of(wanted);
  }

  private static LoadBalancerStatus addresses(@Nullable Service service) {
    return service == null
            || service.getStatus() == null
            || service.getStatus().getLoadBalancer() == null
        ? new LoadBalancerStatus()
        : service.getStatus().getLoadBalancer();
  }
}
