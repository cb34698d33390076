package io.sluice.manager.consumer.virtualnodes;

import io.sluice.engine.kube.Ref;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Kubelets as processes of this machine, for a manager that runs outside a cluster. Of several
 * replicas of one virtual node one works and the others wait for its lease, as in a Deployment.
 */
public final class LocalKubelets implements KubeletRunner {
  private static final Duration TO_END = Duration.ofSeconds(15);

  /** What runs for one virtual node. */
  private record Running(String fingerprint, List<Supervised> processes) {
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
  private volatile Consumer<Ref> changed;
  private final Map<Ref, Running> running = new ConcurrentHashMap<>();

  /**
   * @param command what starts a kubelet, before its flags
   * @param folder where each kubelet has a folder of its own
   * @param changed told when a kubelet was started or ended
   */
  public LocalKubelets(
      List<String> command, Path folder, HomeIdentity identity, Consumer<Ref> changed) {
    this.command = List.copyOf(command);
    this.folder = folder;
    this.identity = identity;
    this.changed = changed;
  }

  @Override
  public State run(KubeletOrder order) {
    Path own = folderOf(order.ref());
    Path kubeconfig = identity.renew(order.ref(), own);
    @Nullable Running known = running.get(order.ref());
    if (known != null && !known.fingerprint().equals(order.fingerprint())) {
      if (!stop(order.ref())) {
        return new State(true, "is started again with other options");
      }
      known = null;
    }
    Running now =
        known == null ? new Running(order.fingerprint(), new CopyOnWriteArrayList<>()) : known;
    running.put(order.ref(), now);
    List<String> whole = new ArrayList<>(command);
    whole.addAll(order.arguments());
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
      processes.add(new Supervised(name, whole, own, () -> changed.accept(order.ref())));
    }
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
      public State run(KubeletOrder order) {
        return LocalKubelets.this.run(order);
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
