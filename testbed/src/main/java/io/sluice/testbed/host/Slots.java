package io.sluice.testbed.host;

import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.function.Predicate;

/**
 * Hands out slots to all processes and users of the machine: one file per taken slot, which names
 * the folder of its cluster. A slot whose folder is gone is free again.
 */
public final class Slots {
  private final Path folder;
  private final Predicate<Slot> usable;

  public Slots() {
    this(Path.of(System.getProperty("java.io.tmpdir"), "sluice-slots"), Slots::portsAreFree);
  }

  Slots(Path folder, Predicate<Slot> usable) {
    this.folder = folder;
    this.usable = usable;
  }

  /** Slots that also meet another condition. */
  public Slots where(Predicate<Slot> condition) {
    return new Slots(folder, usable.and(condition));
  }

  /** Takes a free slot for the cluster and notes it in the cluster's folder. */
  public Slot claim(ClusterFolder cluster) {
    share();
    try (FolderLock _ = FolderLock.of(folder)) {
      for (Slot slot : Slot.all()) {
        if (free(slot) && usable.test(slot)) {
          Files.writeString(file(slot), cluster.path().toString());
          cluster.slot(slot);
          return slot;
        }
      }
      throw new BedException(
          "all " + Slot.COUNT + " places for clusters on this machine are taken");
    } catch (IOException e) {
      throw new BedException("can't take a slot in " + folder + ": " + e.getMessage(), e);
    }
  }

  public void release(ClusterFolder cluster) {
    cluster
        .slot()
        .filter(slot -> holder(slot).equals(cluster.path().toString()))
        .ifPresent(
            slot -> {
              try {
                Files.deleteIfExists(file(slot));
              } catch (IOException e) {
                throw new BedException("can't free slot " + slot.number() + ": " + e, e);
              }
            });
  }

  /** Runs while nobody takes or frees a slot. */
  public FolderLock lock() {
    share();
    return FolderLock.of(folder);
  }

  public static boolean portIsFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean free(Slot slot) {
    String holder = holder(slot);
    if (holder.isEmpty()) {
      return true;
    }
    // Folders of other users may be hidden from this one; then the slot stays theirs.
    Path parent = Path.of(holder).getParent();
    return parent != null && readable(parent) && Files.notExists(Path.of(holder));
  }

  private static boolean readable(Path folder) {
    return Files.isReadable(folder) || Files.notExists(folder);
  }

  private String holder(Slot slot) {
    try {
      return Files.readString(file(slot)).strip();
    } catch (IOException e) {
      return "";
    }
  }

  private Path file(Slot slot) {
    return folder.resolve(Integer.toString(slot.number()));
  }

  private void share() {
    try {
      if (Files.notExists(folder)) {
        Files.createDirectories(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
      }
    } catch (IOException e) {
      throw new BedException("can't make " + folder + ": " + e.getMessage(), e);
    }
  }

  private static boolean portsAreFree(Slot slot) {
    return Arrays.stream(Slot.Port.values()).allMatch(port -> portIsFree(slot.port(port)));
  }
}
