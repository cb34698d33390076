package io.sluice.translate.place;

import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.sluice.api.offloading.PodOffloadingStrategy;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.translate.Outcome;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a namespace's strategy does to its pods at creation (§5.5).
 *
 * @param tolerates whether virtual nodes are allowed at all
 * @param imposed alternatives of which each pod must satisfy one; none means no limit
 */
public record Placement(boolean tolerates, List<NodeSelectorTerm> imposed) {
  private static final Toleration TOLERATION =
      new TolerationBuilder()
          .withKey(Names.TAINT_NOT_ALLOWED)
          .withOperator("Exists")
          .withEffect("NoExecute")
          .build();

  public Placement {
    imposed = List.copyOf(imposed);
  }

  public static Placement of(
      PodOffloadingStrategy strategy, @Nullable NodeSelector clusterSelector) {
    List<NodeSelectorTerm> terms =
        clusterSelector == null ? List.of() : clusterSelector.getNodeSelectorTerms();
    return switch (strategy) {
      case LOCAL -> local();
      case REMOTE -> remote(terms);
      case LOCAL_AND_REMOTE -> localAndRemote(terms);
    };
  }

  public static Placement local() {
    return new Placement(false, List.of());
  }

  /** Only virtual nodes, and of those only the selected ones. */
  public static Placement remote(List<NodeSelectorTerm> clusterSelector) {
    List<NodeSelectorTerm> selected = effective(clusterSelector);
    NodeSelectorTerm virtual = term(virtualNodes("In"));
    return new Placement(
        true,
        selected.isEmpty()
            ? List.of(virtual)
            : selected.stream().map(term -> both(term, virtual)).toList());
  }

  /** Real nodes and the selected virtual ones. */
  public static Placement localAndRemote(List<NodeSelectorTerm> clusterSelector) {
    List<NodeSelectorTerm> selected = effective(clusterSelector);
    return new Placement(
        true,
        selected.isEmpty()
            ? List.of()
            : Stream.concat(selected.stream(), Stream.of(term(virtualNodes("NotIn")))).toList());
  }

  /**
   * The pod as it is admitted. Applying it again changes nothing, and a pod that brings parts of it
   * gets the rest (T-30). A pod of the runtime class has its own way to virtual nodes.
   */
  public PodSpec admit(PodSpec pod, String runtimeClass) {
    return runtimeClass.equals(pod.getRuntimeClassName()) ? pod : withAffinity(withToleration(pod));
  }

  /** Whether a pod that runs on this node already is where the strategy would let it be. */
  public boolean permits(String node, Map<String, String> labels) {
    if (!tolerates && Labels.TYPE_VIRTUAL_NODE.equals(labels.get(Labels.TYPE))) {
      return false;
    }
    return imposed.isEmpty()
        || NodeSelectors.matches(imposed, node, labels).equals(Outcome.ok(true));
  }

  private PodSpec withToleration(PodSpec pod) {
    boolean needless = !tolerates || pod.getTolerations().stream().anyMatch(Placement::isOurs);
    return needless ? pod : new PodSpecBuilder(pod).addToTolerations(TOLERATION).build();
  }

  private static boolean isOurs(Toleration toleration) {
    return TOLERATION.getKey().equals(toleration.getKey())
        && TOLERATION.getOperator().equals(toleration.getOperator())
        && (toleration.getEffect() == null
            || toleration.getEffect().isEmpty()
            || TOLERATION.getEffect().equals(toleration.getEffect()));
  }

  private PodSpec withAffinity(PodSpec pod) {
    List<NodeSelectorTerm> own = required(pod);
    List<NodeSelectorTerm> terms =
        own.isEmpty() ? imposed : own.stream().flatMap(this::narrow).toList();
    return terms.equals(own)
        ? pod
        : new PodSpecBuilder(pod)
            .editOrNewAffinity()
            .editOrNewNodeAffinity()
            .editOrNewRequiredDuringSchedulingIgnoredDuringExecution()
            .withNodeSelectorTerms(terms)
            .endRequiredDuringSchedulingIgnoredDuringExecution()
            .endNodeAffinity()
            .endAffinity()
            .build();
  }

  private static List<NodeSelectorTerm> required(PodSpec pod) {
    return pod.getAffinity() == null
            || pod.getAffinity().getNodeAffinity() == null
            || pod.getAffinity()
                    .getNodeAffinity()
                    .getRequiredDuringSchedulingIgnoredDuringExecution()
                == null
        ? List.of()
        : pod.getAffinity()
            .getNodeAffinity()
            .getRequiredDuringSchedulingIgnoredDuringExecution()
            .getNodeSelectorTerms();
  }

  /**
   * The user's term with each imposed one; as it is when it satisfies one of them already. A term
   * without requirements matches no node, and adding requirements would make it match some.
   */
  private Stream<NodeSelectorTerm> narrow(NodeSelectorTerm own) {
    boolean done =
        imposed.isEmpty()
            || NodeSelectors.isEmpty(own)
            || imposed.stream().anyMatch(term -> includes(own, term));
    return done ? Stream.of(own) : imposed.stream().map(term -> both(own, term));
  }

  private static boolean includes(NodeSelectorTerm own, NodeSelectorTerm term) {
    return own.getMatchExpressions().containsAll(term.getMatchExpressions())
        && own.getMatchFields().containsAll(term.getMatchFields());
  }

  /** Fields too: DaemonSets pin their pods by them (§12.3.3). */
  private static NodeSelectorTerm both(NodeSelectorTerm first, NodeSelectorTerm second) {
    return new NodeSelectorTermBuilder(first)
        .addAllToMatchExpressions(second.getMatchExpressions())
        .addAllToMatchFields(second.getMatchFields())
        .build();
  }

  private static List<NodeSelectorTerm> effective(List<NodeSelectorTerm> terms) {
    return terms.stream().filter(term -> !NodeSelectors.isEmpty(term)).toList();
  }

  private static NodeSelectorTerm term(NodeSelectorRequirement requirement) {
    return new NodeSelectorTermBuilder().withMatchExpressions(requirement).build();
  }

  private static NodeSelectorRequirement virtualNodes(String operator) {
    return new NodeSelectorRequirementBuilder()
        .withKey(Labels.TYPE)
        .withOperator(operator)
        .withValues(Labels.TYPE_VIRTUAL_NODE)
        .build();
  }
}
