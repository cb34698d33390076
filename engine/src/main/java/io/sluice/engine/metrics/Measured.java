package io.sluice.engine.metrics;

import java.util.List;

/** All that a manager or a kubelet measures of itself; two names are the reference's own (§9). */
public final class Measured {
  private Measured() {}

  public static final Counter API_REQUESTS =
      new Counter(
          "sluice_api_requests_total",
          "Requests to API servers by code of the answer, 0 where there was none.",
          "agent",
          "method",
          "code");

  public static final Histogram API_SECONDS =
      new Histogram(
          "sluice_api_request_seconds",
          "Time until a request was answered; watches are none.",
          "agent",
          "method");

  public static final Gauge QUEUE_DEPTH =
      new Gauge("sluice_queue_depth", "Keys that are due or being worked on.", "queue");

  public static final Counter RECONCILED =
      new Counter("sluice_reconciled_total", "Looks at a key, by outcome.", "queue", "outcome");

  public static final Counter REFLECTED =
      new Counter(
          "liqo_virtual_kubelet_reflection_item_counter",
          "Objects that were looked at with success.",
          "namespace",
          "reflector_resource",
          "cluster_id",
          "node_name");

  public static final Counter REFLECTION_ERRORS =
      new Counter(
          "liqo_virtual_kubelet_reflection_error_counter",
          "Objects that could not be reflected, each time it was tried.",
          "namespace",
          "reflector_resource",
          "cluster_id",
          "node_name");

  public static final Histogram BIND_TO_RUNNING =
      new Histogram(
          "sluice_pod_bind_to_running_seconds",
          "From the binding of a pod to the virtual node until it is shown as running.",
          "node");

  public static final Gauge PROVIDER_REACHABLE =
      new Gauge("sluice_provider_reachable", "1 while the provider answers.", "node");

  public static final Counter DELETIONS_HELD =
      new Counter(
          "sluice_deletions_held_total",
          "Deletions that wait for a person, since there were too many at once.",
          "node");

  public static final Gauge STREAMS_OPEN =
      new Gauge("sluice_streams_open", "exec, attach and port-forward under way.", "node");

  public static final Counter STREAMS =
      new Counter("sluice_streams_total", "Streams by verb and how they began.", "verb", "outcome");

  public static final Gauge LEADS =
      new Gauge("sluice_manager_leads", "1 while this manager leads.", "cluster");

  public static final Gauge PROMISED =
      new Gauge(
          "sluice_sharing_promised",
          "What is lent to consumers, in the unit of the resource.",
          "slice",
          "resource");

  /** Every one of them. */
  public static final List<Meter> ALL =
      List.of(
          API_REQUESTS,
          API_SECONDS,
          QUEUE_DEPTH,
          RECONCILED,
          REFLECTED,
          REFLECTION_ERRORS,
          BIND_TO_RUNNING,
          PROVIDER_REACHABLE,
          DELETIONS_HELD,
          STREAMS_OPEN,
          STREAMS,
          LEADS,
          PROMISED);
}
