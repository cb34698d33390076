package io.sluice.kubelet;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.lead.Elector;
import io.sluice.engine.run.Leadership;
import java.util.List;

/**
 * One of the processes of a virtual node. Of several, the one that holds the lease works and the
 * others wait; the Node's own lease lasts longer than a hand-over takes, so nobody notices.
 */
public final class KubeletReplica implements AutoCloseable {
  private final Leadership leadership;

  /**
   * @param identity differs between the processes of one virtual node
   */
  public KubeletReplica(
      Api home,
      RemoteAccess access,
      KubeletOptions options,
      String identity,
      Elector.Timing timing) {
    this.leadership =
        new Leadership(
            home,
            new Ref(options.peer().tenantNamespace(), options.nodeName()),
            identity,
            timing,
            () -> List.of(new Term(home, access, options)));
  }

  public void start() {
    leadership.start();
  }

  public boolean leads() {
    return leadership.leads();
  }

  @Override
  public void close() {
    leadership.close();
  }
}
