package io.sluice.manager;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where a cluster is, as others see it, and where its kubelets run.
 *
 * @param apiServer the address that peers are told
 * @param ca certificates in PEM that peers check it against; null where those of every system do
 * @param metricsApi whether consumers may read the metrics of their pods here (D-17)
 */
public record Site(URI apiServer, @Nullable String ca, Kubelets kubelets, boolean metricsApi) {

  /** Without metrics. */
  public Site(URI apiServer, @Nullable String ca, Kubelets kubelets) {
    this(apiServer, ca, kubelets, false);
  }
}
