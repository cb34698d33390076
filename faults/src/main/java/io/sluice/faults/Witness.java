package io.sluice.faults;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Scope;
import io.sluice.testbed.audit.AuditLog;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the provider's API server tells about a time that begins now. */
final class Witness {
  /** Replicas that wait write these too. */
  private static final Set<String> OF_EVERYBODY = Set.of("leases", "events");

  private final Site provider;
  private final AuditLog.Mark begin;

  Witness(Site provider) {
    this.provider = provider;
    this.begin = provider.cluster.audit().mark();
  }

  /** Whether somebody of Sluice was answered so, here. */
  boolean saw(int answer) {
    return provider.cluster.audit().since(begin).where(event -> event.code() == answer).stream()
        .anyMatch(event -> event.who().userAgent().startsWith("sluice-"));
  }

  /** Replicas of the manager in the order of their writes, each once for as long as it wrote. */
  List<String> authors() {
    List<String> authors = new ArrayList<>();
    provider
        .cluster
        .audit()
        .since(begin)
        .writes()
        .where(event -> event.code() / 100 == 2)
        .where(event -> !OF_EVERYBODY.contains(event.resource()))
        .stream()
        .sorted((one, other) -> one.outcome().received().compareTo(other.outcome().received()))
        .map(event -> replica(event.who().userAgent()))
        .filter(replica -> !replica.isEmpty())
        .filter(replica -> authors.isEmpty() || !authors.getLast().equals(replica))
        .forEach(authors::add);
    return authors;
  }

  private static String replica(String userAgent) {
    return userAgent.startsWith("sluice-manager (manager-")
        ? userAgent.substring("sluice-manager (".length(), userAgent.length() - 1)
        : "";
  }

  /** Thousandths of a processor that all consumers together have been promised. */
  long promised() {
    return provider.admin.list(Kind.of(ResourceSlice.class), Scope.ALL).stream()
        .filter(slice -> slice.getStatus() != null)
        .mapToLong(slice -> millis(Frozen.map(slice.getStatus().resources()).get("cpu")))
        .sum();
  }

  /** Thousandths of a processor on nodes that take pods. */
  long pool() {
    return provider.admin.list(Kind.of(Node.class), Scope.ALL).stream()
        .filter(node -> !Boolean.TRUE.equals(node.getSpec().getUnschedulable()))
        .map(node -> Frozen.map(node.getStatus().getAllocatable()))
        .mapToLong((Map<String, Quantity> amounts) -> millis(amounts.get("cpu")))
        .sum();
  }

  private static long millis(@Nullable Quantity amount) {
    return amount == null
        ? 0
        : amount.getNumericalAmount().multiply(BigDecimal.valueOf(1000)).longValue();
  }
}
