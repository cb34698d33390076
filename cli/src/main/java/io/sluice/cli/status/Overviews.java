package io.sluice.cli.status;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.core.ForeignCluster;
import io.sluice.api.core.ForeignClusterStatus;
import io.sluice.api.core.PeerCondition;
import io.sluice.api.core.PeerConditionStatus;
import io.sluice.api.core.PeerModule;
import io.sluice.api.core.PeerModules;
import io.sluice.api.offloading.NamespaceMap;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.offloading.RemoteNamespace;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.offloading.VirtualNodePart;
import io.sluice.api.vocab.Labels;
import io.sluice.api.wire.Frozen;
import io.sluice.cli.shell.Output.Table;
import io.sluice.cli.shell.Quantities;
import io.sluice.translate.tenant.SliceRules;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes the overview out of what a cluster has; pure. */
public final class Overviews {
  private static final String UNKNOWN = "Unknown";
  private static final int LONGEST = 60;

  private Overviews() {}

  /** What was read of the cluster. */
  public record Seen(
      List<ForeignCluster> peers,
      List<ResourceSlice> slices,
      List<VirtualNode> virtualNodes,
      List<Node> nodes,
      List<Pod> pods,
      List<NamespaceOffloading> offloadings,
      List<NamespaceMap> maps) {}

  public static List<Overview.Peer> peers(Seen seen) {
    return seen.peers().stream()
        .map(Overviews::peer)
        .sorted(Comparator.comparing(Overview.Peer::clusterID))
        .toList();
  }

  private static Overview.Peer peer(ForeignCluster peer) {
    @Nullable ForeignClusterStatus status = peer.getStatus();
    @Nullable PeerModules modules = status == null ? null : status.modules();
    return new Overview.Peer(
        peer.getMetadata().getName(),
        status == null ? UNKNOWN : word(status.role()),
        status == null ? UNKNOWN : health(status.conditions()),
        modules == null ? UNKNOWN : health(modules.authentication()),
        modules == null ? UNKNOWN : health(modules.offloading()));
  }

  private static String health(PeerModule module) {
    return module.enabled() ? health(module.conditions()) : "Disabled";
  }

  /** Healthy, or the first thing that is not. */
  private static String health(List<PeerCondition> conditions) {
    return conditions.stream()
        .filter(Predicate.not(Overviews::isWell))
        .findFirst()
        .map(bad -> word(bad.status()) + reason(why(bad)))
        .orElse(conditions.isEmpty() ? "None" : "Healthy");
  }

  /** The word for it, else the beginning of the sentence; `doctor` says the rest. */
  private static @Nullable String why(PeerCondition condition) {
    @Nullable String message = condition.message();
    if (condition.reason() != null || message == null || message.length() <= LONGEST) {
      return condition.reason() == null ? message : condition.reason();
    }
    return message.substring(0, LONGEST) + "…";
  }

  private static boolean isWell(PeerCondition condition) {
    return condition.status() == PeerConditionStatus.ESTABLISHED
        || condition.status() == PeerConditionStatus.READY;
  }

  private static String reason(@Nullable String reason) {
    return reason == null || reason.isEmpty() ? "" : " (" + reason + ")";
  }

  public static List<Overview.VirtualNodeLine> nodes(Seen seen) {
    return seen.virtualNodes().stream().map(each -> node(each, seen)).toList();
  }

  private static Overview.VirtualNodeLine node(VirtualNode virtual, Seen seen) {
    String name = virtual.getMetadata().getName();
    @Nullable Node node =
        seen.nodes().stream()
            .filter(each -> each.getMetadata().getName().equals(name))
            .findFirst()
            .orElse(null);
    long pods =
        seen.pods().stream().filter(pod -> name.equals(pod.getSpec().getNodeName())).count();
    return new Overview.VirtualNodeLine(
        name,
        Objects.requireNonNullElse(virtual.getSpec().clusterID(), UNKNOWN),
        node == null ? "Missing" : ready(node),
        kubelet(virtual),
        pods,
        node == null ? Map.of() : texts(node.getStatus().getAllocatable()));
  }

  private static String ready(Node node) {
    String ready =
        Frozen.list(node.getStatus().getConditions()).stream()
            .filter(condition -> "Ready".equals(condition.getType()))
            .map(
                condition ->
                    "True".equals(condition.getStatus())
                        ? "Ready"
                        : "NotReady" + reason(condition.getReason()))
            .findFirst()
            .orElse(UNKNOWN);
    return Boolean.TRUE.equals(node.getSpec().getUnschedulable())
        ? ready + ", SchedulingDisabled"
        : ready;
  }

  private static String kubelet(VirtualNode virtual) {
    return virtual.getStatus() == null
        ? UNKNOWN
        : virtual.getStatus().conditions().stream()
            .filter(condition -> condition.type() == VirtualNodePart.VIRTUAL_KUBELET)
            .map(condition -> word(condition.status()))
            .findFirst()
            .orElse(UNKNOWN);
  }

  public static List<Overview.Slice> slices(Seen seen) {
    return seen.slices().stream().map(Overviews::slice).toList();
  }

