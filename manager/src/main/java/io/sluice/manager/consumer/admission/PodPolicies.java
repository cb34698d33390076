package io.sluice.manager.consumer.admission;

import static java.util.function.Predicate.not;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ParamKind;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ParamRef;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClassBuilder;
import io.sluice.api.offloading.NamespaceOffloading;
import io.sluice.api.policy.ClusterNamespaceOffloading;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The MutatingAdmissionPolicies that place pods (§5.5, D-18): one for namespaces with a
 * NamespaceOffloading, which is the parameter; one for the label that switches extension on; one
 * for each cluster-wide rule. The last two only bridge the moment until the namespace has its own
 * NamespaceOffloading, so that its very first pod is placed too.
 *
 * @param runtimeClass pods of it have their own way to virtual nodes and are left alone
 * @param reserved namespaces that are never extended by a label or a rule
 */
public record PodPolicies(String runtimeClass, Set<String> reserved) {
  private static final String OF_NAMESPACE = "pods.sluice.io";
  private static final String OF_PROBE = "probe.pods.sluice.io";
  private static final String OF_SWITCH = "enabled.pods.sluice.io";
  private static final String OF_RULE = ".rule.pods.sluice.io";
  private static final String NAMESPACE_NAME = "kubernetes.io/metadata.name";

  public PodPolicies {
    reserved = Set.copyOf(reserved);
  }

  /** With what is reserved in every cluster, and the namespace of Sluice itself. */
  public static PodPolicies of(String runtimeClass, String systemNamespace) {
    return new PodPolicies(
        runtimeClass, Set.of("kube-system", "kube-public", "kube-node-lease", systemNamespace));
  }

  /**
   * For namespaces with a NamespaceOffloading. A namespace that is labelled before it has one gets
   * no pods, because they would be placed wrongly (NS-3).
   */
  public PodPolicy ofNamespaces() {
    // In the policy as well as in the bindings: an unresolved paramKind is an error before bindings
    // are looked at, and would stop the pods of every namespace that matches here (T-29).
    LabelSelector extended =
        selector()
            .addToMatchExpressions(
                where(Labels.SCHEDULING_ENABLED, "In", Labels.TRUE, Labels.SCHEDULING_PENDING))
            .build();
    ParamRef parameter = new ParamRef(Names.NAMESPACE_OFFLOADING, null, "Deny", null);
    return new PodPolicy(
        policy(OF_NAMESPACE, extended, PlacementCel.OF_PARAMETER)
            .editSpec()
            .withFailurePolicy("Fail")
            .withParamKind(parameterKind(new NamespaceOffloading()))
            .endSpec()
            .build(),
        List.of(
            binding(
                OF_NAMESPACE,
                OF_NAMESPACE,
                labelled(Labels.SCHEDULING_ENABLED, Labels.TRUE),
                null,
                parameter),
            binding(
                OF_PROBE,
                OF_NAMESPACE,
                labelled(Labels.SCHEDULING_ENABLED, Labels.SCHEDULING_PENDING),
                labelled(Labels.PROBE, Labels.TRUE),
                parameter)));
  }

  /** For namespaces that carry the switch and nothing that says more. */
  public PodPolicy ofSwitch() {
    return bridge(
        OF_SWITCH,
        policy(
            OF_SWITCH, undecided(labelled(Labels.ENABLED, Labels.TRUE)), PlacementCel.OF_DEFAULTS),
        null);
  }

  /** For namespaces that a cluster-wide rule selects. */
  public PodPolicy ofRule(ClusterNamespaceOffloading rule) {
    String name = rule.getMetadata().getName();
    LabelSelector selector = rule.getSpec().namespaceSelector();
    return bridge(
        name + OF_RULE,
        policy(
                name + OF_RULE,
                undecided(selector == null ? nothing() : selector),
                PlacementCel.OF_PARAMETER)
            .editSpec()
            .withParamKind(parameterKind(rule))
            .endSpec(),
        // A rule that is gone has no opinion: its namespaces are nobody's any more.
        new ParamRef(name, null, "Allow", null));
  }

  /** For updates, wherever pods may have been placed. */
  PodPolicy ofUpdates() {
    return KeptToleration.policy(selector().build());
  }

  /** All that hold while there are these rules. */
  List<PodPolicy> all(Collection<ClusterNamespaceOffloading> rules) {
    return Stream.concat(Stream.of(ofNamespaces(), ofSwitch()), rules.stream().map(this::ofRule))
        .toList();
  }

