package io.sluice.faults;

import io.sluice.faults.TakenOut.Change;
import java.util.List;

/** Rules without which something is lost, runs twice or lies. */
final class SafetyRules {
  private static final String TRANSLATE = "translate/src/main/java/io/sluice/translate/";
  private static final String ENGINE = "engine/src/main/java/io/sluice/engine/";

  private SafetyRules() {}

  static List<TakenOut> all() {
    return List.of(
        absenceIsProved(),
        new TakenOut(
            "finished is final (D-1)",
            Fault.KUBELET_PAUSED,
            "(b)",
            new Change(
                TRANSLATE + "pod/enforce/Enforcement.java",
                "new EnforcePlan.Report(FinalRecord.finished(pod))",
                "remove(pod, 0L, \"again\")")),
        new TakenOut(
            "what waits says why (D-5)",
            Fault.LINK_CUT,
            "(e)",
            new Change(
                TRANSLATE + "pod/status/Pending.java",
                "var patient = idle.compareTo(PATIENCE) < 0;",
                "var patient = true; if (!provider.isEmpty()) { return Optional.empty(); }")),
        new TakenOut(
            "nothing is shown ready while the provider is away (T-16, D-11)",
            Fault.LINK_CUT,
            "(f)",
            new Change(
                TRANSLATE + "pod/status/StatusBack.java",
                "if (around.linkUp() || !conditions.holds(Facts.READY)) {",
                "if (around.now() != null) {"),
            new Change(
                "kubelet/src/main/java/io/sluice/kubelet/node/NodeKeeper.java",
                "new NodeHealth(resources, reachable, ",
                "new NodeHealth(resources, true, ")),
        new TakenOut(
            "what is taken away is brought back (D-1)",
            Fault.POD_DELETED,
            "(a)",
            new Change(
                "manager/src/main/java/io/sluice/manager/provider/enforce/PodEnforcer.java",
                "return api.find(SHADOWS, Ref.of(shadow))",
                "return Optional.<ShadowPod>empty()")),
        new TakenOut(
            "the twin goes with its pod (SP-5)",
            Fault.KUBELET_PAUSED,
            "(h)",
            new Change(
                TRANSLATE + "pod/home/HomeRules.java",
                "if (shadow != null && scene.isOurs(shadow) && !Facts.isLeaving(shadow)) {",
                "if (shadow != null && Facts.isLeaving(shadow) && !Facts.isLeaving(local)) {")));
  }

  private static TakenOut absenceIsProved() {
    return new TakenOut(
        "an error is not an empty list, and what is missing is not gone (T-14)",
        Fault.HOME_API_RESTARTED,
        "(a)",
        new Change(
            ENGINE + "kube/Feed.java",
            "trouble = failure;",
            "trouble = failure; if (kind.toString().equals(\"pods\")) {"
                + " cache.replaceAll(List.of()); version = null; }"),
        new Change(
            ENGINE + "guard/Absence.java", "if (feed.sawDeletion(uid)) {", "if (feed.synced()) {"));
  }
}
