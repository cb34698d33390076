package io.sluice.testbed.image;

import io.sluice.testbed.pki.Authority;
import io.sluice.testbed.pki.Identity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stand-ins for the images of Kubernetes' end-to-end suite: what the specs look for is in them.
 *
 * @param folder where the certificate of their servers is kept
 */
record SuiteImages(Path folder, Path agnhost, Path bash) {
  private static final String REGISTRY = "registry.k8s.io/e2e-test-images/";
  private static final List<String> TESTERS =
      List.of("agnhost:2.63.0", "agnhost:2", "agnhost:2.55", "glibc-dns-testing:2.0.0");
  private static final int EXECUTABLE = 0755;
  private static final int SET_USER = 04755;
  private static final int READABLE = 0644;
  private static final String WEB_FOLDER = "usr/share/nginx/html";
  private static final String SERVER = "localhost";

  List<ImageSpec> specs(List<ImageSpec.Entry> shell, List<Path> tools) {
    List<ImageSpec.Entry> tester = tester(shell, tools);
    return List.of(
        image("tester", TESTERS, tester, "pause"),
        image("nautilus", List.of("nautilus:1.8"), picture(tester, "nautilus"), "test-webserver"),
        image("kitten", List.of("kitten:1.8"), picture(tester, "kitten"), "test-webserver"),
        new ImageSpec(
            "nonroot",
            List.of(REGISTRY + "nonroot:1.5"),
            tester,
            new ImageSpec.Command(List.of("/agnhost"), List.of("pause"), "1234")),
        new ImageSpec(
            "nonewprivs",
            List.of(REGISTRY + "nonewprivs:1.4"),
            with(shell, new ImageSpec.Entry.Copy("usr/local/bin/nnp", bash, SET_USER)),
            // A shell that keeps the rights of its file says which ones they are.
            new ImageSpec.Command(
                List.of(), List.of("nnp", "-p", "-c", "echo Effective uid: $EUID"))),
        new ImageSpec(
            "web",
            List.of(REGISTRY + "nginx:1.15-4", REGISTRY + "nginx:1.27-0"),
            with(
                shell, new ImageSpec.Entry.Text(WEB_FOLDER + "/index.html", "<h1>It works</h1>\n")),
            // No entry point: arguments of a pod are run instead, as the real one's script does.
            new ImageSpec.Command(
                List.of(),
                List.of("/bin/busybox", "httpd", "-f", "-p", "80", "-h", "/" + WEB_FOLDER))));
  }

  private static ImageSpec image(
      String name, List<String> tags, List<ImageSpec.Entry> entries, String verb) {
    return new ImageSpec(
        name,
        tags.stream().map(REGISTRY::concat).toList(),
        entries,
        new ImageSpec.Command(List.of("/agnhost"), List.of(verb)));
  }

  /** The test server with a second name, a certificate, and further tools of this machine. */
  private List<ImageSpec.Entry> tester(List<ImageSpec.Entry> shell, List<Path> tools) {
    List<ImageSpec.Entry> entries = new ArrayList<>(shell);
    entries.addAll(BusyboxFiles.libraries(tools));
    tools.forEach(tool -> entries.add(copy("usr/bin/" + tool.getFileName(), tool, EXECUTABLE)));
    entries.add(copy("agnhost", agnhost, EXECUTABLE));
    entries.add(new ImageSpec.Entry.Symlink("agnhost-2", "agnhost"));
    entries.add(new ImageSpec.Entry.Text("uploads/README", "uploaded files\n"));
    for (String half : List.of(".crt", ".key")) {
      entries.add(copy(SERVER + half, certificate().resolve(SERVER + half), READABLE));
    }
    return distinct(entries);
  }

  /** Made once: another one would make all images new. */
  private Path certificate() {
    try {
      if (!Files.exists(folder.resolve(SERVER + ".key"))) {
        Identity own = Authority.create(SERVER).identity();
        own.write(folder, SERVER);
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<ImageSpec.Entry> picture(List<ImageSpec.Entry> tester, String name) {
    return with(
        tester, new ImageSpec.Entry.Text("data.json", "{\n  \"image\": \"" + name + ".jpg\"\n}\n"));
  }

  private static List<ImageSpec.Entry> with(List<ImageSpec.Entry> all, ImageSpec.Entry one) {
    List<ImageSpec.Entry> entries = new ArrayList<>(all);
    entries.add(one);
    return entries;
  }

  /** Programs share libraries; the first wins. */
  private static List<ImageSpec.Entry> distinct(Collection<ImageSpec.Entry> entries) {
    Map<String, ImageSpec.Entry> byName = new LinkedHashMap<>();
    entries.forEach(entry -> byName.putIfAbsent(entry.name(), entry));
    return List.copyOf(byName.values());
  }

  private static ImageSpec.Entry copy(String name, Path source, int mode) {
    return new ImageSpec.Entry.Copy(name, source, mode);
  }
}
