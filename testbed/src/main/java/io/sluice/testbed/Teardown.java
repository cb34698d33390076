package io.sluice.testbed;

import io.sluice.testbed.host.BedProcess;
import io.sluice.testbed.host.Beds;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.ProcessRecord;
import io.sluice.testbed.host.Slots;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.model.NodeKind;
import io.sluice.testbed.node.NodeTeardown;
import java.time.Duration;
import java.util.List;

/** Removes a cluster completely, from its folder alone, so that any process can do it. */
public final class Teardown {
  // Nodes first, then those who talk to the API server, then that one, etcd last: an API server
  // whose etcd has gone before it ignores every polite signal.
  private static final List<Component> ORDER =
      List.of(
          Component.PROVISIONER,
          Component.DNS,
          Component.METRICS_SERVER,
          Component.KUBELET,
          Component.KUBE_PROXY,
          Component.CONTAINERD,
          Component.KWOK,
          Component.SCHEDULER,
          Component.CONTROLLER_MANAGER,
          Component.API_SERVER,
          Component.ETCD);

  private Teardown() {}

  /** Nothing in a cluster is worth a goodbye: its data goes too. */
  public static void remove(Beds beds, ClusterFolder folder) {
    for (Component component : ORDER) {
      ProcessRecord.read(folder.record(component))
          .ifPresent(process -> BedProcess.ending(process, "KILL", Duration.ZERO));
    }
    if (folder.kind() == NodeKind.REAL) {
      folder.slot().ifPresent(slot -> NodeTeardown.remove(folder, slot));
    }
    new Slots().release(folder);
    beds.forget(folder);
  }
}
