package io.sluice.testbed;

import io.sluice.testbed.build.Program;
import io.sluice.testbed.build.Programs;
import io.sluice.testbed.host.Beds;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.Places;
import io.sluice.testbed.host.Progress;
import io.sluice.testbed.host.Slot;
import io.sluice.testbed.host.Slots;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.ClusterOptions;
import io.sluice.testbed.model.NodeKind;
import io.sluice.testbed.node.RealNode;
import io.sluice.testbed.node.Routes;
import io.sluice.testbed.plane.ControlPlane;
import io.sluice.testbed.plane.PlaneSetting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Starts clusters on this machine and removes them: on {@link #close}, when the process ends or is
 * interrupted; and if it was killed, the next bed that is opened does it.
 */
public final class Bed implements AutoCloseable {
  private final String id;
  private final Beds beds;
  private final Programs programs;
  private final Map<String, ClusterFolder> folders = new ConcurrentHashMap<>();
  private final Map<String, Cluster> clusters = new ConcurrentHashMap<>();
  private final Thread onExit = new Thread(this::removeAll, "bed-on-exit");
  private boolean closed;

  private Bed(String id, Places places) {
    this.id = id;
    this.beds = new Beds(places.beds());
    this.programs = new Programs(places);
  }

  /** A bed for this process, named after its purpose for those who look at what runs. */
  public static Bed open(String purpose) {
    String word = purpose.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return openAs(word + "-" + ProcessHandle.current().pid());
  }

  /** A bed whose folder has a fixed name; several processes may use it one after the other. */
  static Bed openAs(String id) {
    Bed bed = new Bed(id, Places.standard());
    bed.reapStale();
    Runtime.getRuntime().addShutdownHook(bed.onExit);
    return bed;
  }

  public Cluster start(ClusterOptions options) {
    return start(List.of(options)).getFirst();
  }

  /** Starts clusters side by side; when one fails, none of these is left. */
  public List<Cluster> start(List<ClusterOptions> wanted) {
    if (wanted.stream().anyMatch(options -> options.nodes() == NodeKind.REAL)) {
      RealNode.checkMachine();
    }
    programs.ensure(programsFor(wanted));
    List<Parallel.Task<Cluster>> tasks = new ArrayList<>();
    wanted.forEach(options -> tasks.add(() -> startOne(options)));
    try {
      return Parallel.all(tasks);
    } catch (RuntimeException e) {
      Parallel.all(
          wanted.stream()
              .map(options -> (Parallel.Task<Boolean>) () -> stop(options.name()))
              .toList());
      throw e;
    }
  }

  public List<Cluster> clusters() {
    return List.copyOf(clusters.values());
  }

  /** Removes one cluster; false when there is none of that name. */
  public boolean stop(String name) {
    ClusterFolder folder = folders.remove(name);
    Cluster cluster = clusters.remove(name);
    if (cluster != null) {
      cluster.closeClients();
    }
    if (folder != null) {
      Teardown.remove(beds, folder);
    }
    return folder != null;
  }

  /** Leaves the clusters running when this process ends. */
  public void detach() {
    folders.values().forEach(ClusterFolder::detach);
    folders.clear();
    clusters.values().forEach(Cluster::closeClients);
    clusters.clear();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(onExit);
    } catch (IllegalStateException e) {
      // The process is ending; the hook does the same work and both may.
      return;
    }
    removeAll();
  }

  private Cluster startOne(ClusterOptions options) {
    Instant begin = Instant.now();
    options
        .tuning()
        .apiPort()
        .ifPresent(
            port -> {
              if (!Slots.portIsFree(port)) {
                throw new BedException("port " + port + " is taken");
              }
            });
    Cluster cluster = prepare(options);
    cluster.start();
    Duration took = Duration.between(begin, Instant.now());
    Progress.say(options.name() + " is up after " + took.toMillis() + " ms");
    return cluster;
  }

  /** Everything but processes; after {@link #removeAll} has begun no cluster may appear. */
  private synchronized Cluster prepare(ClusterOptions options) {
    if (closed) {
      throw new BedException("the bed is closed");
    }
    ClusterFolder folder = beds.create(id, options.name(), options.nodes());
    folders.put(options.name(), folder);
    ControlPlane plane =
        new ControlPlane(new PlaneSetting(options, folder, claimSlot(folder)), programs);
    Cluster cluster = new Cluster(plane, programs);
    clusters.put(options.name(), cluster);
    return cluster;
  }

  private static Slot claimSlot(ClusterFolder folder) {
    if (folder.kind() != NodeKind.REAL) {
      return new Slots().claim(folder);
    }
    Routes taken = Routes.ofMachine();
    return new Slots().where(taken::free).claim(folder);
  }

  private void reapStale() {
    List<Parallel.Task<Path>> tasks = new ArrayList<>();
    for (ClusterFolder folder : beds.stale()) {
      Progress.say("removing " + folder.name() + ", whose owner is gone");
      tasks.add(
          () -> {
            Teardown.remove(beds, folder);
            return folder.path();
          });
    }
    Parallel.all(tasks);
  }

  private void removeAll() {
    synchronized (this) {
      closed = true;
    }
    Parallel.all(
        folders.keySet().stream().map(name -> (Parallel.Task<Boolean>) () -> stop(name)).toList());
  }

  private static Set<Program> programsFor(List<ClusterOptions> wanted) {
    Set<Program> needed =
        EnumSet.of(
            Program.ETCD,
            Program.KUBE_APISERVER,
            Program.KUBE_CONTROLLER_MANAGER,
            Program.KUBE_SCHEDULER,
            Program.KUBECTL);
    if (wanted.stream().anyMatch(options -> options.nodes() == NodeKind.KWOK)) {
      needed.add(Program.KWOK);
    }
    if (wanted.stream().anyMatch(options -> options.nodes() == NodeKind.REAL)) {
      needed.addAll(RealNode.PROGRAMS);
    }
    return needed;
  }
}
