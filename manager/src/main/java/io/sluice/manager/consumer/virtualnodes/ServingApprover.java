package io.sluice.manager.consumer.virtualnodes;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestSpec;
import io.sluice.api.offloading.VirtualNode;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Absence;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.pki.ServingRequest;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.manager.border.Travel;
import io.sluice.manager.consumer.ConsumerFeeds;
import io.sluice.manager.consumer.ConsumerFeeds.Topic;
import io.sluice.translate.Outcome;
import io.sluice.translate.tenant.ServingCertificates;
import io.sluice.translate.tenant.ServingCertificates.Decision;
import io.sluice.translate.tenant.ServingCertificates.Known;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Approves the serving certificates of virtual kubelets and nobody else's (T-24). The signer does
 * not look at the requester, so every detail is checked here; requests of others are left alone.
 * Requests go with their virtual node: Kubernetes would keep them for an hour.
 */
public final class ServingApprover implements Controller {
  private static final Logger LOG = LoggerFactory.getLogger(ServingApprover.class);
  private static final Kind<CertificateSigningRequest> REQUESTS =
      Kind.of(CertificateSigningRequest.class);
  private static final Kind<VirtualNode> VIRTUAL_NODES = Kind.of(VirtualNode.class);
  private static final Duration SOON = Duration.ofMillis(100);

  private final Api api;
  private final ConsumerFeeds feeds;
  private final Addresses local;
  private final Feed<CertificateSigningRequest> requests;
  private final Loop<Ref> loop;

  /** Where kubelets may run besides pods: the machine of a manager that starts them itself. */
  @FunctionalInterface
  public interface Addresses {
    Set<String> get();
  }

  public ServingApprover(Api api, ConsumerFeeds feeds, Addresses local) {
    this.api = api;
    this.feeds = feeds;
    this.local = local;
    this.loop =
        new Loop<>("serving-certificates", this::reconcile, Failures.logged("certificate request"));
    this.requests =
        new Feed<>(
            api,
            REQUESTS,
            Scope.fields("spec.signerName=" + Names.SIGNER_SERVING),
            (ref, _) -> loop.queue().add(ref));
    feeds.listen(this::changed);
  }

  private void changed(Topic topic, Ref ref) {
    switch (topic) {
      case VIRTUAL_NODE -> requests.all().forEach(request -> loop.queue().add(Ref.of(request)));
      case NAMESPACE, OFFLOADING, RULE, MAP, NODE, FOREIGN_CLUSTER, SYNCED -> {}
    }
  }

  @Override
  public void start() {
    requests.start();
    loop.start(1);
  }

  private Next reconcile(Ref ref) {
    if (!feeds.synced()) {
      return Next.again(SOON);
    }
    @Nullable CertificateSigningRequest request = requests.get(ref).orElse(null);
    if (request == null) {
      return Next.REST;
    }
    if (isDecided(request)) {
      if (isLeft(request)) {
        requests.delete(ref, request.getMetadata().getUid(), null);
      }
      return Next.REST;
    }
    switch (decide(request.getSpec())) {
      case Decision.NotOurs() -> {}
      case Decision.Approve() ->
          write(ref, "Approved", "names, subject and usages are those of the virtual node");
      case Decision.Deny(String why) -> {
        LOG.atWarn()
            .addKeyValue("request", ref)
            .addKeyValue("by", request.getSpec().getUsername())
            .addKeyValue("why", why)
            .log("serving certificate denied");
        write(ref, "Denied", why);
      }
    }
    return Next.REST;
  }

  private static boolean isDecided(CertificateSigningRequest request) {
    return request.getStatus() != null && !request.getStatus().getConditions().isEmpty();
  }

  /** Whether a kubelet made it whose virtual node is gone. */
  private boolean isLeft(CertificateSigningRequest request) {
    Map<String, String> labels = Frozen.map(request.getMetadata().getLabels());
    return Labels.APP_MANAGED_BY_SLUICE.equals(labels.get(Labels.APP_MANAGED_BY))
        && ServingCertificates.account(request.getSpec().getUsername())
            .map(account -> new Ref(account.namespace(), account.name()))
            .filter(asker -> feeds.virtualNodes().get(asker).isEmpty())
            .filter(asker -> Absence.ofName(api, VIRTUAL_NODES, asker))
            .isPresent();
  }

  private Decision decide(CertificateSigningRequestSpec spec) {
    Map<String, Known> known = known(spec.getUsername());
    return switch (ServingRequest.read(Travel.text(spec.getRequest()))) {
      case Outcome.Ok<ServingCertificates.Certificate>(var certificate) ->
          ServingCertificates.decide(
              new ServingCertificates.Request(
                  spec.getUsername(),
                  spec.getSignerName(),
                  Set.copyOf(spec.getUsages()),
                  spec.getExpirationSeconds(),
                  certificate),
              known);
      case Outcome.Failed<ServingCertificates.Certificate>(String why) ->
          known.isEmpty() ? new Decision.NotOurs() : new Decision.Deny(why);
    };
  }

  /** The virtual node whose account asks, as it is now. */
  private Map<String, Known> known(String requester) {
    Map<String, Known> known = new HashMap<>();
    for (VirtualNode virtualNode : feeds.virtualNodes().all()) {
      String namespace = virtualNode.getMetadata().getNamespace();
      String name = virtualNode.getMetadata().getName();
      if (requester.endsWith(":" + namespace + ":" + name)) {
        known.put(namespace + ":" + name, new Known(isPhysical(name), addresses(namespace, name)));
      }
    }
    return known;
  }

  /** No Node yet is fine: the certificate comes first (T-39). */
  private boolean isPhysical(String name) {
    return api.find(Kind.of(Node.class), Ref.cluster(name))
        .filter(ServingApprover::isReal)
        .isPresent();
  }

  private static boolean isReal(Node node) {
    Map<String, String> labels = node.getMetadata().getLabels();
    return labels == null || !Labels.TYPE_VIRTUAL_NODE.equals(labels.get(Labels.TYPE));
  }

  /** Read live: an address that was a kubelet's a moment ago may be somebody else's now. */
  private Set<String> addresses(String namespace, String name) {
    Scope pods = Scope.namespace(namespace).labels(Labels.VIRTUAL_NODE + "=" + name);
    Set<String> addresses = new HashSet<>(local.get());
    addresses.addAll(
        api.list(Kind.of(Pod.class), pods).stream()
            .filter(pod -> pod.getStatus() != null)
            .flatMap(pod -> pod.getStatus().getPodIPs().stream())
            .map(PodIP::getIp)
            .collect(Collectors.toSet()));
    return addresses;
  }

  private void write(Ref ref, String type, String message) {
    Map<String, Object> condition =
        Map.of(
            "type",
            type,
            "status",
            "True",
            "reason",
            Reasons.CERTIFICATE_OF_VIRTUAL_NODE,
            "message",
            message);
    Map<String, Object> change = Map.of("status", Map.of("conditions", List.of(condition)));
    requests.seen(api.patch(REQUESTS, ref, Patch.strategic(change).to("approval")));
  }

  @Override
  public void close() {
    requests.close();
    loop.close();
  }
}
