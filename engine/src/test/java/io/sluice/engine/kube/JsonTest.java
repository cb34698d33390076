package io.sluice.engine.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** D-26: a field that the models do not know passes through them, at every depth of every kind. */
class JsonTest {
  record Given(Class<? extends HasMetadata> type, String json) {
    @Override
    public String toString() {
      return type.getSimpleName();
    }
  }

  static List<Given> objects() {
    return List.of(
        new Given(
            Pod.class,
            """
            {"metadata": {"name": "a", "labels": {"l": "1"}, "ownerReferences": [{"name": "o"}]},
             "spec": {"containers": [{"name": "c", "env": [{"name": "E", "valueFrom":
                 {"fieldRef": {"fieldPath": "metadata.name"}}}],
               "resources": {"requests": {"cpu": "1"}},
               "readinessProbe": {"httpGet": {"port": 80}},
               "securityContext": {"capabilities": {"add": ["X"]}}}],
              "volumes": [{"name": "v", "projected": {"sources": [{"configMap": {"name": "m"}}]}}],
              "affinity": {"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
                [{"topologyKey": "t", "labelSelector": {"matchExpressions": [{"key": "k"}]}}]}}},
             "status": {"phase": "Running", "conditions": [{"type": "Ready"}],
              "podIPs": [{"ip": "1.2.3.4"}],
              "containerStatuses": [{"name": "c", "state": {"running": {"startedAt": "t"}}}]}}
            """),
        new Given(
            Node.class,
            """
            {"metadata": {"name": "n"}, "spec": {"taints": [{"key": "k"}]},
             "status": {"allocatable": {"cpu": "4"}, "addresses": [{"type": "InternalIP"}],
              "nodeInfo": {"architecture": "amd64"},
              "daemonEndpoints": {"kubeletEndpoint": {"Port": 10250}}}}
            """),
        new Given(
            Service.class,
            """
            {"metadata": {"name": "s"},
             "spec": {"ports": [{"port": 80, "targetPort": "http"}], "selector": {"a": "b"},
              "sessionAffinityConfig": {"clientIP": {"timeoutSeconds": 1}}},
             "status": {"loadBalancer": {"ingress": [{"ip": "1.2.3.4", "ports": [{"port": 1}]}]}}}
            """),
        new Given(
            EndpointSlice.class,
            """
            {"metadata": {"name": "e"}, "addressType": "IPv4", "ports": [{"port": 80}],
             "endpoints": [{"addresses": ["1.2.3.4"], "conditions": {"ready": true},
               "hints": {"forZones": [{"name": "z"}]}, "targetRef": {"kind": "Pod"}}]}
            """),
        new Given(
            Ingress.class,
            """
            {"metadata": {"name": "i"}, "spec": {"tls": [{"hosts": ["h"]}], "rules": [{"host": "h",
              "http": {"paths": [{"path": "/", "backend": {"service":
                {"name": "s", "port": {"number": 80}}}}]}}]}}
            """),
        new Given(
            PersistentVolumeClaim.class,
            """
            {"metadata": {"name": "p"}, "spec": {"resources": {"requests": {"storage": "1"}},
              "dataSourceRef": {"kind": "K"}}, "status": {"capacity": {"storage": "1"}}}
            """));
  }

  @ParameterizedTest
  @MethodSource("objects")
  void keepsFieldsThatTheModelsDoNotKnow(Given given) {
    AtomicInteger serial = new AtomicInteger();
    Map<?, ?> tree = Json.read(given.json().getBytes(StandardCharsets.UTF_8), Map.class);
    Object strange = Objects.requireNonNull(strange(tree, serial));
    HasMetadata model = Json.read(Json.bytes(strange), given.type());
    Object back = Json.read(Json.bytes(model), Map.class);
    assertThat(serial.get()).isGreaterThan(5);
    assertThat(contains(back, strange)).as("%s in %s", strange, back).isTrue();
    assertThat(contains(Json.tree(model), strange)).isTrue();
  }

