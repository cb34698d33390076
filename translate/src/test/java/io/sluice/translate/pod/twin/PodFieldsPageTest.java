package io.sluice.translate.pod.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PodFieldsPageTest {
  private static final Path PAGE = Path.of("../docs/pod-fields.md");

  /** With {@code SLUICE_GOLDEN=write} in the environment the page is written anew. */
  @Test
  void theDocumentationSaysWhatTheTranslationDoes() throws IOException {
    if ("write".equals(System.getenv("SLUICE_GOLDEN"))) {
      Files.createDirectories(PAGE.getParent());
      Files.writeString(PAGE, PodFieldsPage.markdown());
    }

    assertThat(PAGE).hasContent(PodFieldsPage.markdown());
  }
}
