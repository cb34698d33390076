package io.sluice.testbed.plane;

import io.sluice.testbed.build.Programs;
import io.sluice.testbed.host.BedProcess;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.host.Waiting;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.model.NodeKind;
import io.sluice.testbed.pki.Identity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Starts etcd, API server, controllers, scheduler and, where wanted, the fake nodes' keeper. */
public final class ControlPlane implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final PlaneSetting setting;
  private final PlaneFiles files;
  private final PlaneCommands commands;
  private List<String> prefix = List.of();
  private final Map<Component, BedProcess> processes = new EnumMap<>(Component.class);
  private volatile Api api;
  private boolean closed;

  public ControlPlane(PlaneSetting setting, Programs programs) {
    this.setting = setting;
    this.files = PlaneFiles.create(setting);
    this.commands = new PlaneCommands(setting, files, programs);
    this.api = connect();
  }

  private Api connect() {
    Identity bed = files.pki().user("testbed", List.of("system:masters"));
    return new Api(setting.server(), files.pki().trusted(), bed);
  }

  /** Makes the cluster's namespaces; what this gives is put before every command. */
  public synchronized void enter(Supplier<List<String>> namespaces) {
    refuseWhenClosed();
    prefix = List.copyOf(namespaces.get());
  }

  public void start() {
    launch(Component.ETCD, commands.etcd());
    launch(Component.API_SERVER, commands.apiServer());
    awaitApi();
    // Both leave when there is no API server yet, so not earlier.
    launch(Component.CONTROLLER_MANAGER, commands.controllerManager());
    launch(Component.SCHEDULER, commands.scheduler());
    if (setting.options().nodes() == NodeKind.KWOK) {
      launch(Component.KWOK, commands.kwok());
    }
    await("no default service account", Component.CONTROLLER_MANAGER, this::takesPods);
  }

  /** Waits until the API server says that it is ready. */
  public void awaitApi() {
    await("not ready", Component.API_SERVER, () -> api.get("/readyz").code() == 200);
  }

  /** The API server gets a certificate of another authority; clients of the plane follow. */
  public void changeAuthority() {
    if (setting.options().nodes() == NodeKind.REAL) {
      throw new BedException("the authority of a cluster with real nodes can't be changed");
    }
    files.changeAuthority();
    process(Component.API_SERVER).restart();
    try (Api _ = api) {
      api = connect();
    }
    awaitApi();
    Stream.of(Component.CONTROLLER_MANAGER, Component.SCHEDULER, Component.KWOK)
        .filter(this::runs)
        .forEach(component -> process(component).restart());
  }

  /** Starts a process, unless the cluster is already being removed. */
  public synchronized BedProcess launch(Component component, List<String> command) {
    refuseWhenClosed();
    List<String> whole = new ArrayList<>(prefix);
    whole.addAll(command);
    ClusterFolder folder = setting.folder();
    BedProcess process =
        new BedProcess(
            component.program() + " of " + folder.name(),
            whole,
            folder.record(component),
            folder.log(component));
    processes.put(component, process.start());
    return process;
  }

  /** Whether the process was started; it may have died since. */
  public synchronized boolean runs(Component component) {
    return processes.containsKey(component);
  }

  public synchronized BedProcess process(Component component) {
    BedProcess process = processes.get(component);
    if (process == null) {
      throw new BedException(setting.options().name() + " has no " + component.program());
    }
    return process;
  }

  public Api api() {
    return api;
  }

  public PlaneFiles files() {
    return files;
  }

  public PlaneSetting setting() {
    return setting;
  }

  private boolean takesPods() {
    return api.get("/api/v1/namespaces/default/serviceaccounts/default").ok();
  }

  /** Waits for a condition, but not for a process that has already died. */
  public void await(String problem, Component needs, BooleanSupplier condition) {
    boolean reached =
        Waiting.until(PATIENCE, () -> condition.getAsBoolean() || !process(needs).alive());
    BedProcess process = process(needs);
    if (!process.alive()) {
      throw new BedException(process.name() + " has ended: " + process.lastWords());
    }
    if (!reached) {
      throw new BedException(
          process.name() + ": " + problem + " after " + PATIENCE.toSeconds() + " s");
    }
  }

  private void refuseWhenClosed() {
    if (closed) {
      throw new BedException(setting.options().name() + " is being removed");
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    api.close();
  }
}
