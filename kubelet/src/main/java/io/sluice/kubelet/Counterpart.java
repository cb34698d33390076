package io.sluice.kubelet;

import io.sluice.engine.kube.Api;
import io.sluice.kubelet.border.BareNamespaces;
import io.sluice.kubelet.border.TwinNamespaces;
import io.sluice.kubelet.pods.ShadowPods;
import io.sluice.kubelet.pods.Singles;
import io.sluice.kubelet.pods.Workloads;
import io.sluice.kubelet.reflect.ReflectionOptions;
import io.sluice.kubelet.serve.Figures;

/**
 * What the provider does for a virtual node, and what this process has to do itself where nothing
 * of Sluice runs there. The one place where the two kinds of providers differ.
 */
interface Counterpart extends AutoCloseable {
  /** How pods are kept there. */
  Workloads workloads();

  /** Where it says what it measures of them. */
  Figures figures();

  /** What can be reflected there. */
  KubeletOptions options();

  void start();

  @Override
  void close();

  static Counterpart of(Api home, Api remote, KubeletOptions options) {
    return switch (options.peer().agent()) {
      case SLUICE -> new WithSluice(remote, options);
      case NONE -> new Bare(home, remote, options);
    };
  }

  /** Its manager makes twin namespaces and enforces ShadowPods. */
  record WithSluice(Api remote, KubeletOptions options) implements Counterpart {
    @Override
    public Workloads workloads() {
      return (extension, news) -> new ShadowPods(remote, extension, options.nodeName(), news);
    }

    @Override
    public Figures figures() {
      return Figures.ofManager(remote, options.peer().consumer());
    }

    @Override
    public void start() {}

    @Override
    public void close() {}
  }

  /** A cluster that knows nothing of us, and a user with rights in some of its namespaces. */
  final class Bare implements Counterpart {
    private final Api remote;
    private final KubeletOptions options;
    private final TwinNamespaces namespaces;

    Bare(Api home, Api remote, KubeletOptions options) {
      this.remote = remote;
      // Nobody there makes EndpointSlices of ours.
      this.options =
          options.reflecting(options.reflection().without(ReflectionOptions.ENDPOINT_SLICE));
      KubeletOptions.Peer peer = options.peer();
      this.namespaces =
          new TwinNamespaces(
              home,
              remote,
              peer.tenantNamespace(),
              new BareNamespaces.Parties(peer.consumer(), peer.provider()));
    }

    @Override
    public Workloads workloads() {
      return (extension, news) -> new Singles(remote, extension, options.nodeName(), news);
    }

    @Override
    public Figures figures() {
      return Figures.ofMetricsServer(remote);
    }

    @Override
    public KubeletOptions options() {
      return options;
    }

    @Override
    public void start() {
      namespaces.start();
    }

    @Override
    public void close() {
      namespaces.close();
    }
  }
}
