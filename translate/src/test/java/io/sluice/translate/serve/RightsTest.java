package io.sluice.translate.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kubelet's table of 1.36, and create for whatever runs something (T-37). */
class RightsTest {
  @ParameterizedTest
  @CsvSource({
    "GET, /pods, get, pods proxy",
    "GET, /runningpods/, get, pods proxy",
    "GET, /healthz, get, healthz proxy",
    "GET, /healthz/ping, get, healthz proxy",
    "GET, /configz, get, configz proxy",
    "GET, /stats/summary, get, stats",
    "GET, /metrics, get, metrics",
    "GET, /metrics/resource, get, metrics",
    "GET, /metricsandmore, get, proxy",
    "GET, /logs/, get, log",
    "POST, /checkpoint/ns/pod/c, create, checkpoint",
    "GET, /containerLogs/ns/pod/c, get, proxy",
    "GET, /exec/ns/pod/c, create, proxy",
    "POST, /exec/ns/pod/c, create, proxy",
    "GET, /attach/ns/pod/c, create, proxy",
    "GET, /portForward/ns/pod, create, proxy",
    "PUT, /run/ns/pod/c, create, proxy",
    "GET, /execute, get, proxy",
    "HEAD, /pods, '', pods proxy"
  })
  void aRequestNeeds(String method, String path, String verb, String subresources) {
    assertThat(Rights.of(method, path))
        .isEqualTo(new Rights(verb, List.of(subresources.split(" "))));
  }
}
