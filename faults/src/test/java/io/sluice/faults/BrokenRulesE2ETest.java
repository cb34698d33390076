package io.sluice.faults;

import io.sluice.testbed.Bed;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The harness can convict: Sluice with one safety rule taken out, as real processes on real
 * clusters, is caught by the same trial and the same judge that find nothing otherwise.
 */
@EnabledIfSystemProperty(named = "sluice.long", matches = "true")
class BrokenRulesE2ETest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** How fast both sides agree again depends on the machine, and is measured elsewhere. */
  private static final Judge JUDGE = new Judge(PATIENCE);

  /** A request that waited in the cut link for longer than its sender may still arrive. */
  private static final String WRITTEN_LATE = "(g) the ConfigMap was written 2 times after the end";

  @Test
  void eachRuleThatIsTakenOutIsMissed(@TempDir Path folder) throws Exception {
    SoftAssertions all = new SoftAssertions();
    try (Bed bed = Bed.open("broken");
        Plane plane = Plane.start(bed, List.of("north"))) {
      List<Fault> faults = SafetyRules.all().stream().map(TakenOut::fault).distinct().toList();
      for (int i = 0; i < faults.size(); i++) {
        all.assertThat(violations(plane, faults.get(i), "whole-" + i))
            .as("nothing is taken out, " + faults.get(i).words)
            .allMatch(WRITTEN_LATE::equals);
      }
      for (int i = 0; i < SafetyRules.all().size(); i++) {
        TakenOut rule = SafetyRules.all().get(i);
        Path classes = folder.resolve("rule-" + i);
        rule.compileTo(classes);
        plane.use(classes + File.pathSeparator);
        List<String> found = violations(plane, rule.fault(), "broken-" + i);
        all.assertThat(found).as(rule.rule()).anyMatch(it -> it.startsWith(rule.verdict()));
      }
    }
    all.assertAll();
  }

  private static List<String> violations(Plane plane, Fault fault, String prefix)
      throws InterruptedException {
    // Long enough for a busy machine to notice that the provider is away.
    Duration length = Duration.ofSeconds(fault.effect == Fault.Effect.UNREACHABLE ? 20 : 5);
    Schedule.Step step = new Schedule.Step(fault, 0, length, 42);
    return new Trial(plane, step, prefix, PATIENCE).run(JUDGE, "", 0, 0).violations();
  }
}
