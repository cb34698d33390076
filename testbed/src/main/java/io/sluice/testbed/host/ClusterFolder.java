package io.sluice.testbed.host;

import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.Component;
import io.sluice.testbed.model.NodeKind;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one cluster: everything that another process needs to know in order to use it or to
 * remove it completely is in here before it happens.
 */
public record ClusterFolder(Path path) {
  private static final String DETACHED = "detached";

  public String name() {
    return path.getFileName().toString();
  }

  /** The bed that the cluster belongs to. */
  public String bed() {
    Path parent = path.toAbsolutePath().getParent();
    return parent == null ? "" : parent.getFileName().toString();
  }

  public Path pki() {
    return path.resolve("pki");
  }

  public Path node() {
    return path.resolve("node");
  }

  public Path log(Component component) {
    return path.resolve("log").resolve(component.program() + ".log");
  }

  public Path record(Component component) {
    return path.resolve("pid").resolve(component.program());
  }

  public Path auditLog() {
    return path.resolve("audit.log");
  }

  public Path adminKubeconfig() {
    return path.resolve("kubeconfig");
  }

  public Path kubeconfig(String user) {
    return path.resolve("users").resolve(user + ".kubeconfig");
  }

  /** Makes the folder and says who answers for it; caller holds the lock of all beds. */
  void create(NodeKind kind) {
    try {
      Files.createDirectories(path);
      write("owner", ProcessRecord.self().text());
      write("kind", kind.name());
    } catch (IOException e) {
      throw new BedException("can't make " + path + ": " + e.getMessage(), e);
    }
  }

  /** From now on the cluster outlives the process that started it. */
  public void detach() {
    write("owner", DETACHED);
  }

  public boolean detached() {
    return read("owner").map(DETACHED::equals).orElse(false);
  }

  /** Whether its owner died without cleaning up. */
  public boolean stale() {
    return !detached()
        && !ProcessRecord.read(path.resolve("owner")).map(ProcessRecord::alive).orElse(false);
  }

  public NodeKind kind() {
    return read("kind").map(NodeKind::valueOf).orElse(NodeKind.NONE);
  }

  public void slot(Slot slot) {
    write("slot", Integer.toString(slot.number()));
  }

  public Optional<Slot> slot() {
    return read("slot").map(number -> new Slot(Integer.parseInt(number)));
  }

  public Optional<String> read(String file) {
    try {
      return Optional.of(Files.readString(path.resolve(file)).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public void write(String file, String text) {
    try {
      Path unfinished = path.resolve(file + ".new");
      Files.writeString(unfinished, text + "\n");
      Files.move(unfinished, path.resolve(file), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new BedException("can't write " + path.resolve(file) + ": " + e.getMessage(), e);
    }
  }

  /** Removes the folder with everything in it. */
  void delete() {
    try {
      Files.walkFileTree(path, new Deleting());
    } catch (NoSuchFileException e) {
      // Somebody else was faster.
    } catch (IOException e) {
      throw new BedException("can't remove " + path + ": " + e, e);
    }
  }

  private static final class Deleting extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem)
        throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