  /** The runtime class whose pods go to virtual nodes whatever the strategy says. */
  public RuntimeClass runtimeClassObject() {
    return new RuntimeClassBuilder()
        .withMetadata(metadata(runtimeClass))
        .withHandler(runtimeClass)
        .withNewScheduling()
        .addToNodeSelector(Labels.TYPE, Labels.TYPE_VIRTUAL_NODE)
        .addNewToleration("NoExecute", Names.TAINT_NOT_ALLOWED, "Exists", null, null)
        .endScheduling()
        .build();
  }

  /** Whether the policy is that of namespaces that carry the switch. */
  static boolean isOfSwitch(String policy) {
    return policy.equals(OF_SWITCH);
  }

  /** The rule that a policy was made for; empty for all others. */
  public static Optional<String> ruleOf(String policy) {
    return Optional.of(policy)
        .filter(name -> name.endsWith(OF_RULE))
        .map(name -> name.substring(0, name.length() - OF_RULE.length()))
        .filter(not(String::isEmpty));
  }

  /** Bridges never stop a pod: what they miss, the namespace's own policy says a moment later. */
  static PodPolicy bridge(
      String name, MutatingAdmissionPolicyBuilder policy, @Nullable ParamRef parameter) {
    return new PodPolicy(
        policy.editSpec().withFailurePolicy("Ignore").endSpec().build(),
        List.of(binding(name, name, null, null, parameter)));
  }

  private MutatingAdmissionPolicyBuilder policy(
      String name, LabelSelector namespaces, String strategy) {
    return onPods(name, namespaces, "CREATE")
        .editSpec()
        .withVariables(PlacementCel.variables(strategy, runtimeClass))
        .withMutations(PlacementCel.mutations())
        .endSpec();
  }

  /** What every policy about pods says, whatever it does to them. */
  static MutatingAdmissionPolicyBuilder onPods(
      String name, LabelSelector namespaces, String operation) {
    return new MutatingAdmissionPolicyBuilder()
        .withMetadata(metadata(name))
        .withNewSpec()
        .withReinvocationPolicy("IfNeeded")
        .withNewMatchConstraints()
        .withNamespaceSelector(namespaces)
        .addNewResourceRule()
        .withApiGroups("")
        .withApiVersions("v1")
        .withOperations(operation)
        .withResources("pods")
        .endResourceRule()
        .endMatchConstraints()
        .endSpec();
  }

  private static MutatingAdmissionPolicyBinding binding(
      String name,
      String policy,
      @Nullable LabelSelector namespaces,
      @Nullable LabelSelector pods,
      @Nullable ParamRef parameter) {
    var spec =
        new MutatingAdmissionPolicyBindingBuilder()
            .withMetadata(metadata(name))
            .withNewSpec()
            .withPolicyName(policy)
            .withParamRef(parameter);
    return namespaces == null
        ? spec.endSpec().build()
        : spec.withNewMatchResources()
            .withNamespaceSelector(namespaces)
            .withObjectSelector(pods)
            .endMatchResources()
            .endSpec()
            .build();
  }

  /** Not yet governed by a NamespaceOffloading, and neither a twin nor a tenant namespace. */
  private LabelSelector undecided(LabelSelector wanted) {
    return new LabelSelectorBuilder(wanted)
        .addAllToMatchExpressions(selector().buildMatchExpressions())
        .addToMatchExpressions(
            where(Labels.SCHEDULING_ENABLED, "NotIn", Labels.TRUE, Labels.FALSE),
            where(Labels.REMOTE_CLUSTER_ID, "DoesNotExist"))
        .build();
  }

  private LabelSelectorBuilder selector() {
    return new LabelSelectorBuilder()
        .addToMatchExpressions(
            where(NAMESPACE_NAME, "NotIn", reserved.stream().sorted().toArray(String[]::new)));
  }

  private static LabelSelectorRequirement where(String key, String operator, String... values) {
    return new LabelSelectorRequirementBuilder()
        .withKey(key)
        .withOperator(operator)
        .withValues(values)
        .build();
  }

  private static LabelSelector labelled(String key, String value) {
    return new LabelSelectorBuilder().addToMatchLabels(key, value).build();
  }

  private static LabelSelector nothing() {
    return new LabelSelectorBuilder()
        .addToMatchExpressions(where(NAMESPACE_NAME, "DoesNotExist"))
        .build();
  }

  private static ParamKind parameterKind(HasMetadata object) {
    return new ParamKind(object.getApiVersion(), object.getKind());
  }

  private static ObjectMeta metadata(String name) {
    return new ObjectMetaBuilder()
        .withName(name)
        .addToLabels(Labels.APP_MANAGED_BY, Labels.APP_MANAGED_BY_SLUICE)
        .build();
  }
}
