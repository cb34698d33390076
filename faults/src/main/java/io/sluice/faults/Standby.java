package io.sluice.faults;

import io.sluice.api.vocab.Names;
import io.sluice.testbed.Cluster;
import io.sluice.testbed.audit.AuditLog;
import io.sluice.testbed.audit.Requests;
import io.sluice.testbed.host.BedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** The second replica of a manager, there only while it is needed. */
record Standby(Cluster cluster, BedProcess process) {
  static final String NAME = "manager-1";
  static final String FIRST = "manager-0";
  private static final Duration START = Duration.ofMinutes(3);
  private static final Duration BOTH = Duration.ofSeconds(2);

  /** Starts it and waits until it waits for its turn. */
  void join() {
    AuditLog.Mark mark = cluster.audit().mark();
    process.start();
    awaitCandidate(NAME, mark);
  }

  /** Both are there for a moment; then the first one leads again. */
  void leave() {
    awaitCandidate(FIRST, cluster.audit().mark());
    pause(BOTH);
    process.stop(Duration.ofSeconds(20));
  }

  /** Waits until a replica looks at the lease. */
  private void awaitCandidate(String replica, AuditLog.Mark mark) {
    await(replica + " does not start", () -> !leases(replica, mark).isEmpty());
  }

  /** Waits until a replica leads. */
  void awaitLeader(String replica, AuditLog.Mark mark) {
    await(
        replica + " does not lead",
        () -> !leases(replica, mark).writes().where(event -> event.code() / 100 == 2).isEmpty());
  }

  private Requests leases(String replica, AuditLog.Mark mark) {
    return cluster
        .audit()
        .since(mark)
        .where(event -> event.resource().equals("leases"))
        .where(event -> event.name().equals(Names.MANAGER) || event.name().isEmpty())
        .where(event -> event.who().userAgent().contains(replica));
  }

  private static void await(String otherwise, BooleanSupplier condition) {
    Instant deadline = Instant.now().plus(START);
    while (!condition.getAsBoolean()) {
      if (Instant.now().isAfter(deadline)) {
        throw new IllegalStateException("replica " + otherwise);
      }
      pause(Duration.ofMillis(200));
    }
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", stop);
    }
  }
}
