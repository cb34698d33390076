package io.sluice.testbed.host;

import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.NodeKind;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** All beds of this user: one folder per bed, one folder per cluster in it. */
public record Beds(Path root) {
  public static Beds standard() {
    return new Beds(Places.standard().beds());
  }

  /** Makes the folder of a new cluster; its name must be free in the bed. */
  public ClusterFolder create(String bed, String name, NodeKind kind) {
    try (FolderLock _ = FolderLock.of(root)) {
      ClusterFolder folder = new ClusterFolder(root.resolve(bed).resolve(name));
      if (Files.exists(folder.path())) {
        throw new BedException("a cluster named " + name + " is already there");
      }
      folder.create(kind);
      return folder;
    }
  }

  /** Clusters whose owner died without removing them. */
  public List<ClusterFolder> stale() {
    return all().stream().filter(ClusterFolder::stale).toList();
  }

  public List<ClusterFolder> all() {
    try (FolderLock _ = FolderLock.of(root)) {
      List<ClusterFolder> found = new ArrayList<>();
      for (Path bed : folders(root)) {
        folders(bed).forEach(path -> found.add(new ClusterFolder(path)));
      }
      return found;
    }
  }

  /** Removes what is left of a cluster in the file system. */
  public void forget(ClusterFolder cluster) {
    try (FolderLock _ = FolderLock.of(root)) {
      cluster.delete();
      Files.deleteIfExists(cluster.path().getParent());
    } catch (DirectoryNotEmptyException e) {
      // Other clusters of the bed are still there.
    } catch (IOException e) {
      throw new BedException("can't remove " + cluster.path() + ": " + e, e);
    }
  }

  private static List<Path> folders(Path parent) {
    try (Stream<Path> entries = Files.list(parent)) {
      return entries.filter(Files::isDirectory).sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new BedException("can't read " + parent, e);
    }
  }
}
