package io.sluice.manager.consumer.peering;

import io.sluice.engine.kube.Api;
import io.sluice.engine.run.Controller;
import io.sluice.manager.border.TenantNamespaces;
import io.sluice.manager.consumer.Silences;
import java.time.Clock;
import java.util.List;

/** Everything that a consumer does about its providers, as one thing to start and stop. */
public final class Peers implements Controller {
  private final List<Controller> parts;
  private final Links links;

  /**
   * @param namespaces to be started by the caller, after this was made: others listen too
   */
  public Peers(Api api, ConsumerSettings settings, TenantNamespaces namespaces, Clock clock) {
    String id = settings.clusterId();
    ClusterKey key = new ClusterKey(api, settings.systemNamespace());
    this.links = new Links(id, namespaces);
    HealthChecks health = new HealthChecks(links, settings.checkEvery(), settings.checkTimeout());
    this.parts =
        List.of(
            health,
            new AnswerController(api, id, key, namespaces),
            new IdentityController(api, id, key, namespaces, clock),
            new LocalSliceController(api, id, key, namespaces),
            new RenewalController(api, id, key),
            new ReplicationController(api, id, namespaces, links, clock),
            new ForeignClusterController(api, namespaces, links, health, clock),
            links);
  }

  /** Since when the providers can't have heard from us. */
  public Silences silences() {
    return links;
  }

  @Override
  public void start() {
    parts.forEach(Controller::start);
  }

  @Override
  public void close() {
    parts.forEach(Controller::close);
  }
}
