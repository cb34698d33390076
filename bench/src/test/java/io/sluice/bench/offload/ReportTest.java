package io.sluice.bench.offload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir private Path folder;

  @Test
  void figuresThatAreNotTakenAgainStayWithTheirOrigin() throws IOException {
    Report first = new Report(Map.of("commit", "aaa", "command", "make bench"));
    first.add(Figure.of("kept", "s", 3, 1, 2, 3));
    first.add(Figure.of("renewed", "s", Scenario.NONE, 9));
    first.plot("picture", "<svg/>");
    first.write(folder);
    Report again = Report.after(folder, Map.of("commit", "bbb", "command", "make bench ONLY=Part"));
    again.add(Figure.of("renewed", "s", Scenario.NONE, 4));
    again.publish(folder);
    assertThat(Files.readString(folder.resolve("benchmarks.md")))
        .contains("- commit: aaa")
        .contains("| `kept` | 2.0 | 1.0–3.0 | s | ≤ 3.0 | met |")
        .contains("| `renewed` | 4.0 | 4.0–4.0 | s |  |  |")
        .contains("Taken again by `make bench ONLY=Part` on bbb: `renewed`.")
        .contains("![picture](benchmarks/picture.svg)");
  }

  @Test
  void withoutAnEarlierRunThereIsOnlyThisOne() throws IOException {
    Report report = Report.after(folder, Map.of("commit", "bbb", "command", "make bench"));
    report.add(Figure.of("new", "s", 1, 2));
    report.publish(folder);
    assertThat(Files.readString(folder.resolve("benchmarks.md")))
        .contains("| `new` | 2.0 | 2.0–2.0 | s | ≤ 1.0 | missed |")
        .doesNotContain("Taken again");
  }
}
