package io.sluice.api;

import io.fabric8.kubernetes.client.CustomResource;
import io.sluice.api.authentication.Identity;
import io.sluice.api.authentication.Renew;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.Tenant;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.ipam.IP;
import io.sluice.api.networking.Configuration;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.Quota;
import io.sluice.api.offloading.ShadowEndpointSlice;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VkOptionsTemplate;
import io.sluice.api.policy.ClusterNamespaceOffloading;
import io.sluice.api.policy.TenantPolicy;
import java.util.List;

/** Every custom resource that Sluice installs; deploy/crds holds one file for each. */
public final class Kinds {
  private Kinds() {}

  public static final List<Class<? extends CustomResource<?, ?>>> ALL =
      List.of(
          ShadowPod.class,
          ShadowEndpointSlice.class,
          NamespaceOffloading.class,
          NamespaceMap.class,
          VirtualNode.class,
          VkOptionsTemplate.class,
          Quota.class,
          Tenant.class,
          Identity.class,
          ResourceSlice.class,
          Renew.class,
          ForeignCluster.class,
          Configuration.class,
          IP.class,
          ClusterNamespaceOffloading.class,
          TenantPolicy.class);
}