  @Test
  void anItemThatIsNotOfItsTypeFailsAlone() {
    byte[] list =
        """
        {"metadata": {"resourceVersion": "7", "continue": "more"}, "items": [
          {"metadata": {"name": "a"}},
          {"metadata": {"name": "b", "uid": "u"}, "spec": {"containers": "none"}},
          {"metadata": {"name": "c"}}]}
        """
            .getBytes(StandardCharsets.UTF_8);
    Json.Page<Pod> page = Json.page(list, Kind.of(Pod.class));
    assertThat(page.items())
        .extracting(pod -> pod.getMetadata().getName())
        .containsExactly("a", "c");
    assertThat(page.unreadable())
        .extracting(pod -> pod.getMetadata().getUid())
        .containsExactly("u");
    assertThat(page.next()).isEqualTo("more");
    assertThat(page.version()).isEqualTo("7");
  }

  @Test
  void anEventOfSuchAnObjectStillSaysWhichItIs() throws Exception {
    String line =
        """
        {"type": "DELETED", "object": {"metadata": {"name": "b"}, "spec": {"containers": [5]}}}
        """;
    Json.WatchEvent<Pod> event = Json.watchEvent(line(line), Pod.class);
    assertThat(event.readable()).isFalse();
    assertThat(event.type()).isEqualTo("DELETED");
    assertThat(Objects.requireNonNull(event.object()).getMetadata().getName()).isEqualTo("b");
    Lines torn = line(line.substring(0, line.length() - 20) + "\n");
    assertThatThrownBy(() -> Json.watchEvent(torn, Pod.class)).isInstanceOf(IOException.class);
  }

  @Test
  void cutsAWatchLineAtItsObject() throws Exception {
    Lines line =
        line(
            """
            {"type": "ADDED", "object": {"metadata": {"name": "a", "x": "1"}, "y": {"z": [1]}}}
            """);
    Json.WatchEvent<Pod> event = Json.watchEvent(line, Pod.class);
    assertThat(event.type()).isEqualTo("ADDED");
    Pod pod = Objects.requireNonNull(event.object());
    assertThat(Json.tree(pod)).containsEntry("y", Map.of("z", List.of(1)));
  }

  @Test
  void doesNotReadWhoSetWhichField() {
    String text =
        """
        {"metadata": {"name": "a", "managedFields": [{"manager": "m", "fieldsV1": {"f:x": {}}}]}}
        """;
    Pod pod = Json.read(text.getBytes(StandardCharsets.UTF_8), Pod.class);
    assertThat(pod.getMetadata().getManagedFields()).isEmpty();
    assertThat(pod.getMetadata().getAdditionalProperties()).isEmpty();
    assertThat(pod.getMetadata().getName()).isEqualTo("a");
  }

  private static Lines line(String text) throws IOException {
    Lines lines = new Lines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    assertThat(lines.next()).isTrue();
    return lines;
  }

  /**
   * The same tree with one more field in each object: a string, so that maps of strings take it.
   */
  private static @Nullable Object strange(@Nullable Object node, AtomicInteger serial) {
    if (node instanceof List<?> list) {
      return list.stream().map(item -> strange(item, serial)).toList();
    }
    if (node instanceof Map<?, ?> map) {
      Map<Object, @Nullable Object> more = new LinkedHashMap<>();
      map.forEach((key, value) -> more.put(key, strange(value, serial)));
      more.put("unknown" + serial.incrementAndGet(), "7");
      return more;
    }
    return node;
  }

  /** Whether everything of the second is in the first; models may add their kind and apiVersion. */
  private static boolean contains(@Nullable Object whole, @Nullable Object part) {
    if (part instanceof Map<?, ?> wanted) {
      return whole instanceof Map<?, ?> map
          && wanted.entrySet().stream()
              .allMatch(entry -> contains(map.get(entry.getKey()), entry.getValue()));
    }
    if (part instanceof List<?> wanted) {
      return whole instanceof List<?> list
          && list.size() == wanted.size()
          && java.util.stream.IntStream.range(0, list.size())
              .allMatch(i -> contains(list.get(i), wanted.get(i)));
    }
    return Objects.equals(whole, part);
  }
}
