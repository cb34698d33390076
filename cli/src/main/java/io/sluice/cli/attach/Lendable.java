package io.sluice.cli.attach;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.ApiFailure;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Problem;
import io.sluice.engine.kube.Scope;
import io.sluice.translate.share.Amounts;
import io.sluice.translate.share.Demand;
import io.sluice.translate.share.Lending;
import io.sluice.translate.share.Pool;
import io.sluice.translate.share.Supply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a cluster that knows nothing of us can be taken to lend (D-15): a share of what its nodes
 * have left, where the user may see them, else of what the quotas of the given namespaces allow.
 */
public final class Lendable {
  private static final Set<String> OF_NODES = Set.of("cpu", "memory", "pods", "ephemeral-storage");
  private static final String REQUESTS = "requests.";

  private final Api remote;
  private final Lending lending;

  public Lendable(Api remote, int percentage) {
    this.remote = remote;
    this.lending = new Lending(percentage, true, false);
  }

  /** Empty when nothing that would tell may be read. */
  public Optional<Map<String, Quantity>> of(List<String> namespaces) {
    return ofNodes().or(() -> ofQuotas(namespaces)).map(Amounts::toQuantities);
  }

  private Optional<Amounts> ofNodes() {
    Optional<List<Node>> nodes = read(Kind.of(Node.class), Scope.ALL);
    Optional<List<Pod>> pods = read(Kind.of(Pod.class), Scope.ALL);
    if (nodes.isEmpty() || pods.isEmpty()) {
      return Optional.empty();
    }
    List<Node> counted = nodes.get().stream().filter(Supply::counts).toList();
    Set<String> names =
        counted.stream().map(node -> node.getMetadata().getName()).collect(Collectors.toSet());
    Amounts allocatable =
        counted.stream()
            .map(node -> Amounts.ofValid(node.getStatus().getAllocatable()))
            .reduce(Amounts.NONE, Amounts::plus);
    Amounts taken =
        pods.get().stream()
            .filter(Supply::holds)
            .filter(pod -> Supply.consumer(pod).isEmpty())
            .filter(pod -> names.contains(String.valueOf(pod.getSpec().getNodeName())))
            .map(Demand::of)
            .reduce(Amounts.NONE, Amounts::plus);
    return Optional.of(Pool.of(allocatable, taken, lending).amounts());
  }

  /** Of several quotas in a namespace the tightest, of several namespaces all together. */
  private Optional<Amounts> ofQuotas(List<String> namespaces) {
    Amounts all = Amounts.NONE;
    for (String namespace : namespaces) {
      Optional<List<ResourceQuota>> quotas =
          read(Kind.of(ResourceQuota.class), Scope.namespace(namespace));
      if (quotas.isEmpty()) {
        return Optional.empty();
      }
      all = all.plus(tightest(quotas.get()));
    }
    return all.has("cpu") && all.has("memory")
        ? Optional.of(Pool.of(all, Amounts.NONE, lending).amounts())
        : Optional.empty();
  }

  private static Amounts tightest(List<ResourceQuota> quotas) {
    Map<String, Quantity> hard = new TreeMap<>();
    for (ResourceQuota quota : quotas) {
      quota
          .getSpec()
          .getHard()
          .forEach(
              (name, amount) -> {
                String plain = name.startsWith(REQUESTS) ? name.substring(REQUESTS.length()) : name;
                if (OF_NODES.contains(plain) || plain.contains("/")) {
                  hard.merge(plain, amount, Lendable::smaller);
                }
              });
    }
    return Amounts.ofValid(hard);
  }

  private static Quantity smaller(Quantity one, Quantity other) {
    return one.getNumericalAmount().compareTo(other.getNumericalAmount()) <= 0 ? one : other;
  }

  private <T extends HasMetadata> Optional<List<T>> read(Kind<T> kind, Scope scope) {
    try {
      return Optional.of(remote.list(kind, scope));
    } catch (ApiFailure failure) {
      if (failure.is(Problem.FORBIDDEN)) {
        return Optional.empty();
      }
      throw failure;
    }
  }
}
