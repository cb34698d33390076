package io.sluice.faults;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.sluice.api.vocab.Names;
import io.sluice.cli.install.Manifests;
import io.sluice.cli.install.Wishes;
import io.sluice.cli.shell.Jvm;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.time.WallClock;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.host.BedProcess;
import io.sluice.testbed.net.Link;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One cluster with Sluice in it: its manager is a process of its own, and everything of Sluice that
 * talks to this cluster's API server does so over one link.
 */
final class Site implements AutoCloseable {
  private static final String MANAGER =
      "system:serviceaccount:" + Names.SYSTEM_NAMESPACE + ":" + Names.MANAGER;

  final Cluster cluster;
  final Link link;
  final Api admin;
  final Throttle throttle = new Throttle(this);
  BedProcess manager;
  Standby standby;
  private @Nullable Credentials credentials;
  private String changed;
  private Duration skew = Duration.ZERO;
  final Path folder;

  /**
   * @param changed class path that comes before the usual one: empty, or a rule taken out
   */
  Site(Cluster cluster, String changed) {
    this.cluster = cluster;
    this.folder = cluster.kubeconfig().resolveSibling("sluice");
    this.link = Link.to(cluster);
    this.admin = new Api(Endpoint.fromKubeconfig(cluster.kubeconfig(), null), "faults");
    install();
    this.changed = changed;
    this.manager = process(Standby.FIRST);
    this.standby = new Standby(cluster, process(Standby.NAME));
    Runtime.getRuntime()
        .addShutdownHook(new Thread(this::killAll)); // the bed knows nothing of them
    manager.start();
  }

  /** Goes on with other classes. */
  void use(String changed) {
    this.changed = changed;
    restart();
  }

  /** Goes on with clocks that are wrong by so much; processes that it starts inherit them. */
  void shift(Duration skew) {
    this.skew = skew;
    restart();
  }

  private void restart() {
    killAll();
    manager = process(Standby.FIRST);
    standby = new Standby(cluster, process(Standby.NAME));
    manager.start();
  }

  private void killAll() {
    manager.kill();
    standby.process().kill();
  }

  private BedProcess process(String replica) {
    List<String> command =
        command(
            replica,
            "manager",
            "--kubeconfig=" + link.kubeconfig(cluster.kubeconfig(MANAGER)),
            "--api-server=" + link.server(),
            "--cluster-id=" + cluster.name(),
            "--kubelet-folder=" + folder.resolve("kubelets"));
    return new BedProcess(
        replica, command, folder.resolve(replica + ".record"), folder.resolve(replica + ".log"));
  }

  /** The kubeconfigs with which a consumer reaches this provider. */
  Credentials credentials(Site home) {
    Credentials known = credentials;
    if (known == null) {
      known = new Credentials(home.admin, cluster.name(), home.identity());
      credentials = known;
    }
    return known;
  }

  /** Somebody whom only this cluster knows. */
  private Credentials.StrangerIdentity identity() {
    return Credentials.StrangerIdentity.of(cluster.kubeconfig("stranger"));
  }

  FakeNodes nodes() {
    return new FakeNodes(cluster);
  }

  private List<String> command(String replica, String... arguments) {
    List<String> command = new ArrayList<>();
    // As in a pod whose container is started again: the identity stays.
    command.addAll(List.of("env", "POD_NAME=" + replica));
    if (!skew.isZero()) {
      command.add("JAVA_TOOL_OPTIONS=-D" + WallClock.SKEW + "=" + skew);
    }
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Jvm.flags(folder));
    String classes = changed + System.getProperty("java.class.path");
    command.addAll(List.of("-cp", classes, "io.sluice.cli.Main"));
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  /** What `sluice install` would apply. */
  private void install() {
    List<HasMetadata> all =
        Manifests.of(Wishes.plain(cluster.name(), Names.SYSTEM_NAMESPACE, "faults"));
    all.stream().filter(CustomResourceDefinition.class::isInstance).forEach(this::apply);
    Moments.require("the kinds are not established", this::isEveryKindThere);
    all.stream().filter(it -> !(it instanceof CustomResourceDefinition)).forEach(this::apply);
  }

  /** Fails for kinds that have no conditions yet. */
  private boolean isEveryKindThere() {
    return cluster
        .kubectl("wait", "--for=condition=Established", "--timeout=60s", "crd", "--all")
        .ok();
  }

  @SuppressWarnings("unchecked")
  private <T extends HasMetadata> void apply(T object) {
    admin.patch(
        (Kind<T>) Kind.of(object.getClass()), Ref.of(object), Patch.apply(object, "faults"));
  }

  @Override
  public void close() {
    killAll();
    admin.close();
    link.close();
  }
}
