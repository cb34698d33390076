package io.sluice.manager.consumer.admission;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.Mutation;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.Variable;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code Placement.admit} in CEL: the same rule for the same pods, proved equal by one table of
 * cases on a real API server.
 *
 * <p>Both sides of every comparison are first brought to one shape, because a stored pod leaves out
 * the empty lists that a stored NamespaceOffloading may spell out. Both mutations look at what is
 * there, so that running them again changes nothing (T-30).
 */
final class PlacementCel {
  private PlacementCel() {}

  /** The strategy of the parameter object. */
  static final String OF_PARAMETER = "params.spec";

  /** The strategy that a switch without an object means. */
  static final String OF_DEFAULTS = "{\"podOffloadingStrategy\": \"LocalAndRemote\"}";

  static List<Variable> variables(String spec, String runtimeClass) {
    List<Variable> all = new ArrayList<>();
    all.add(variable("spec", "dyn(" + spec + ")"));
    all.add(
        variable(
            "strategy",
            """
            has(object.spec.runtimeClassName) && object.spec.runtimeClassName == "%s" ? "Local" :
            has(variables.spec.podOffloadingStrategy) ? variables.spec.podOffloadingStrategy : \
            "LocalAndRemote"\
            """
                .formatted(runtimeClass)));
    all.add(variable("tolerated", TOLERATED));
    all.add(variable("selected", SELECTED));
    all.add(variable("imposed", IMPOSED));
    all.add(variable("own", OWN));
    all.add(variable("terms", TERMS));
    return all;
  }

  static List<Mutation> mutations() {
    return List.of(patch(ADD_TOLERATION), patch(SET_TERMS));
  }

  private static final String TOLERATED =
      """
      has(object.spec.tolerations) && object.spec.tolerations.exists(t, \
      has(t.key) && t.key == "%s" && has(t.operator) && t.operator == "Exists" && \
      (!has(t.effect) || t.effect in ["", "NoExecute"]))\
      """
          .formatted(Names.TAINT_NOT_ALLOWED);

  private static final String ADD_TOLERATION =
      """
      variables.strategy == "Local" || variables.tolerated ? [] :
      (has(object.spec.tolerations) ? [] : \
      [JSONPatch{op: "add", path: "/spec/tolerations", value: []}]) +
      [JSONPatch{op: "add", path: "/spec/tolerations/-", value: \
      {"key": "%s", "operator": "Exists", "effect": "NoExecute"}}]\
      """
          .formatted(Names.TAINT_NOT_ALLOWED);

  /** Terms of the cluster selector; empty ones match nothing and are as good as absent. */
  private static final String SELECTED =
      sameShape(
              """
              (has(variables.spec.clusterSelector) && \
              has(variables.spec.clusterSelector.nodeSelectorTerms) ? \
              variables.spec.clusterSelector.nodeSelectorTerms : [])\
              """)
          + ".filter(t, t.matchExpressions.size() + t.matchFields.size() > 0)";

  private static final String IMPOSED =
      """
      variables.strategy == "Remote" ?
      (variables.selected.size() > 0 ? variables.selected : \
      [{"matchExpressions": dyn([]), "matchFields": dyn([])}]).map(t, \
      {"matchExpressions": dyn(t.matchExpressions + [%s]), "matchFields": dyn(t.matchFields)}) :
      variables.strategy == "LocalAndRemote" && variables.selected.size() > 0 ?
      variables.selected + [{"matchExpressions": dyn([%s]), "matchFields": dyn([])}] :
      []\
      """
          .formatted(virtualNodes("In"), virtualNodes("NotIn"));

  private static final String OWN =
      sameShape(
          """
          (has(object.spec.affinity) && has(object.spec.affinity.nodeAffinity) && \
          has(object.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution) ? \
          object.spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution\
          .nodeSelectorTerms : [])\
          """);

  /**
   * The user's terms with each imposed one; as they are where they satisfy one already, or where
   * they match nothing and must go on matching nothing. The DaemonSet controller pins by fields.
   */
  private static final String TERMS =
      """
      variables.own.size() == 0 ? variables.imposed :
      variables.own.map(o, \
      o.matchExpressions.size() + o.matchFields.size() == 0 || variables.imposed.exists(t, \
      t.matchExpressions.all(e, e in o.matchExpressions) && \
      t.matchFields.all(f, f in o.matchFields)) ?
      [o] :
      variables.imposed.map(t, \
      {"matchExpressions": dyn(o.matchExpressions + t.matchExpressions), \
      "matchFields": dyn(o.matchFields + t.matchFields)})).flatten()\
      """;

  private static final String SET_TERMS =
      """
      variables.imposed.size() == 0 ? [] :
      (has(object.spec.affinity) ? [] : \
      [JSONPatch{op: "add", path: "/spec/affinity", value: {}}]) +
      (has(object.spec.affinity) && has(object.spec.affinity.nodeAffinity) ? [] : \
      [JSONPatch{op: "add", path: "/spec/affinity/nodeAffinity", value: {}}]) +
      [JSONPatch{op: "add", path: \
      "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution", \
      value: {"nodeSelectorTerms": variables.terms}}]\
      """;

  private static String sameShape(String terms) {
    return terms
        + ".map(t, {\"matchExpressions\": "
        + requirements("t.matchExpressions")
        + ", \"matchFields\": "
        + requirements("t.matchFields")
        + "})";
  }

  private static String requirements(String list) {
    return """
    dyn((has(%s) ? %s : []).map(e, {"key": dyn(e.key), "operator": dyn(e.operator), \
    "values": dyn(has(e.values) ? e.values : [])}))\
    """
        .formatted(list, list);
  }

  private static String virtualNodes(String operator) {
    return "{\"key\": dyn(\"%s\"), \"operator\": dyn(\"%s\"), \"values\": dyn([\"%s\"])}"
        .formatted(Labels.TYPE, operator, Labels.TYPE_VIRTUAL_NODE);
  }

  private static Variable variable(String name, String expression) {
    return new Variable(expression, name);
  }

  static Mutation patch(String expression) {
    return new MutationBuilder()
        .withPatchType("JSONPatch")
        .withNewJsonPatch()
        .withExpression(expression)
        .endJsonPatch()
        .build();
  }
}
