package io.sluice.translate.pod.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.translate.pod.Facts;
import io.sluice.translate.pod.RestartRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the home API server does with a patch of a pod's status: strategic merge as for core/v1, and
 * the checks that refuse a status for good (T-2, T-4, T-5, T-6).
 */
final class HomeServer {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> MERGED =
      Map.of("conditions", "type", "podIPs", "ip", "hostIPs", "ip");
  private static final Set<String> OF_OTHERS =
      Set.of(
          "qosClass",
          "nominatedNodeName",
          "resourceClaimStatuses",
          "extendedResourceClaimStatus",
          "nodeAllocatableResourceClaimStatuses");

  private HomeServer() {}

  static Pod apply(Pod local, Optional<Map<String, Object>> patch) {
    return patch.map(body -> apply(local, body)).orElse(local);
  }

  static Pod apply(Pod local, Map<String, Object> body) {
    var patch = JSON.<JsonNode>valueToTree(body);
    assertThat(patch.at("/metadata/uid").asText()).isEqualTo(local.getMetadata().getUid());
    ObjectNode pod = JSON.valueToTree(local);
    var status = pod.withObject("/status");
    for (var change : patch.get("status").properties()) {
      assertThat(OF_OTHERS).doesNotContain(change.getKey());
      merge(status, change.getKey(), change.getValue());
    }
    try {
      var patched = JSON.treeToValue(pod, Pod.class);
      check(local, patched);
      return patched;
    } catch (JsonProcessingException broken) {
      throw new AssertionError(broken);
    }
  }

  private static void merge(ObjectNode status, String field, JsonNode value) {
    if (value.isNull()) {
      status.remove(field);
    } else if (MERGED.containsKey(field)) {
      status.set(field, merged(status.withArray("/" + field), value, MERGED.get(field)));
    } else if (value instanceof ObjectNode object && object.has("$patch")) {
      status.set(field, object.deepCopy().without("$patch"));
    } else {
      status.set(field, value);
    }
  }

  private static ArrayNode merged(ArrayNode held, JsonNode patch, String key) {
    var all = new ArrayList<ObjectNode>();
    held.forEach(item -> all.add((ObjectNode) item));
    for (var item : patch) {
      var directive = item.path("$patch").asText();
      var name = item.path(key).asText();
      if (directive.equals("replace")) {
        all.clear();
      } else if (directive.equals("delete")) {
        all.removeIf(old -> old.path(key).asText().equals(name));
      } else {
        put(all, (ObjectNode) item, key);
      }
    }
    return JSON.createArrayNode().addAll(all);
  }

  private static void put(List<ObjectNode> all, ObjectNode item, String key) {
    var found = all.stream().filter(old -> old.path(key).equals(item.path(key))).findFirst();
    var target = found.orElseGet(JSON::createObjectNode);
    for (var field : item.properties()) {
      if (field.getValue().isNull()) {
        target.remove(field.getKey());
      } else {
        target.set(field.getKey(), field.getValue());
      }
    }
    if (found.isEmpty()) {
      all.add(target);
    }
  }

  private static void check(Pod before, Pod after) {
    for (var old : before.getStatus().getContainerStatuses()) {
      if (Facts.isTerminated(old) && !RestartRules.mayRestart(before.getSpec(), old)) {
        assertEnded(old, after.getStatus().getContainerStatuses());
      }
    }
    for (var old : before.getStatus().getInitContainerStatuses()) {
      if (Facts.isTerminated(old) && !RestartRules.mayRestart(before.getSpec(), old)) {
        assertEnded(old, after.getStatus().getInitContainerStatuses());
      }
    }
    for (var old : before.getStatus().getEphemeralContainerStatuses()) {
      if (Facts.isTerminated(old)) {
        assertEnded(old, after.getStatus().getEphemeralContainerStatuses());
      }
    }
    var families = after.getStatus().getPodIPs().stream().map(ip -> ip.getIp().contains(":"));
    assertThat(families).as("one address per family").doesNotHaveDuplicates();
    if (!after.getStatus().getPodIPs().isEmpty()) {
      assertThat(after.getStatus().getPodIP())
          .isEqualTo(after.getStatus().getPodIPs().getFirst().getIp());
    }
    if (!after.getStatus().getHostIPs().isEmpty()) {
      assertThat(after.getStatus().getHostIP())
          .isEqualTo(after.getStatus().getHostIPs().getFirst().getIp());
    }
  }

  private static void assertEnded(ContainerStatus old, List<ContainerStatus> now) {
    assertThat(Facts.named(now, old.getName()).filter(s -> !Facts.isTerminated(s)))
        .as("may not be transitioned to non-terminated state: " + old.getName())
        .isEmpty();
  }
}
