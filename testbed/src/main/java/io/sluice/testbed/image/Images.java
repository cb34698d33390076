package io.sluice.testbed.image;

import io.sluice.testbed.build.Program;
import io.sluice.testbed.build.Programs;
import io.sluice.testbed.host.FolderLock;
import io.sluice.testbed.host.Places;
import io.sluice.testbed.host.Progress;
import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The images that every real node knows; nothing is ever pulled. */
public final class Images {
  /** Holds a pod's namespaces open. */
  public static final String PAUSE = "registry.k8s.io/pause:3.10.2";

  /** The test server of Kubernetes' own end-to-end tests, with a shell beside it. */
  public static final String AGNHOST = "registry.k8s.io/e2e-test-images/agnhost:2.63.0";

  /** A shell with the usual tools; names resolve. */
  public static final String BUSYBOX = "docker.io/library/busybox:1";

  private static final int EXECUTABLE = 0755;

  private final Path folder;
  private final Programs programs;
  private final Path busybox;
  private final Path bash;

  public Images(Places places, Programs programs, Path busybox, Path bash) {
    this.folder = places.cache().resolve("images");
    this.programs = programs;
    this.busybox = busybox;
    this.bash = bash;
  }

  /** Archives of all images, made when they are missing. */
  public List<Path> archives() {
    return archives(specs());
  }

  /** Further ones that Kubernetes' end-to-end suite names, with the tools that it calls in them. */
  public List<Path> ofSuite(List<Path> tools) {
    return archives(
        new SuiteImages(folder, programs.path(Program.AGNHOST), bash)
            .specs(BusyboxFiles.collect(busybox, bash), tools));
  }

  private List<Path> archives(List<ImageSpec> wanted) {
    List<Path> archives = new ArrayList<>();
    try (FolderLock _ = FolderLock.of(folder)) {
      for (ImageSpec image : wanted) {
        Path file = folder.resolve(image.name() + "-" + key(image) + ".tar");
        if (!Files.exists(file)) {
          Progress.say("making the image " + image.tags().getFirst());
          DockerArchive.write(image, file);
        }
        archives.add(file);
      }
    } catch (IOException e) {
      throw new BedException("can't make images in " + folder + ": " + e.getMessage(), e);
    }
    return archives;
  }

  private List<ImageSpec> specs() {
    List<ImageSpec.Entry> shell = BusyboxFiles.collect(busybox, bash);
    return List.of(
        new ImageSpec(
            "pause",
            List.of(PAUSE, "registry.k8s.io/pause:3.10"),
            List.of(copy("pause", Program.PAUSE)),
            new ImageSpec.Command(List.of("/pause"), List.of())),
        new ImageSpec(
            "agnhost",
            List.of(AGNHOST, "registry.k8s.io/e2e-test-images/agnhost:2"),
            Stream.concat(shell.stream(), Stream.of(copy("agnhost", Program.AGNHOST))).toList(),
            new ImageSpec.Command(List.of("/agnhost"), List.of("pause"))),
        new ImageSpec(
            "busybox",
            List.of(BUSYBOX, "registry.k8s.io/e2e-test-images/busybox:1.37.0-1"),
            shell,
            new ImageSpec.Command(List.of(), List.of("sh"))));
  }

  private ImageSpec.Entry copy(String name, Program program) {
    return new ImageSpec.Entry.Copy(name, programs.path(program), EXECUTABLE);
  }

  /** Changes with everything that goes into the image; sizes and times stand for contents. */
  private static String key(ImageSpec image) throws IOException {
    StringBuilder text = new StringBuilder(image.toString());
    for (ImageSpec.Entry entry : image.entries()) {
      if (entry instanceof ImageSpec.Entry.Copy copy) {
        text.append(Files.size(copy.source())).append(Files.getLastModifiedTime(copy.source()));
      }
    }
    return DockerArchive.sha256(text.toString()).substring(0, 12);
  }
}
