package io.sluice.testbed.record;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** What can happen to a pod, and how it is brought about on a real node. */
final class Fates {
  private Fates() {}

  /** All of them by name, in the order in which they are played. */
  static Map<String, Consumer<Stage>> all() {
    Map<String, Consumer<Stage>> fates = new LinkedHashMap<>();
    fates.put("delete", Fates::delete);
    fates.put("delete-polite", Fates::deletePolite);
    fates.put("evict", Fates::evict);
    fates.put("drain", Fates::drain);
    fates.put("taint", Fates::taint);
    fates.put("preempt", Fates::preempt);
    fates.put("pressure", Fates::pressure);
    fates.put("pressure-at-restart", Fates::pressureAtRestart);
    fates.put("storage-limit", Fates::storageLimit);
    fates.put("node-deleted", Fates::nodeDeleted);
    fates.put("podgc", Fates::podgc);
    fates.put("out-of-service", Fates::outOfService);
    fates.put("rejected", Fates::rejected);
    fates.put("succeed", Fates::succeed);
    fates.put("fail", Fates::fail);
    return fates;
  }

  /** Deleted by its owner; the containers do not listen and are killed. */
  private static void delete(Stage stage) {
    stage.run();
    stage.kubectl("delete", "pod", "--all", "--wait=false");
    stage.awaitDeleted();
  }

  /** Deleted by its owner; the containers end with code 0 when asked. */
  private static void deletePolite(Stage stage) {
    stage.create("", "", "trap \"exit 0\" TERM; sleep 1000 & wait");
    stage.kubectl("wait", "--for=condition=Ready", "--timeout=60s", "pod", "--all");
    stage.kubectl("delete", "pod", "--all", "--wait=false");
    stage.awaitDeleted();
  }

  /** Through the Eviction API, as operators and autoscalers do. */
  private static void evict(Stage stage) {
    stage.run();
    Stage.pods().forEach(stage::evict);
    stage.awaitDeleted();
  }

  private static void drain(Stage stage) {
    stage.run();
    stage.kubectl("drain", stage.node(), "--force", "--timeout=60s");
    stage.awaitDeleted();
    stage.kubectl("uncordon", stage.node());
  }

  /** A taint with effect NoExecute that the pods do not tolerate. */
  private static void taint(Stage stage) {
    stage.run();
    stage.kubectl("taint", "node", stage.node(), "gone=yes:NoExecute");
    stage.awaitDeleted();
    stage.kubectl("taint", "node", stage.node(), "gone-");
  }

  /** A pod of higher priority needs the room. */
  private static void preempt(Stage stage) {
    stage.apply(
        """
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: {name: high}
        value: 1000
        """);
    stage.run("", "resources: {requests: {cpu: 300m}}");
    stage.apply(
        Stage.manifest(
            "preemptor",
            "Never",
            "priorityClassName: high",
            "resources: {requests: {cpu: " + stage.allButALittle() + "}}",
            "sleep 1000"));
    stage.awaitDeleted();
  }

  /** The node runs short of memory while the pods run. */
  private static void pressure(Stage stage) {
    stage.run();
    stage.setMemoryThreshold(Stage.GIGABYTE);
    stage.startKubelet();
    try (Ballast _ = Ballast.of(3 * Stage.GIGABYTE)) {
      stage.awaitEnded();
    }
    stage.stopKubelet();
    stage.resetMemoryThreshold();
    stage.startKubelet();
  }

  /** A kubelet that starts again on a node short of memory refuses the pods that it ran before. */
  private static void pressureAtRestart(Stage stage) {
    stage.run();
    stage.stopKubelet();
    stage.setMemoryThreshold("99%");
    stage.startKubeletUnready();
    stage.awaitEnded();
    stage.stopKubelet();
    stage.resetMemoryThreshold();
    stage.startKubelet();
  }

  /** The pod wrote more than its limit of ephemeral storage. */
  private static void storageLimit(Stage stage) {
    stage.create(
        "",
        "resources: {limits: {ephemeral-storage: 1Mi}}",
        "dd if=/dev/zero of=/tmp/x bs=1M count=8; sleep 1000");
    stage.awaitEnded();
  }

  /** The Node object is deleted while its kubelet runs on. */
  private static void nodeDeleted(Stage stage) {
    stage.run();
    stage.kubectl("delete", "node", stage.node());
    stage.awaitDeleted();
    stage.stopKubelet();
    stage.startKubelet();
  }

  /** The Node object is deleted after its kubelet died: only PodGC is left to act. */
  private static void podgc(Stage stage) {
    stage.run();
    stage.stopKubelet();
    stage.kubectl("delete", "node", stage.node());
    stage.awaitDeleted();
    stage.startKubelet();
  }

  /** The node is lost and declared out of service; its terminating pods are removed by force. */
  private static void outOfService(Stage stage) {
    stage.run();
    stage.stopKubelet();
    stage.awaitNotReady();
    stage.kubectl("delete", "pod", "--all", "--wait=false");
    String taint = "node.kubernetes.io/out-of-service";
    stage.kubectl("taint", "node", stage.node(), taint + "=nodeshutdown:NoExecute");
    stage.awaitDeleted();
    stage.kubectl("taint", "node", stage.node(), taint + "-");
    stage.startKubelet();
  }

  /** The kubelet refuses the pod: nothing of it ever ran. */
  private static void rejected(Stage stage) {
    stage.create("nodeName: " + stage.node() + "\n  nodeSelector: {no: such}", "", "true");
    stage.awaitEnded();
  }

  /** For comparison: the container ends by itself, well. */
  private static void succeed(Stage stage) {
    stage.create("", "", "exit 0");
    stage.awaitEnded();
  }

  /** For comparison: the container ends by itself, badly. */
  private static void fail(Stage stage) {
    stage.create("", "", "exit 3");
    stage.awaitEnded();
  }
}
