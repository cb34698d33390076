package io.sluice.cli.doctor;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.VirtualNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that the checks look at, read once.
 *
 * @param home what the installation itself consists of
 * @param ways the way to each provider, by its ID
 */
public record Symptoms(
    Instant now, Home home, Map<String, Way> ways, Borrowing borrowing, Around around) {

  /**
   * The installation.
   *
   * @param kinds names of kinds that are served
   * @param roles what stands in the cluster under the names of our roles
   * @param policies names of admission policies that are there
   * @param metricsApi why the API that the manager announces is not available; empty when it is, or
   *     when none is announced
   * @param managerSilence time since the manager last renewed its lease; empty when it never did
   */
  public record Home(
      Set<String> kinds,
      List<ClusterRole> roles,
      Set<String> policies,
      String metricsApi,
      Optional<Duration> managerSilence) {}

  /**
   * The way to a provider with the control-plane credentials.
   *
   * @param failure why it could not be asked; empty when it answered
   * @param skew how far its clock is ahead of ours
   * @param certificateEnds when the credentials end; empty when they can't be read
   */
  public record Way(String failure, Duration skew, Optional<Instant> certificateEnds) {}

  /**
   * What is borrowed.
   *
   * @param leaseAges time since each virtual node's lease was renewed
   */
  public record Borrowing(
      List<ResourceSlice> slices,
      List<VirtualNode> virtualNodes,
      List<Node> nodes,
      Map<String, Duration> leaseAges,
      List<NamespaceOffloading> namespaces) {}

  /**
   * What stands around.
   *
   * @param sharing the settings of what is lent
   * @param ports why the API server does not reach a virtual node's port; empty when it does
   */
  public record Around(
      Stated stated, Map<String, String> sharing, Map<String, String> ports, Contents contents) {}

  /**
   * Who is who.
   *
   * @param version what was installed
   * @param program what asks
   */
  public record Stated(String version, String protocol, String program) {}

  /**
   * What lies in the cluster and in its extended namespaces.
   *
   * @param failures events that say that something could not be reflected
   * @param provisioners of the storage classes, by name
   */
  public record Contents(
      List<DaemonSet> daemonSets,
      List<Event> failures,
      List<PersistentVolumeClaim> claims,
      Map<String, String> provisioners) {}
}
