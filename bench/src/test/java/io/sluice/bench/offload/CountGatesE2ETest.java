package io.sluice.bench.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.junit.NeedsClusters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The smoke of the benchmark: exact counts on a few pods, and three mutants that must not pass. */
@NeedsClusters({"home", "away"})
class CountGatesE2ETest {
  private static final Kind<Pod> PODS = Kind.of(Pod.class);
  private static final int N = 10;

  @Test
  void offloadedPodsKeepToTheBudgetAndEveryMutantIsCaughtByName(Cluster home, Cluster away)
      throws Exception {
    Path logs = Path.of("target", "smoke");
    try (Site site = Site.open(home, away, Path.of("..", "deploy", "crds"), logs);
        Api kubelet =
            new Api(
                Endpoint.fromKubeconfig(home.kubeconfig(Site.KUBELET, "system:masters"), null),
                "mutant")) {
      assertThat(overrun(site, "clean", _ -> {})).isEmpty();
      // Each mutant adds what a careless change would: real requests under the kubelet's name.
      assertThat(names(overrun(site, "doubled", ref -> doubled(kubelet, ref))))
          .contains("kubelet_local");
      assertThat(names(overrun(site, "reading", ref -> kubelet.get(PODS, ref)))).contains("gets");
      assertThat(names(overrun(site, "idle", ref -> says(kubelet, ref, Map.of()))))
          .contains("noops");
    }
  }

  /** More than the one further PATCH that a slow pod may have (D-5). */
  private static void doubled(Api kubelet, Ref ref) {
    says(kubelet, ref, Map.of("message", "once"));
    says(kubelet, ref, Map.of("message", "twice"));
  }

  private static void says(Api kubelet, Ref ref, Map<String, Object> status) {
    kubelet.patch(PODS, ref, Patch.merge(Map.of("status", status)).to("status"));
  }

  /** Runs pods to their end, with a mutant that acts once on each when it runs. */
  private static List<String> overrun(Site site, String name, Consumer<Ref> mutant)
      throws Exception {
    Set<String> done = ConcurrentHashMap.newKeySet();
    try (Tally tally = new Tally(site);
        Followed _ =
            new Followed(
                site.home,
                "/api/v1/namespaces/" + Site.EXTENDED + "/pods",
                (type, pod) -> {
                  String key = pod.path("metadata").path("name").asText();
                  boolean runs = pod.path("status").path("phase").asText().equals("Running");
                  if (runs && type.equals("MODIFIED") && done.add(key)) {
                    mutant.accept(new Ref(Site.EXTENDED, key));
                  }
                })) {
      Burst.run(site, Burst.Kind.OFFLOADED, name, N);
      Until.holds("all of it is gone", 60, tally::gone);
      List<String> overrun = Gates.overrun(tally.perPod(N));
      if (!overrun.isEmpty()) {
        System.err.println(name + " overran " + overrun + "\n" + tally.story());
      }
      return overrun;
    }
  }

  private static List<String> names(List<String> overrun) {
    return overrun.stream().map(gate -> gate.replaceAll(":.*", "")).toList();
  }
}
