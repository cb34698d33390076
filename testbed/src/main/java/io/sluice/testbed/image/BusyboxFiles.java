package io.sluice.testbed.image;

import io.sluice.testbed.host.Shell;
import io.sluice.testbed.model.BedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine's dynamic busybox and its libraries, with bash as the shell. The static busybox dies
 * when it resolves a name, and busybox's own shell drops variables whose names have a dash.
 */
final class BusyboxFiles {
  private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x");
  private static final int EXECUTABLE = 0755;
  // Loaded by name at run time, so no list of dependencies shows them.
  private static final List<String> RESOLVERS = List.of("libnss_files.so.2", "libnss_dns.so.2");

  private static final String USERS =
      """
      root:x:0:0:root:/root:/bin/sh
      nobody:x:65534:65534:nobody:/nonexistent:/bin/false
      """;

  private BusyboxFiles() {}

  static List<ImageSpec.Entry> collect(Path busybox, Path bash) {
    List<ImageSpec.Entry> entries = new ArrayList<>();
    entries.add(new ImageSpec.Entry.Copy("bin/busybox", busybox, EXECUTABLE));
    entries.add(new ImageSpec.Entry.Copy("bin/bash", bash, EXECUTABLE));
    entries.add(new ImageSpec.Entry.Symlink("bin/sh", "bash"));
    entries.addAll(libraries(List.of(busybox, bash)));
    for (String applet : Shell.must(busybox.toString(), "--list").split("\n", -1)) {
      if (!applet.isBlank() && !applet.equals("busybox") && !applet.equals("sh")) {
        entries.add(new ImageSpec.Entry.Symlink("bin/" + applet, "busybox"));
      }
    }
    entries.add(new ImageSpec.Entry.Text("etc/nsswitch.conf", "hosts: files dns\n"));
    entries.add(new ImageSpec.Entry.Text("etc/passwd", USERS));
    entries.add(new ImageSpec.Entry.Text("etc/group", "root:x:0:\nnogroup:x:65534:\n"));
    return entries;
  }

  /** What programs of this machine are linked with, each once. */
  static List<ImageSpec.Entry> libraries(List<Path> programs) {
    Set<Path> libraries = new LinkedHashSet<>();
    programs.forEach(program -> libraries.addAll(libraries(program)));
    List<ImageSpec.Entry> entries = new ArrayList<>();
    for (Path library : libraries) {
      entries.add(
          new ImageSpec.Entry.Copy(library.toString().substring(1), real(library), EXECUTABLE));
    }
    return entries;
  }

  private static Set<Path> libraries(Path program) {
    Set<Path> found = librariesIn(Shell.run("ldd", program.toString()).out());
    if (found.isEmpty()) {
      throw new BedException(program + " is not dynamic; install its ordinary Debian package");
    }
    Set<Path> all = new LinkedHashSet<>(found);
    for (Path library : found) {
      RESOLVERS.stream().map(library::resolveSibling).filter(Files::exists).forEach(all::add);
    }
    return all;
  }

  /** The paths in the output of ldd. */
  static Set<Path> librariesIn(String ldd) {
    Set<Path> paths = new LinkedHashSet<>();
    Matcher matcher = LIBRARY.matcher(ldd);
    while (matcher.find()) {
      paths.add(Path.of(matcher.group(1)));
    }
    return paths;
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      throw new BedException("can't read " + file, e);
    }
  }
}
