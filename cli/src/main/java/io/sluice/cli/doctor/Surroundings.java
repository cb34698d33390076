package io.sluice.cli.doctor;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.api.wire.Frozen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checks of what stands around an installation: versions, settings, ports, others' objects. */
final class Surroundings {
  private static final String PERCENTAGE = "percentage";

  private Surroundings() {}

  static List<Finding> of(Symptoms seen) {
    List<Finding> all = new ArrayList<>();
    all.add(version(seen.around().stated()));
    all.add(sharing(seen.around().sharing()));
    new TreeMap<>(seen.around().ports()).forEach((node, why) -> all.add(port(node, why)));
    if (!seen.borrowing().virtualNodes().isEmpty()) {
      Symptoms.Contents contents = seen.around().contents();
      all.add(daemonSets(contents.daemonSets()));
      all.add(conflicts(contents.failures()));
      all.add(storage(contents));
    }
    return all;
  }

  private static Finding version(Symptoms.Stated stated) {
    if (!stated.protocol().equals(Names.PROTOCOL)) {
      return Finding.broken(
          "version",
          "the installation speaks %s, this program %s"
              .formatted(stated.protocol(), Names.PROTOCOL),
          "run `sluice install` of this version, or use the program of the installed one");
    }
    return stated.version().equals(stated.program())
        ? Finding.ok("version", stated.version())
        : Finding.warning(
            "version",
            "%s is installed, this program is %s".formatted(stated.version(), stated.program()),
            "run `sluice install` of this version again");
  }

  private static Finding sharing(Map<String, String> settings) {
    String percentage = settings.getOrDefault(PERCENTAGE, "");
    if (percentage.isEmpty()) {
      return Finding.ok("sharing", "as the manager was told");
    }
    if (!percentage.matches("\\d{1,3}") || Integer.parseInt(percentage) > 100) {
      return Finding.broken(
          "sharing",
          "'%s' is no percentage".formatted(percentage),
          "run `sluice set sharing-percentage 90`");
    }
    return percentage.matches("0+")
        ? Finding.warning(
            "sharing", "nothing is lent", "if that is not meant: sluice set sharing-percentage 90")
        : Finding.ok("sharing", percentage + " % of what is free is lent");
  }

  /**
   * Logs, exec and metrics go from the API server to the node's port; pods run without. An API
   * server asks no loopback address for its health, so this may be wrong on one's own machine.
   */
  private static Finding port(String node, String why) {
    return why.isEmpty()
        ? Finding.ok("port of " + node, "the API server reaches it")
        : Finding.warning(
            "port of " + node,
            why,
            "let the API server reach the address that `kubectl get node %s -o wide` shows"
                .formatted(node));
  }

  /** They would stay pending on virtual nodes and hold up roll-outs (T-21). */
  private static Finding daemonSets(List<DaemonSet> all) {
    List<String> everywhere =
        all.stream()
            .filter(Surroundings::toleratesEverything)
            .filter(each -> !avoidsVirtualNodes(each))
            .map(each -> each.getMetadata().getNamespace() + "/" + each.getMetadata().getName())
            .toList();
    return everywhere.isEmpty()
        ? Finding.ok("DaemonSets", "none goes to virtual nodes")
        : Finding.warning(
            "DaemonSets",
            "tolerate every taint: " + String.join(", ", everywhere),
            "give them a node affinity: %s NotIn %s"
                .formatted(Labels.TYPE, Labels.TYPE_VIRTUAL_NODE));
  }

  private static boolean toleratesEverything(DaemonSet set) {
    return Frozen.list(set.getSpec().getTemplate().getSpec().getTolerations()).stream()
        .anyMatch(
            toleration ->
                (toleration.getKey() == null || toleration.getKey().isEmpty())
                    && "Exists".equals(toleration.getOperator()));
  }

  private static boolean avoidsVirtualNodes(DaemonSet set) {
    PodSpec pod = set.getSpec().getTemplate().getSpec();
    boolean chosen = !Frozen.map(pod.getNodeSelector()).isEmpty();
    return chosen || String.valueOf(pod.getAffinity()).contains(Labels.TYPE);
  }

  /** What could not be reflected is said on the local object; here it is said together. */
  private static Finding conflicts(List<Event> failures) {
    List<String> about =
        failures.stream()
            .map(Event::getInvolvedObject)
            .map(it -> "%s %s/%s".formatted(it.getKind(), it.getNamespace(), it.getName()))
            .distinct()
            .sorted()
            .toList();
    return about.isEmpty()
        ? Finding.ok("reflection", "nothing is held up")
        : Finding.warning(
            "reflection",
            "could not be reflected: " + String.join(", ", about),
            "see why: kubectl describe it; often something of the same name is there already");
  }

  /** A volume that lies here can't be mounted elsewhere. */
  private static Finding storage(Symptoms.Contents contents) {
    List<String> bound =
        contents.claims().stream()
            .filter(claim -> !follows(claim, contents.provisioners()))
            .map(claim -> claim.getMetadata().getNamespace() + "/" + claim.getMetadata().getName())
            .toList();
    return bound.isEmpty()
        ? Finding.ok("storage", "every claim can follow its pods")
        : Finding.warning(
            "storage",
            "claims of classes that stay here: " + String.join(", ", bound),
            "pods that use them can't leave; give claims the class " + Names.STORAGE_CLASS);
  }

  private static boolean follows(PersistentVolumeClaim claim, Map<String, String> provisioners) {
    String name = claim.getSpec().getStorageClassName();
    return name == null
        || name.equals(Names.STORAGE_CLASS)
        || Names.STORAGE_PROVISIONER.equals(provisioners.get(name));
  }
}
