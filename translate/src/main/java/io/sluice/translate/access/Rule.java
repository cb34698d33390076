package io.sluice.translate.access;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import java.util.List;
import java.util.stream.Stream;

/**
 * One line of a table of rights.
 *
 * @param names the only objects it holds for; empty for all
 */
public record Rule(String group, List<String> resources, List<String> verbs, List<String> names) {

  public static final List<String> READ = List.of("get", "list", "watch");
  public static final List<String> WRITE = List.of("create", "delete", "patch", "update");
  public static final List<String> FULL =
      List.of("create", "delete", "get", "list", "patch", "update", "watch");

  public Rule {
    resources = List.copyOf(resources);
    verbs = List.copyOf(verbs);
    names = List.copyOf(names);
    if (Stream.of(List.of(group), resources, verbs).anyMatch(words -> words.contains("*"))) {
      throw new IllegalArgumentException("a wildcard gives more than anybody can know");
    }
  }

  public static Rule on(String group, List<String> resources, List<String> verbs) {
    return new Rule(group, resources, verbs, List.of());
  }

  public static Rule named(String group, String resource, List<String> verbs, String... names) {
    return new Rule(group, List.of(resource), verbs, List.of(names));
  }

  PolicyRule toPolicyRule() {
    return new PolicyRuleBuilder()
        .withApiGroups(group)
        .withResources(resources)
        .withVerbs(verbs)
        .withResourceNames(names)
        .build();
  }
}
