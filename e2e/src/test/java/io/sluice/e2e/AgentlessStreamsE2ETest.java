package io.sluice.e2e;

import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import io.sluice.testbed.junit.TestNamespace;
import io.sluice.testbed.model.NodeKind;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** App. B: with no more than a user's rights in one namespace, on real nodes. */
@NeedsClusters(
    value = {"home", "away"},
    nodes = NodeKind.REAL)
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class AgentlessStreamsE2ETest {

  @Test
  void podsThatAReplicaSetKeepsCanBeTalkedTo(Cluster home, Cluster away, TestNamespace namespace)
      throws IOException {
    try (Attached attached = Attached.start(home, away, namespace.name())) {
      new Talk(
              home,
              attached.namespace,
              "nodeSelector: {kubernetes.io/hostname: bare-away}\n"
                  + "  tolerations: [{key: virtual-node.liqo.io/not-allowed, operator: Exists}]")
          .works();
    }
  }
}
