package io.sluice.kubelet.serve;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.translate.metrics.MetricsAsk;
import java.time.Duration;
import java.util.Optional;

/** Where a provider says what it measures of our pods. */
public interface Figures {
  Duration TIMEOUT = Duration.ofSeconds(5);

  /**
   * A page of its kubelets, in local names; nothing where there is none.
   *
   * @throws ApiFailure when it does not say
   */
  Optional<String> page(String path, NodePods pods);

  /** Its manager reads them for us (D-17). */
  static Figures ofManager(Api remote, String consumer) {
    return (path, _) ->
        Optional.of(remote.text(MetricsAsk.SCRAPE + consumer + "/" + path, TIMEOUT));
  }

  /** Its metrics-server, if it has one. */
  static Figures ofMetricsServer(Api remote) {
    return new SecondHand(remote);
  }
}
