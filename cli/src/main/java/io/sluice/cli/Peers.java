package io.sluice.cli;

import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.manager.consumer.peering.Peering;

/** The two clusters of a command, looked at before anything is changed in either. */
record Peers(Target local, Target remote, Peering.Pair pair) implements AutoCloseable {

  /** Opens both; one that can't take part is said here, with nothing made anywhere. */
  static Peers open(ClusterAccess cluster, RemoteAccess access, String namespace) {
    Target local = cluster.open();
    try {
      Target remote = access.open(cluster);
      try {
        return new Peers(local, remote, check(local, remote, namespace));
      } catch (RuntimeException e) {
        remote.close();
        throw e;
      }
    } catch (RuntimeException e) {
      local.close();
      throw e;
    }
  }

  private static Peering.Pair check(Target local, Target remote, String namespace) {
    if (local.fingerprint().equals(remote.fingerprint())) {
      throw Trouble.usage(
          "both kubeconfigs lead to the same cluster",
          "give another --remote-kubeconfig or --remote-context");
    }
    Target.Installation here = local.installation(namespace);
    Target.Installation there = remote.installation(namespace);
    if (here.clusterId().equals(there.clusterId())) {
      throw Trouble.error(
          "both clusters are called %s".formatted(here.clusterId()),
          "uninstall Sluice in one of them and install it with another --cluster-id");
    }
    if (!here.protocol().equals(there.protocol())) {
      throw Trouble.error(
          "%s speaks %s (Sluice %s), %s speaks %s (Sluice %s)"
              .formatted(
                  here.clusterId(),
                  here.protocol(),
                  here.version(),
                  there.clusterId(),
                  there.protocol(),
                  there.version()),
          "upgrade the one that does not speak %s: run `sluice install` of this version there"
              .formatted(Names.PROTOCOL));
    }
    local.requireKinds();
    remote.requireKinds();
    return new Peering.Pair(here.clusterId(), there.clusterId());
  }

  @Override
  public void close() {
    local.close();
    remote.close();
  }
}
