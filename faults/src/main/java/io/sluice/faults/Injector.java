package io.sluice.faults;

import io.fabric8.kubernetes.api.model.Node;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.net.Direction;
import io.sluice.testbed.net.Link;
import java.time.Duration;
import java.util.Optional;

/** Makes faults happen and ends them. */
record Injector(Plane plane, Site provider) {
  private static final Duration HALF_OF_TWO_SECONDS = Duration.ofSeconds(1);
  private static final int BREAKS = 4;
  private static final Duration WRONG_BY = Duration.ofMinutes(5);

  void begin(Fault fault, String victim) {
    switch (fault) {
      case LINK_CUT -> provider.link.cut();
      case REQUESTS_LOST -> provider.link.cutOneWay(Direction.TO_SERVER);
      case ANSWERS_LOST -> provider.link.cutOneWay(Direction.FROM_SERVER);
      case PROVIDER_REFUSES -> provider.link.refuse();
      case LINK_SLOW -> provider.link.delay(HALF_OF_TWO_SECONDS);
      case CONNECTIONS_BROKEN -> breakOften(provider.link);
      case HOME_CUT -> plane.home.link.cut();
      case HOME_CONNECTIONS_BROKEN -> breakOften(plane.home.link);
      case KUBELET_KILLED -> plane.kubelet(provider).ifPresent(it -> it.signal("KILL"));
      case KUBELET_PAUSED -> plane.kubelet(provider).ifPresent(it -> it.signal("STOP"));
      case HOME_MANAGER_KILLED -> plane.home.manager.kill();
      case PROVIDER_MANAGER_KILLED -> provider.manager.kill();
      case PROVIDER_MANAGER_PAUSED -> provider.manager.pause();
      case LEADER_KILLED, LEADER_PAUSED -> standIn(fault);
      case HOME_API_RESTARTED -> plane.home.cluster.component(Component.API_SERVER).kill();
      case PROVIDER_API_RESTARTED -> provider.cluster.component(Component.API_SERVER).kill();
      case WATCHES_EXPIRED -> provider.cluster.restart(Component.API_SERVER);
      case HOME_ETCD_PAUSED -> plane.home.cluster.component(Component.ETCD).pause();
      case PROVIDER_ETCD_PAUSED -> provider.cluster.component(Component.ETCD).pause();
      case HOME_ETCD_FULL -> new EtcdSpace(plane.home.cluster).exhaust();
      case PROVIDER_ETCD_FULL -> new EtcdSpace(provider.cluster).exhaust();
      case HOME_THROTTLES -> plane.home.throttle.begin();
      case PROVIDER_THROTTLES -> provider.throttle.begin();
      case STATUS_REFUSED -> Obstacles.refuseStatus(plane.home, new Ref(Plane.NAMESPACE, victim));
      case CREDENTIAL_GARBAGE -> credentials().garble();
      case CREDENTIAL_REJECTED -> {
        plane.home.manager.pause(); // it would put them right within milliseconds
        credentials().swap();
      }
      case NODE_DIES -> provider.nodes().die();
      case POD_DELETED ->
          provider
              .cluster
              .kubectl("delete", "pod", victim, "-n", Plane.NAMESPACE, "--grace-period=1")
              .outOrThrow();
      case NODE_DRAINED -> provider.nodes().drain();
      case VIRTUAL_NODE_DELETED -> deleteVirtualNode();
      case HOME_CLOCKS_AHEAD -> plane.shift(plane.home, WRONG_BY);
      case HOME_CLOCKS_BEHIND -> plane.shift(plane.home, WRONG_BY.negated());
      case PROVIDER_CLOCKS_AHEAD -> plane.shift(provider, WRONG_BY);
      case PROVIDER_CLOCKS_BEHIND -> plane.shift(provider, WRONG_BY.negated());
      case NAMESPACE_DELETED -> throw new IllegalArgumentException("has a trial of its own");
    }
  }

  void end(Fault fault) {
    switch (fault) {
      case LINK_CUT, REQUESTS_LOST, ANSWERS_LOST, PROVIDER_REFUSES -> provider.link.heal();
      case LINK_SLOW -> provider.link.delay(Duration.ZERO);
      case HOME_CUT -> plane.home.link.heal();
      case KUBELET_PAUSED -> plane.kubelet(provider).ifPresent(it -> it.signal("CONT"));
      case HOME_MANAGER_KILLED -> plane.home.manager.start();
      case PROVIDER_MANAGER_KILLED -> provider.manager.start();
      case PROVIDER_MANAGER_PAUSED -> provider.manager.resume();
      case LEADER_KILLED -> {
        provider.manager.start();
        provider.standby.leave();
      }
      case LEADER_PAUSED -> {
        provider.manager.resume();
        provider.standby.leave();
      }
      case HOME_API_RESTARTED -> plane.home.cluster.restart(Component.API_SERVER);
      case PROVIDER_API_RESTARTED -> provider.cluster.restart(Component.API_SERVER);
      case HOME_ETCD_PAUSED -> plane.home.cluster.component(Component.ETCD).resume();
      case PROVIDER_ETCD_PAUSED -> provider.cluster.component(Component.ETCD).resume();
      case HOME_ETCD_FULL -> new EtcdSpace(plane.home.cluster).free();
      case PROVIDER_ETCD_FULL -> new EtcdSpace(provider.cluster).free();
      case HOME_THROTTLES -> plane.home.throttle.end();
      case PROVIDER_THROTTLES -> provider.throttle.end();
      case STATUS_REFUSED -> Obstacles.allowStatus(plane.home);
      case CREDENTIAL_GARBAGE -> credentials().restore();
      case CREDENTIAL_REJECTED -> {
        credentials().restore();
        plane.home.manager.resume();
      }
      case NODE_DIES -> provider.nodes().replace();
      case NODE_DRAINED -> provider.nodes().uncordon();
      case CONNECTIONS_BROKEN,
          HOME_CONNECTIONS_BROKEN,
          KUBELET_KILLED,
          WATCHES_EXPIRED,
          POD_DELETED,
          NAMESPACE_DELETED,
          VIRTUAL_NODE_DELETED,
          HOME_CLOCKS_AHEAD,
          HOME_CLOCKS_BEHIND,
          PROVIDER_CLOCKS_AHEAD,
          PROVIDER_CLOCKS_BEHIND -> {}
    }
  }

  /** Puts right what both sides have to live with: they must agree while it lasts. */
  void restore(Fault fault) {
    if (fault == Fault.HOME_CLOCKS_AHEAD || fault == Fault.HOME_CLOCKS_BEHIND) {
      plane.shift(plane.home, Duration.ZERO);
    }
    if (fault == Fault.PROVIDER_CLOCKS_AHEAD || fault == Fault.PROVIDER_CLOCKS_BEHIND) {
      plane.shift(provider, Duration.ZERO);
    }
  }

  private Credentials credentials() {
    return provider.credentials(plane.home);
  }

  private void standIn(Fault fault) {
    provider.standby.join();
    if (fault == Fault.LEADER_KILLED) {
      provider.manager.kill();
    } else {
      provider.manager.pause();
    }
  }

  private static void breakOften(Link link) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                for (int i = 0; i < BREAKS; i++) {
                  link.closeConnections();
                  Thread.sleep(Duration.ofMillis(700));
                }
              } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private void deleteVirtualNode() {
    Optional<Node> node = plane.readyNode(provider.cluster.name());
    node.ifPresent(
        found ->
            plane.home.admin.delete(
                Kind.of(Node.class), Ref.of(found), found.getMetadata().getUid(), null));
  }
}
