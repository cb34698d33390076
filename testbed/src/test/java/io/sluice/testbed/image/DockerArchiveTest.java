package io.sluice.testbed.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.testbed.host.Shell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DockerArchiveTest {
  @TempDir Path folder;

  @Test
  void anImageHasItsTagsItsCommandAndItsFiles() throws IOException {
    Path archive = folder.resolve("image.tar");
    DockerArchive.write(image(), archive);
    Shell.must("tar", "-xf", archive.toString(), "-C", folder.toString());

    JsonNode manifest = json(folder.resolve("manifest.json")).path(0);
    assertThat(manifest.path("RepoTags").path(0).asText()).isEqualTo("example.test/tool:1");
    JsonNode config = json(folder.resolve(manifest.path("Config").asText()));
    assertThat(config.path("config").path("Entrypoint").path(0).asText()).isEqualTo("/tool");
    Path layer = folder.resolve(manifest.path("Layers").path(0).asText());
    assertThat(config.path("rootfs").path("diff_ids").path(0).asText())
        .isEqualTo("sha256:" + Shell.must("sha256sum", layer.toString()).substring(0, 64));
    assertThat(
            Shell.must("tar", "-tvf", layer.toString()).lines().map(DockerArchiveTest::modeAndName))
        .containsExactly(
            "drwxrwxrwt tmp/",
            "drwxr-xr-x bin/",
            "-rwxr-xr-x bin/tool",
            "lrwxrwxrwx bin/alias -> tool",
            "drwxr-xr-x etc/",
            "drwxr-xr-x etc/deep/",
            "-rw-r--r-- etc/deep/file");
    Shell.must("tar", "-xf", layer.toString(), "-C", folder.toString());
    assertThat(folder.resolve("bin/alias")).hasContent("program");
    assertThat(folder.resolve("etc/deep/file")).hasContent("text");
  }

  @Test
  void refusesANameThatTheFormatCanNotHold() {
    TarWriter writer = new TarWriter(new ByteArrayOutputStream());
    assertThatThrownBy(() -> writer.file("x".repeat(101), 0644, ""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void readsTheLibrariesOutOfWhatTheLinkerSays() {
    String said =
        """
        \tlinux-vdso.so.1 (0x00007f702cf49000)
        \tlibresolv.so.2 => /lib/x86_64-linux-gnu/libresolv.so.2 (0x00007f702ce69000)
        \t/lib64/ld-linux-x86-64.so.2 (0x00007f702cf4b000)
        """;
    assertThat(BusyboxFiles.librariesIn(said))
        .containsExactly(
            Path.of("/lib/x86_64-linux-gnu/libresolv.so.2"),
            Path.of("/lib64/ld-linux-x86-64.so.2"));
    assertThat(BusyboxFiles.librariesIn("\tnot a dynamic executable\n")).isEmpty();
  }

  private ImageSpec image() throws IOException {
    Path tool = Files.writeString(folder.resolve("source"), "program");
    return new ImageSpec(
        "tool",
        List.of("example.test/tool:1"),
        List.of(
            new ImageSpec.Entry.Copy("bin/tool", tool, 0755),
            new ImageSpec.Entry.Symlink("bin/alias", "tool"),
            new ImageSpec.Entry.Text("etc/deep/file", "text")),
        new ImageSpec.Command(List.of("/tool"), List.of()));
  }

  /** Mode and name of a line of tar's table. */
  private static String modeAndName(String line) {
    String[] words = line.split(" +", 6);
    return words[0] + " " + words[5];
  }

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }
}
