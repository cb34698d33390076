package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.sluice.translate.access.ManagerAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Rights of the manager by which somebody could get further are named to whoever installs it. */
class RightsTest {
  /** Resources, or resource and verb, that lead to more than themselves. */
  private static final Map<String, Set<String>> LEADING_FURTHER =
      Map.of(
          "nodes/proxy", Set.of("get", "create"),
          "apiservices", Set.of("create"),
          "signers", Set.of("approve"),
          "serviceaccounts/token", Set.of("create"),
          "mutatingwebhookconfigurations", Set.of("create"),
          "clusterroles", Set.of("bind", "escalate"),
          "users", Set.of("impersonate"),
          "groups", Set.of("impersonate"),
          "pods/exec", Set.of("create", "get"),
          "secrets", Set.of("list", "get"));

  @Test
  void everyRightThatLeadsFurtherIsInTheSecurityPage() throws IOException {
    String page = Files.readString(Path.of("..", "SECURITY.md"));
    Set<String> missing = new TreeSet<>();
    for (PolicyRule rule : ManagerAccess.clusterRoles().getFirst().getRules()) {
      for (String resource : rule.getResources()) {
        Set<String> verbs = new TreeSet<>(LEADING_FURTHER.getOrDefault(resource, Set.of()));
        verbs.retainAll(rule.getVerbs());
        verbs.removeIf(verb -> isNamed(page, verb, resource));
        verbs.forEach(verb -> missing.add(verb + " " + resource));
      }
    }
    assertThat(missing).isEmpty();
  }

  private static boolean isNamed(String page, String verb, String resource) {
    return switch (resource) {
      case "signers" -> page.contains("`approve` for the signer");
      case "clusterroles" -> page.contains("`" + verb + "` for roles");
      case "mutatingwebhookconfigurations" -> page.contains("`" + resource + "`");
      default -> page.contains("`" + verb + " " + resource + "`");
    };
  }
}