  private static Overview.Slice slice(ResourceSlice slice) {
    Map<String, String> labels = Frozen.map(slice.getMetadata().getLabels());
    boolean lent = Labels.TRUE.equals(labels.get(Labels.REPLICATED));
    return new Overview.Slice(
        slice.getMetadata().getName(),
        lent ? "lent to" : "borrowed from",
        labels.getOrDefault(lent ? Labels.ORIGIN_ID : Labels.REMOTE_CLUSTER_ID, UNKNOWN),
        verdict(slice, SliceConditionType.AUTHENTICATION),
        verdict(slice, SliceConditionType.RESOURCES),
        slice.getStatus() == null ? Map.of() : texts(slice.getStatus().resources()));
  }

  private static String verdict(ResourceSlice slice, SliceConditionType type) {
    if (SliceRules.isAccepted(slice, type)) {
      return "Accepted";
    }
    return SliceRules.isDenied(slice, type)
        ? "Denied"
            + reason(SliceRules.condition(slice, type).map(SliceCondition::reason).orElse(""))
        : "Undecided";
  }

  public static List<Overview.ExtendedNamespace> namespaces(Seen seen) {
    return seen.offloadings().stream().map(each -> namespace(each, seen)).toList();
  }

  private static Overview.ExtendedNamespace namespace(NamespaceOffloading offloading, Seen seen) {
    String name = offloading.getMetadata().getNamespace();
    Map<String, String> twins = new TreeMap<>();
    for (NamespaceMap map : seen.maps()) {
      @Nullable RemoteNamespace twin =
          map.getStatus() == null ? null : map.getStatus().currentMapping().get(name);
      if (twin != null && !isCopy(map)) {
        twins.put(
            map.getMetadata().getName(),
            twin.remoteNamespace() + (twin.phase() == null ? "" : " " + word(twin.phase())));
      }
    }
    return new Overview.ExtendedNamespace(
        name,
        offloading.getStatus() == null || offloading.getStatus().offloadingPhase() == null
            ? UNKNOWN
            : word(offloading.getStatus().offloadingPhase()),
        word(offloading.getSpec().podOffloadingStrategy()),
        twins);
  }

  private static boolean isCopy(NamespaceMap map) {
    return Labels.TRUE.equals(Frozen.map(map.getMetadata().getLabels()).get(Labels.REPLICATED));
  }

  /** An enumeration's value as the API writes it. */
  private static String word(Enum<?> value) {
    return Arrays.stream(value.name().split("_"))
        .map(part -> part.charAt(0) + part.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }

  private static Map<String, String> texts(@Nullable Map<String, Quantity> quantities) {
    Map<String, String> texts = new TreeMap<>();
    Frozen.map(quantities).forEach((name, quantity) -> texts.put(name, quantity.toString()));
    return texts;
  }

  /** The same for people. */
  public static List<Table> tables(Overview overview) {
    return List.of(
        new Table(
            "CLUSTER",
            List.of("ID", "VERSION", "MANAGER"),
            List.of(List.of(overview.clusterID(), overview.version(), overview.manager()))),
        new Table(
            "PEERS",
            List.of("ID", "ROLE", "API SERVER", "AUTHENTICATION", "OFFLOADING"),
            overview.peers().stream()
                .map(
                    peer ->
                        List.of(
                            peer.clusterID(),
                            peer.role(),
                            peer.apiServer(),
                            peer.authentication(),
                            peer.offloading()))
                .toList()),
        new Table(
            "VIRTUAL NODES",
            List.of("NAME", "PROVIDER", "STATE", "KUBELET", "PODS", "ALLOCATABLE"),
            overview.nodes().stream()
                .map(
                    node ->
                        List.of(
                            node.name(),
                            node.provider(),
                            node.state(),
                            node.kubelet(),
                            "" + node.pods(),
                            amounts(node.capacity())))
                .toList()),
        new Table(
            "SLICES",
            List.of("NAME", "DIRECTION", "AUTHENTICATION", "RESOURCES", "GRANTED"),
            overview.slices().stream()
                .map(
                    slice ->
                        List.of(
                            slice.name(),
                            slice.direction() + " " + slice.peer(),
                            slice.authentication(),
                            slice.resources(),
                            amounts(slice.granted())))
                .toList()),
        new Table(
            "NAMESPACES",
            List.of("NAME", "PHASE", "PODS RUN", "TWINS"),
            overview.namespaces().stream()
                .map(
                    each ->
                        List.of(
                            each.name(), each.phase(), each.strategy(), joined(each.twins(), ": ")))
                .toList()));
  }

  private static String amounts(Map<String, String> resources) {
    Map<String, Quantity> quantities = new HashMap<>();
    resources.forEach((name, amount) -> quantities.put(name, new Quantity(amount)));
    return joined(Quantities.texts(quantities), " ");
  }

  private static String joined(Map<String, String> parts, String between) {
    return parts.isEmpty()
        ? "-"
        : parts.entrySet().stream()
            .map(part -> part.getKey() + between + part.getValue())
            .collect(Collectors.joining(", "));
  }
}
