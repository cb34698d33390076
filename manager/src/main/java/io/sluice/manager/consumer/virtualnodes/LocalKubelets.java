package io.sluice.manager.consumer.virtualnodes;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.sluice.engine.kube.Ref;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Kubelets as processes of this machine, for a manager that runs outside a cluster. Of several
 * replicas of one virtual node one works and the others wait for its lease, as in a Deployment.
 */
public final class LocalKubelets implements KubeletRunner {
  private static final Duration TO_END = Duration.ofSeconds(15);

  private static final String NODE_ADDRESS = "--node-ip";

  /**
   * What runs for one virtual node.
   *
   * @param address of the machine, as it was when the processes were started
   */
  private record Running(String fingerprint, String address, List<Supervised> processes) {
    boolean isAs(KubeletOrder order, Optional<String> now) {
      // No address now means no way to the API server: that is no reason to end a kubelet.
      return fingerprint.equals(order.fingerprint()) && now.orElse(address).equals(address);
    }

    State state() {
      return new State(
          processes.stream().anyMatch(each -> each.state().running()),
          processes.stream().map(each -> each.state().message()).collect(Collectors.joining("; ")));
    }

    void stop() {
      processes.forEach(Supervised::stop);
    }

    boolean ended() {
      return processes.stream().allMatch(Supervised::ended);
    }
  }

  private final List<String> command;
  private final Path folder;
  private final HomeIdentity identity;
  private final Supplier<Optional<String>> address;
  private volatile Consumer<Ref> changed;
  private final Map<Ref, Running> running = new ConcurrentHashMap<>();

  /**
   * @param command what starts a kubelet, before its flags
   * @param folder where each kubelet has a folder of its own
   * @param address of this machine as the API server reaches it: its nodes are here
   */
  public LocalKubelets(
      List<String> command,
      Path folder,
      HomeIdentity identity,
      Supplier<Optional<String>> address) {
    this.command = List.copyOf(command);
    this.folder = folder;
    this.identity = identity;
    this.address = address;
    this.changed = _ -> {};
  }

  @Override
  public State run(KubeletOrder order, ServiceAccount account) {
    Path own = folderOf(order.ref());
    Path kubeconfig = identity.renew(account, own);
    @Nullable Running known = running.get(order.ref());
    Optional<String> here = address.get();
    if (known != null && !known.isAs(order, here)) {
      if (!stop(order.ref())) {
        return new State(true, "is started again with other options");
      }
      known = null;
    }
    Running now =
        known == null
            ? new Running(order.fingerprint(), here.orElse(""), new CopyOnWriteArrayList<>())
            : known;
    running.put(order.ref(), now);
    List<String> whole = new ArrayList<>(command);
    whole.addAll(order.arguments());
    if (order.arguments().stream().noneMatch(flag -> flag.startsWith(NODE_ADDRESS + "="))) {
      here.ifPresent(it -> whole.add(NODE_ADDRESS + "=" + it));
    }
    whole.add("--home-kubeconfig=" + kubeconfig);
    count(now.processes(), order, whole, own);
    return now.state();
  }

  /** As many as are wanted; those that are too many end, and the next look forgets them. */
  private void count(
      List<Supervised> processes, KubeletOrder order, List<String> whole, Path folder) {
    @Nullable Integer said = order.options().replicas();
    int wanted = said == null ? 1 : Math.max(1, said);
    while (processes.size() > wanted) {
      processes.removeLast().stop();
    }
    while (processes.size() < wanted) {
      int number = processes.size();
      String name = order.ref().name() + (number == 0 ? "" : "-" + number);
      Path own = number == 0 ? folder : made(folder.resolve(String.valueOf(number)));
      List<String> line =
          number == 0 ? whole : whole.stream().filter(LocalKubelets::isForStandby).toList();
      processes.add(new Supervised(name, line, own, () -> changed.accept(order.ref())));
    }
  }

  /** One machine has an address for metrics once: that of the first. */
  private static boolean isForStandby(String flag) {
    return !flag.startsWith("--metrics-");
  }

  @Override
  public boolean stop(Ref virtualNode) {
    @Nullable Running known = running.get(virtualNode);
    if (known == null) {
      return true;
    }
    known.stop();
    if (known.ended()) {
      running.remove(virtualNode);
      return true;
    }
    return false;
  }

  /**
   * The same kubelets for one term of the manager. They outlive it: a manager that can't reach its
   * API server for a while must not take them away from their pods.
   */
  public KubeletRunner during(Consumer<Ref> told) {
    changed = told;
    return new KubeletRunner() {
      @Override
      public State run(KubeletOrder order, ServiceAccount account) {
        return LocalKubelets.this.run(order, account);
      }

      @Override
      public boolean stop(Ref virtualNode) {
        return LocalKubelets.this.stop(virtualNode);
      }

      @Override
      public void close() {
        changed = _ -> {};
      }
    };
  }

  /** Where the output of a kubelet is. */
  public Path log(Ref virtualNode) {
    return folderOf(virtualNode).resolve("kubelet.log");
  }

  private Path folderOf(Ref virtualNode) {
    return made(folder.resolve(virtualNode.namespace()).resolve(virtualNode.name()));
  }

  private static Path made(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends all of them side by side: their virtual nodes outlive a short absence. */
  @Override
  public void close() {
    running.values().forEach(Running::stop);
    try {
      for (Running each : running.values()) {
        for (Supervised process : each.processes()) {
          process.awaitEnd(TO_END);
        }
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    running.clear();
  }
}
