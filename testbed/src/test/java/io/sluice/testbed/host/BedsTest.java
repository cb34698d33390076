package io.sluice.testbed.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.NodeKind;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BedsTest {
  @TempDir Path root;

  @Test
  void aClusterOfALivingOwnerIsNotStale() {
    ClusterFolder cluster = beds().create("bed", "a", NodeKind.KWOK);
    assertThat(cluster.stale()).isFalse();
    assertThat(cluster.kind()).isEqualTo(NodeKind.KWOK);
    assertThat(beds().all()).containsExactly(cluster);
  }

  @Test
  void aClusterWhoseOwnerDiedIsStale() {
    ClusterFolder cluster = beds().create("bed", "a", NodeKind.KWOK);
    ProcessRecord self = ProcessRecord.self();
    // The same number at another start time is another process.
    cluster.write("owner", new ProcessRecord(self.pid(), self.startTicks() + 1).text());
    assertThat(beds().stale()).containsExactly(cluster);
  }

  @Test
  void aDetachedClusterIsNeverStale() {
    ClusterFolder cluster = beds().create("bed", "a", NodeKind.KWOK);
    cluster.detach();
    assertThat(cluster.stale()).isFalse();
    assertThat(cluster.detached()).isTrue();
  }

  @Test
  void aNameIsTakenOncePerBed() {
    beds().create("bed", "a", NodeKind.KWOK);
    assertThat(beds().create("other", "a", NodeKind.KWOK).bed()).isEqualTo("other");
    assertThatThrownBy(() -> beds().create("bed", "a", NodeKind.KWOK))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("already");
  }

  @Test
  void forgettingTheLastClusterRemovesTheBed() {
    ClusterFolder first = beds().create("bed", "a", NodeKind.KWOK);
    ClusterFolder second = beds().create("bed", "b", NodeKind.KWOK);
    beds().forget(first);
    assertThat(root.resolve("bed")).exists();
    beds().forget(second);
    assertThat(root.resolve("bed")).doesNotExist();
  }

  @Test
  void readsAProcessWhoseNameHasBracketsAndSpaces() {
    String stat =
        "42 (a) b (c) S 1 42 42 0 -1 4194560 100 0 0 0 1 2 0 0 20 0 1 0 987654 1000 10 rest";
    assertThat(ProcessRecord.parse(stat)).isEqualTo(new ProcessRecord(42, 987654));
  }

  @Test
  void keepsItsThingsWhereTheEnvironmentSays() {
    assertThat(Places.of(Map.of("SLUICE_CACHE", "/c"), "/home/u").cache()).isEqualTo(Path.of("/c"));
    assertThat(Places.of(Map.of("XDG_CACHE_HOME", "/x"), "/home/u").cache())
        .isEqualTo(Path.of("/x/sluice"));
    assertThat(Places.of(Map.of(), "/home/u").cache()).isEqualTo(Path.of("/home/u/.cache/sluice"));
  }

  private Beds beds() {
    return new Beds(root);
  }
}
