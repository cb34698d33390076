package io.sluice.crds;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Kinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CrdGoldenTest {
  private static final Path COMMITTED = Path.of("..", "deploy", "crds");

  @Test
  void committedFilesAreWhatTheTypesSay() throws IOException {
    var committed = new TreeMap<String, String>();
    for (var name : GenerateCrds.present(COMMITTED)) {
      committed.put(name, Files.readString(COMMITTED.resolve(name)));
    }
    var rendered = CrdFiles.render(Kinds.ALL);
    assertThat(committed.keySet())
        .as("files of deploy/crds; run make crds")
        .isEqualTo(rendered.keySet());
    rendered.forEach(
        (name, text) ->
            assertThat(committed.get(name))
                .as("deploy/crds/%s differs from the types; run make crds", name)
                .isEqualTo(text));
  }

  @Test
  void renderingTwiceGivesTheSameText() {
    assertThat(CrdFiles.render(Kinds.ALL)).isEqualTo(CrdFiles.render(Kinds.ALL));
  }
}
