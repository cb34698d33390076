package io.sluice.conformance;

import io.sluice.api.vocab.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Kubernetes' own end-to-end suite.
 *
 * @param program the suite
 * @param kubectl for the specs that call it
 */
record Suite(Path program, Path kubectl) {

  /** Runs some specs in a process of its own; those that were not judged in time are left out. */
  List<Verdict> run(Shard shard, Path kubeconfig, Duration limit)
      throws IOException, InterruptedException {
    Files.createDirectories(shard.folder());
    Process process =
        new ProcessBuilder(command(shard, kubeconfig, limit))
            .directory(shard.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(shard.folder().resolve("suite.log").toFile())
            .start();
    try {
      // The suite ends by itself when its time is over, and still says what it knows.
      if (!process.waitFor(limit.plusMinutes(2).toMillis(), TimeUnit.MILLISECONDS)) {
        return List.of();
      }
    } finally {
      process.destroyForcibly();
    }
    Path report = shard.folder().resolve("junit_01.xml");
    if (!Files.exists(report)) {
      return List.of();
    }
    Set<String> names = shard.specs().stream().map(Spec::name).collect(Collectors.toSet());
    return Junit.read(report, names, shard.side(), shard.commit());
  }

  List<String> command(Shard shard, Path kubeconfig, Duration limit) {
    return List.of(
        program.toString(),
        "--kubeconfig=" + kubeconfig,
        "--kubectl-path=" + kubectl,
        "--provider=skeleton",
        "--non-blocking-taints=" + Names.TAINT_NOT_ALLOWED,
        "--report-dir=" + shard.folder(),
        "--e2e-output-dir=" + shard.folder(),
        "--disable-log-dump",
        "--ginkgo.v",
        "--ginkgo.no-color",
        "--ginkgo.timeout=" + limit.toSeconds() + "s",
        "--ginkgo.focus=" + focus(shard.specs()));
  }

  /** Exactly these: names are compared with what follows the name of the suite. */
  static String focus(List<Spec> specs) {
    return specs.stream().map(Spec::quoted).collect(Collectors.joining("|", "(", ")$"));
  }

  /**
   * What one process of the suite is given.
   *
   * @param folder where its log and its report go
   */
  record Shard(Side side, String commit, List<Spec> specs, Path folder) {}
}
