package io.sluice.testbed;

import io.sluice.testbed.host.Beds;
import io.sluice.testbed.host.ClusterFolder;
import io.sluice.testbed.model.BedException;
import java.nio.file.Files;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The bed of the command line: its clusters stay until somebody takes them down. */
public record StandingBed(Beds beds) {
  private static final String ID = "standing";

  public static StandingBed standard() {
    return new StandingBed(Beds.standard());
  }

  /** To start clusters in; {@link Bed#detach} makes them stay. */
  public Bed open() {
    return Bed.openAs(ID);
  }

  public List<ClusterFolder> clusters() {
    return beds.all().stream().filter(folder -> folder.bed().equals(ID)).toList();
  }

  /** The running cluster of that name. */
  public Optional<ClusterFolder> find(String name) {
    return clusters().stream()
        .filter(folder -> folder.name().equals(name) && folder.detached())
        .filter(folder -> Files.exists(folder.adminKubeconfig()))
        .findFirst();
  }

  /** Removes clusters by name and whatever dead processes have left behind. */
  public void down(List<String> names) {
    Set<ClusterFolder> doomed = new LinkedHashSet<>(beds.stale());
    for (String name : names) {
      doomed.add(
          clusters().stream()
              .filter(folder -> folder.name().equals(name))
              .filter(folder -> folder.detached() || folder.stale())
              .findFirst()
              .orElseThrow(() -> new BedException("there is no cluster named " + name)));
    }
    Parallel.all(doomed.stream().map(this::removal).toList());
  }

  /** Removes all standing clusters; those of living test processes stay. */
  public void downAll() {
    down(clusters().stream().filter(ClusterFolder::detached).map(ClusterFolder::name).toList());
  }

  private Parallel.Task<Boolean> removal(ClusterFolder folder) {
    return () -> {
      Teardown.remove(beds, folder);
      return true;
    };
  }
}
