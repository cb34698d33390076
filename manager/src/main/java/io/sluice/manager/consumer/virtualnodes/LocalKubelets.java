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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Kubelets as processes of this machine, for a manager that runs outside a cluster. */
public final class LocalKubelets implements KubeletRunner {
  private static final Duration TO_END = Duration.ofSeconds(15);

  private record Running(String fingerprint, Supervised process) {}

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
    if (known != null && known.fingerprint().equals(order.fingerprint())) {
      return known.process().state();
    }
    if (known != null && !stop(order.ref())) {
      return new State(true, "is started again with other options");
    }
    List<String> whole = new ArrayList<>(command);
    whole.addAll(order.arguments());
    whole.add("--home-kubeconfig=" + kubeconfig);
    Supervised process =
        new Supervised(order.ref().name(), whole, own, () -> changed.accept(order.ref()));
    running.put(order.ref(), new Running(order.fingerprint(), process));
    return process.state();
  }

  @Override
  public boolean stop(Ref virtualNode) {
    @Nullable Running known = running.get(virtualNode);
    if (known == null) {
      return true;
    }
    known.process().stop();
    if (known.process().ended()) {
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
    try {
      return Files.createDirectories(
          folder.resolve(virtualNode.namespace()).resolve(virtualNode.name()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends all of them side by side: their virtual nodes outlive a short absence. */
  @Override
  public void close() {
    running.values().forEach(each -> each.process().stop());
    try {
      for (Running each : running.values()) {
        each.process().awaitEnd(TO_END);
      }
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    running.clear();
  }
}
