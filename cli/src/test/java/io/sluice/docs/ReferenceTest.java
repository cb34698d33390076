package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Reference pages say what the code says; `make reference` writes them anew. */
class ReferenceTest {
  private static final boolean WRITE = Boolean.getBoolean("reference.write");

  @Test
  void thePageOfCommandsIsUpToDate() throws IOException {
    check("docs/reference/cli.md", CliReference.page());
  }

  @Test
  void thePageOfKindsIsUpToDate() throws IOException {
    check("docs/reference/crds.md", CrdReference.page());
  }

  private static void check(String name, String wanted) throws IOException {
    Path file = Page.ROOT.resolve(name);
    if (WRITE) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, wanted);
    }
    assertThat(Files.readString(file))
        .as("%s; `make reference` writes it anew", name)
        .isEqualTo(wanted);
  }
}
