package io.sluice.translate.guard;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.Validation;
import io.sluice.api.policy.ObjectGuardrails;
import io.sluice.api.policy.StreamGuardrails;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What one consumer may put into its twin namespaces beside pods (T-28), and which streams it may
 * open. It writes these objects itself, so only the API server stands between.
 *
 * @param cluster this provider, for the text of refusals
 * @param consumer whose policies these are
 */
public record ObjectRules(String cluster, String consumer) {
  private static final String ANY = "*";
  private static final Pattern NAMES =
      Pattern.compile(
          "(secrets|services|ingresses|exec|attach|portforward)\\.[-a-z0-9]+\\.sluice\\.io");
  private static final String ANNOTATIONS = "has(object.metadata.annotations)";

  public List<AdmissionRule> of(ObjectGuardrails objects, StreamGuardrails streams) {
    List<AdmissionRule> rules = new ArrayList<>();
    written("secrets", "", secrets(objects), rules);
    written("services", "", services(objects), rules);
    written("ingresses", "networking.k8s.io", ingresses(objects), rules);
    stream("pods/exec", "exec", streams.exec(), rules);
    stream("pods/attach", "attach", streams.attach(), rules);
    stream("pods/portforward", "portForward", streams.portForward(), rules);
    return rules;
  }

  /** Whether a policy of this name is one of these, for some consumer: only those are removed. */
  public static boolean isOne(String name) {
    return NAMES.matcher(name).matches();
  }

  private String name(String resource) {
    return resource.replace("pods/", "") + "." + consumer + ".sluice.io";
  }

  private void written(
      String resource, String group, List<Validation> validations, List<AdmissionRule> rules) {
    if (!validations.isEmpty()) {
      rules.add(
          AdmissionRule.of(
              name(resource),
              AdmissionRule.twinsOf(consumer),
              AdmissionRule.on(group, "v1", resource, "CREATE", "UPDATE"),
              isConsumer(),
              validations));
    }
  }

  private void stream(String resource, String rule, boolean allowed, List<AdmissionRule> rules) {
    if (!allowed) {
      rules.add(
          AdmissionRule.of(
              name(resource),
              AdmissionRule.twinsOf(consumer),
              AdmissionRule.on("", "v1", resource, "CONNECT"),
              isConsumer(),
              List.of(Cel.must("false", refuses(resource, "not allowed", "streams." + rule)))));
    }
  }

  /** The provider's own people and controllers are not bound by what it allows a tenant. */
  private String isConsumer() {
    return Cel.text(consumer) + " in request.userInfo.groups";
  }

  private List<Validation> secrets(ObjectGuardrails objects) {
    return List.of(
        Cel.must(
            "(has(object.type) && object.type != '' ? object.type : 'Opaque') in "
                + Cel.list(objects.secretTypes()),
            refuses("type", "this type of Secret is not allowed", "objects.secretTypes")));
  }

  private List<Validation> services(ObjectGuardrails objects) {
    List<Validation> validations = new ArrayList<>();
    if (!objects.externalIPs()) {
      validations.add(
          Cel.must(
              "!has(object.spec.externalIPs) || object.spec.externalIPs.size() == 0",
              refuses("spec.externalIPs", "may not be set", "objects.externalIPs")));
    }
    type("NodePort", objects.nodePorts(), "objects.nodePorts", validations);
    type("LoadBalancer", objects.loadBalancers(), "objects.loadBalancers", validations);
    return validations;
  }

  private void type(String type, boolean allowed, String rule, List<Validation> validations) {
    if (!allowed) {
      validations.add(
          Cel.must(
              "!has(object.spec.type) || object.spec.type != " + Cel.text(type),
              refuses("spec.type", type + " is not allowed", rule)));
    }
  }

  private List<Validation> ingresses(ObjectGuardrails objects) {
    List<Validation> validations = new ArrayList<>();
    // Snippets are code inside the controller; an alias is a host that no rule shows.
    validations.add(
        Cel.must(
            "!"
                + ANNOTATIONS
                + " || object.metadata.annotations.all(key,"
                + " !key.endsWith('-snippet') && !key.endsWith('/server-alias'))",
            refuses("metadata.annotations", "snippets and aliases are not allowed", "objects")));
    if (!objects.ingressClasses().contains(ANY)) {
      String allowed = Cel.list(objects.ingressClasses());
      String legacy = "'kubernetes.io/ingress.class'";
      validations.add(
          Cel.must(
              "!has(object.spec.ingressClassName) || object.spec.ingressClassName in " + allowed,
              refuses("spec.ingressClassName", "not allowed", "objects.ingressClasses")));
      validations.add(
          Cel.must(
              "!%s || !(%s in object.metadata.annotations) || object.metadata.annotations[%s] in %s"
                  .formatted(ANNOTATIONS, legacy, legacy, allowed),
              refuses(
                  "metadata.annotations", "ingress class not allowed", "objects.ingressClasses")));
    }
    if (!objects.ingressHosts().contains(ANY)) {
      hosts(objects.ingressHosts(), validations);
    }
    return validations;
  }

  /** With hosts limited, an Ingress for every host is one for hosts of others. */
  private void hosts(List<String> allowed, List<Validation> validations) {
    String rule = "objects.ingressHosts";
    List<String> exact = allowed.stream().filter(host -> !host.startsWith("*.")).toList();
    List<String> below =
        allowed.stream()
            .filter(host -> host.startsWith("*."))
            .map(host -> host.substring(1))
            .toList();
    String fine =
        "(HOST in "
            + Cel.list(exact)
            + " || "
            + Cel.list(below)
            + ".exists(end, HOST.endsWith(end)))";
    validations.add(
        Cel.must(
            "has(object.spec.rules) && object.spec.rules.size() > 0 && object.spec.rules.all(r,"
                + " has(r.host) && r.host != '' && "
                + fine.replace("HOST", "r.host")
                + ")",
            refuses("spec.rules", "every rule needs a host that is allowed", rule)));
    validations.add(
        Cel.must(
            "!has(object.spec.defaultBackend)",
            refuses("spec.defaultBackend", "would serve the hosts of others", rule)));
    validations.add(
        Cel.must(
            "!has(object.spec.tls) || object.spec.tls.all(t, !has(t.hosts) || t.hosts.all(h, "
                + fine.replace("HOST", "h")
                + "))",
            refuses("spec.tls", "names a host that is not allowed", rule)));
  }

  private String refuses(String field, String what, String rule) {
    return new Violation(rule, field, what).says(cluster);
  }
}
