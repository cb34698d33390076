package io.sluice.faults;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.NamespaceOffloadingSpec;
import io.sluice.api.offloading.OffloadingPhase;
import io.sluice.api.offloading.VkOptionsTemplate;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.manager.border.Patience;
import io.sluice.manager.consumer.peering.ConsumerSteps;
import io.sluice.manager.consumer.peering.Peering;
import io.sluice.manager.provider.tenancy.ProviderSteps;
import io.sluice.testbed.Bed;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.host.ProcessRecord;
import io.sluice.testbed.model.ClusterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A home cluster that borrows from others, every role a process of its own. */
final class Plane implements AutoCloseable {
  static final String NAMESPACE = "shop";
  private static final String SLICE = "slice";
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  final Site home;
  final List<Site> providers;
  final Standing standing;
  private final Vitals vitals = new Vitals();

  private Plane(Site home, List<Site> providers) {
    this.home = home;
    this.providers = List.copyOf(providers);
    this.standing = new Standing(home, this.providers);
  }

  static Plane start(Bed bed, List<String> names) {
    return start(bed, names, "");
  }

  /**
   * @param changed class path of Sluice that comes before the usual one
   */
  static Plane start(Bed bed, List<String> names, String changed) {
    List<ClusterOptions> wanted = new ArrayList<>(List.of(ClusterOptions.named("home")));
    names.forEach(name -> wanted.add(ClusterOptions.named(name).withKwokNodes(2)));
    List<Cluster> clusters = bed.start(wanted);
    List<Site> sites = clusters.stream().map(cluster -> new Site(cluster, changed)).toList();
    Plane plane = new Plane(sites.getFirst(), sites.subList(1, sites.size()));
    try {
      plane.checkOften();
      plane.providers.forEach(plane::peer);
      plane.extend(NAMESPACE);
      plane.standing.create();
      return plane;
    } catch (RuntimeException notStarted) {
      plane.close(); // kubelets are processes that nobody else knows
      throw notStarted;
    }
  }

  /** The provider is asked every second, so that its absence shows within a few. */
  private void checkOften() {
    VkOptionsTemplate often =
        Json.convert(
            Map.of(
                "metadata",
                Map.of("name", Names.DEFAULT_OPTIONS_TEMPLATE, "namespace", Names.SYSTEM_NAMESPACE),
                "spec",
                Map.of(
                    "createNode",
                    true,
                    "disableNetworkCheck",
                    true,
                    "containerImage",
                    "none: kubelets are processes here",
                    "metricsEnabled",
                    false,
                    "extraArgs",
                    List.of(
                        "--node-ping-interval=PT1S",
                        "--node-ping-timeout=PT1S",
                        "--node-ping-failures=2"))),
            VkOptionsTemplate.class);
    home.admin.create(Kind.of(VkOptionsTemplate.class), often);
  }

  private void peer(Site provider) {
    Patience patience = Patience.each(PATIENCE);
    ConsumerSteps consumer = new ConsumerSteps(home.admin, patience);
    String name = provider.cluster.name();
    new Peering(
            new Peering.Pair("home", name),
            consumer,
            new ProviderSteps(provider.admin, patience, Clock.systemUTC()),
            _ -> {})
        .join();
    consumer.ask(name, SLICE + "-" + name, Map.of(), true);
    patience.until("the virtual node of " + name, () -> readyNode(name));
  }

  /** The virtual node of a provider, while it is ready. */
  Optional<Node> readyNode(String provider) {
    return home
        .admin
        .list(Kind.of(Node.class), Scope.ALL.labels("liqo.io/remote-cluster-id=" + provider))
        .stream()
        .filter(
            node ->
                node.getStatus().getConditions().stream()
                    .anyMatch(it -> it.getType().equals("Ready") && it.getStatus().equals("True")))
        .findFirst();
  }

  /** Extends a new namespace to all providers, and waits until they have their twins. */
  void extend(String namespace) {
    home.cluster.kubectl("create", "namespace", namespace).outOrThrow();
    Ref ref = new Ref(namespace, Names.NAMESPACE_OFFLOADING);
    NamespaceOffloading offloading = new NamespaceOffloading();
    offloading.setMetadata(
        new ObjectMetaBuilder().withNamespace(ref.namespace()).withName(ref.name()).build());
    offloading.setSpec(
        Json.convert(
            Map.of(
                "namespaceMappingStrategy", "EnforceSameName", "podOffloadingStrategy", "Remote"),
            NamespaceOffloadingSpec.class));
    home.admin.create(Kind.of(NamespaceOffloading.class), offloading);
    // A pod that came before would stay where it is.
    Patience.each(PATIENCE)
        .until(
            "namespace " + namespace + " to be extended",
            () ->
                home.admin
                    .find(Kind.of(NamespaceOffloading.class), ref)
                    .filter(found -> found.getStatus() != null)
                    .filter(found -> found.getStatus().offloadingPhase() == OffloadingPhase.READY));
  }

  /** The process of the virtual kubelet for a provider. */
  Optional<ProcessRecord> kubelet(Site provider) {
    try (Stream<Path> files = Files.walk(home.folder.resolve("kubelets"))) {
      Optional<Path> file =
          files
              .filter(path -> path.endsWith("kubelet.pid"))
              .filter(path -> path.toString().contains(provider.cluster.name()))
              .findFirst();
      String text = file.isEmpty() ? "" : Files.readString(file.get());
      return text.isEmpty() // or just being written
          ? Optional.empty()
          : ProcessRecord.ofPid(Long.parseLong(text.split(" ", 2)[0]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every role goes on as a new process with other classes, from where the last one stopped. */
  void use(String changed) {
    home.manager.kill(); // or it would start the kubelets again
    providers.forEach(provider -> kubelet(provider).ifPresent(it -> it.signal("KILL")));
    providers.forEach(provider -> provider.use(changed));
    home.use(changed);
    awaitKubelets();
  }

  /** The processes of one cluster go on with clocks that are wrong by so much. */
  void shift(Site site, Duration skew) {
    if (site == home) {
      home.manager.kill();
      providers.forEach(provider -> kubelet(provider).ifPresent(it -> it.signal("KILL")));
    }
    AuditLog.Mark mark = site.cluster.audit().mark();
    site.shift(skew);
    site.standby.awaitLeader(Standby.FIRST, mark);
    awaitKubelets();
  }

  private void awaitKubelets() {
    for (Site provider : providers) {
      String name = provider.cluster.name();
      Patience.each(PATIENCE)
          .until(
              "another kubelet of " + name, () -> kubelet(provider).filter(ProcessRecord::alive));
      Patience.each(PATIENCE).until("the virtual node of " + name, () -> readyNode(name));
    }
  }

  /** Processes of Sluice that hold more than they did when all was quiet for the first time. */
  List<String> grown() {
    Map<String, Optional<ProcessRecord>> processes = new LinkedHashMap<>();
    processes.put("home manager", home.manager.process());
    for (Site provider : providers) {
      processes.put(provider.cluster.name() + " manager", provider.manager.process());
      processes.put(provider.cluster.name() + " kubelet", kubelet(provider));
    }
    return vitals.grown(processes);
  }

  @Override
  public void close() {
    home.manager.stop(Duration.ofSeconds(20)); // ends the kubelets
    providers.forEach(Site::close);
    home.close();
  }
}
