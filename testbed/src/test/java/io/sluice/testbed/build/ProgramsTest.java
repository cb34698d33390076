package io.sluice.testbed.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {
  @TempDir Path root;

  @Test
  void takesAProgramOfTheMachineWhoseVersionWillDo() throws IOException {
    Path found = script(root.resolve("old"), "kube-apiserver", "Kubernetes v1.36.9");
    Programs programs = new Programs(root.resolve("cache"), List.of(root.resolve("old")));
    assertThat(programs.path(Program.KUBE_APISERVER)).isEqualTo(found);
  }

  @Test
  void passesOverAProgramThatIsTooOld() throws IOException {
    script(root.resolve("old"), "etcd", "etcd Version: 3.4.23");
    Path good = script(root.resolve("new"), "etcd", "etcd Version: 3.6.1");
    Programs programs =
        new Programs(root.resolve("cache"), List.of(root.resolve("old"), root.resolve("new")));
    assertThat(programs.path(Program.ETCD)).isEqualTo(good);
  }

  @Test
  void findsWhatWasBuiltBefore() throws IOException {
    Path cache = root.resolve("cache");
    Path built = script(new GoBuild(cache, GoModule.KWOK).folder(), "kwok", "whatever");
    assertThat(new Programs(cache, List.of()).path(Program.KWOK)).isEqualTo(built);
  }

  private static Path script(Path folder, String name, String says) throws IOException {
    Files.createDirectories(folder);
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\necho '" + says + "'\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
