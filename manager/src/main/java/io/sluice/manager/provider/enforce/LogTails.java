package io.sluice.manager.provider.enforce;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodStatus;
import io.sluice.api.vocab.Annotations;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.pod.ending.FinalRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** The end of each container's log, for namespaces that ask to keep it (D-13a, D-22). */
final class LogTails {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Api api;

  LogTails(Api api) {
    this.api = api;
  }

  /** The record with the tails, as many bytes as fit; a log that can't be read is left out. */
  ShadowPodStatus addTo(ShadowPodStatus status, ShadowPod shadow, Pod pod) {
    OptionalInt lines = wanted(shadow);
    if (lines.isEmpty()) {
      return status;
    }
    List<Container> containers = new ArrayList<>(pod.getSpec().getInitContainers());
    containers.addAll(pod.getSpec().getContainers());
    int budget = FinalRecord.LOG_BUDGET_BYTES / containers.size();
    Map<String, String> logs = new LinkedHashMap<>();
    for (Container container : containers) {
      String tail = read(Ref.of(pod), container.getName(), lines.getAsInt(), budget);
      if (!tail.isEmpty()) {
        logs.put(container.getName(), tail);
      }
    }
    return new ShadowPodStatus(status.phase(), status.podStatus(), logs, status.conditions());
  }

  private static OptionalInt wanted(ShadowPod shadow) {
    Map<String, String> annotations = shadow.getMetadata().getAnnotations();
    String asked = annotations == null ? null : annotations.get(Annotations.LOG_TAIL);
    return asked != null && asked.matches("[1-9][0-9]{0,5}")
        ? OptionalInt.of(Integer.parseInt(asked))
        : OptionalInt.empty();
  }

  private String read(Ref pod, String container, int lines, int budget) {
    String path =
        "/api/v1/namespaces/%s/pods/%s/log?container=%s&tailLines=%d"
            .formatted(pod.namespace(), pod.name(), container, lines);
    try {
      return last(api.text(path, TIMEOUT), budget);
    } catch (ApiFailure failure) {
      return "";
    }
  }

  static String last(String text, int budget) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= budget) {
      return text;
    }
    String tail = new String(bytes, bytes.length - budget, budget, StandardCharsets.UTF_8);
    int line = tail.indexOf('\n');
    return line < 0 ? tail : tail.substring(line + 1);
  }
}
