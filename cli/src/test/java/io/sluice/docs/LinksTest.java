package io.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nobody clicks in vain. */
class LinksTest {
  @Test
  void everyRelativeLinkAndAnchorLeadsSomewhere() {
    List<Page> pages = Page.all();
    assertThat(pages).as("pages found").hasSizeGreaterThan(15);
    assertThat(pages.stream().flatMap(page -> page.links().stream()).filter(LinksTest::isDead))
        .as("dead links")
        .isEmpty();
  }

  private static boolean isDead(Page.Line link) {
    String target = link.text();
    if (target.matches("[a-z]+:.*")) {
      return false; // other people's pages: a build without a network can't tell
    }
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file = path.isEmpty() ? link.file() : link.file().resolveSibling(path).normalize();
    if (!file.startsWith(Page.ROOT) || !Files.exists(file)) {
      return true;
    }
    return hash >= 0 && !Page.read(file).anchors().contains(target.substring(hash + 1));
  }
}
