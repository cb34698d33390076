package io.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the suite leaves behind. */
class JunitTest {
  @Test
  void complaintsSayNothingAboutTheMachine() {
    String folder = System.getProperty("user.home") + "/cache/programs/";
    String said =
        "error running " + folder + "kubectl --server=https://1.2.3.4 --kubeconfig=k exec";
    assertThat(Junit.firstLine(said + "\nmore")).isEqualTo("error running kubectl exec");
  }

  @Test
  void readsTheChosenSpecsThatCameToAnEnd(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("junit_01.xml");
    Files.writeString(
        file,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="5"><testsuite name="Kubernetes e2e suite">
          <testcase name="[ReportBeforeSuite]" status="passed" time="0.01"></testcase>
          <testcase name="[It] runs" classname="s" status="passed" time="2.34"></testcase>
          <testcase name="[It] fails" status="failed" time="3">
            <failure type="failed">[FAILED] no pod&#xA;In [It] at: pods.go:7</failure></testcase>
          <testcase name="[It] waits" status="skipped" time="0"><skipped message="skipped - no zone"></skipped></testcase>
          <testcase name="[It] other" status="skipped" time="0"><skipped message="skipped"></skipped></testcase>
          <testcase name="[It] late" status="skipped" time="0"><skipped message="skipped"></skipped></testcase>
          <testcase name="[It] hangs" status="timedout" time="9"><failure>[TIMEDOUT] too long</failure></testcase>
        </testsuite></testsuites>
        """);
    List<Verdict> verdicts =
        Junit.read(file, Set.of("runs", "fails", "waits", "hangs", "late"), Side.BASE, "c");
    assertThat(verdicts)
        .containsExactly(
            new Verdict("c", Side.BASE, "runs", Outcome.PASSED, "", 2.3),
            new Verdict("c", Side.BASE, "fails", Outcome.FAILED, "[FAILED] no pod", 3),
            new Verdict("c", Side.BASE, "waits", Outcome.SKIPPED, "skipped - no zone", 0));
  }
}
