package io.sluice.testbed.node;

import io.sluice.testbed.host.Progress;
import io.sluice.testbed.host.Root;
import io.sluice.testbed.host.Shell;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.CommandResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a real node takes from the distribution, installed where that is possible. */
public final class DebianPackages {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final List<String> FOLDERS =
      List.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");
  private static final Path CNI = Path.of("/usr/lib/cni");

  /** A command and the package that brings it. */
  private record Need(String command, String packageName) {}

  private static final List<Need> NEEDS =
      List.of(
          new Need("runc", "runc"),
          new Need("nft", "nftables"),
          new Need("iptables", "iptables"),
          new Need("busybox", "busybox"),
          new Need("bash", "bash"),
          new Need("ip", "iproute2"),
          new Need("nsenter", "util-linux"),
          new Need("mount", "mount"));

  /** Specs of the suite call these inside of containers. */
  private static final List<Need> SUITE =
      List.of(
          new Need("curl", "curl"),
          new Need("printenv", "coreutils"),
          new Need("dig", "bind9-dnsutils"),
          new Need("nslookup", "bind9-dnsutils"),
          new Need("getent", "libc-bin"),
          new Need("nc", "netcat-openbsd"));

  private DebianPackages() {}

  /** Makes sure that everything is there, or says in one line which packages are missing. */
  public static void ensure() {
    List<String> missing = missing();
    if (missing.isEmpty()) {
      return;
    }
    String names = String.join(" ", missing);
    if (!Root.isRoot() || find("apt-get").isEmpty()) {
      throw new BedException("real nodes need these Debian packages, please install: " + names);
    }
    Progress.say("installing Debian packages: " + names);
    if (!install(missing).ok()) {
      aptGet(List.of("update", "-q"));
      CommandResult second = install(missing);
      if (!second.ok()) {
        throw new BedException(
            "apt-get could not install " + names + ": " + second.err().strip().replace('\n', ' '));
      }
    }
    if (!missing().isEmpty()) {
      throw new BedException("still missing after installing " + names + ": " + missing());
    }
  }

  /**
   * The tools of the suite, as far as they can be had: without one, the specs that call it fail.
   */
  static List<Path> suiteTools() {
    Set<String> missing = missing(SUITE);
    if (!missing.isEmpty() && Root.isRoot() && find("apt-get").isPresent()) {
      Progress.say("installing Debian packages: " + String.join(" ", missing));
      install(List.copyOf(missing));
    }
    return SUITE.stream()
        .map(Need::command)
        .map(DebianPackages::find)
        .flatMap(Optional::stream)
        .toList();
  }

  public static Path cniPlugins() {
    return CNI;
  }

  /** Where one of these commands is. */
  public static Path command(String name) {
    return find(name).orElseThrow(() -> new BedException("the command " + name + " is missing"));
  }

  private static List<String> missing() {
    Set<String> packages = missing(NEEDS);
    find("busybox").filter(DebianPackages::isStatic).ifPresent(path -> packages.add("busybox"));
    if (!Files.isExecutable(CNI.resolve("bridge"))) {
      packages.add("containernetworking-plugins");
    }
    return new ArrayList<>(packages);
  }

  private static Set<String> missing(List<Need> needs) {
    return needs.stream()
        .filter(need -> find(need.command()).isEmpty())
        .map(Need::packageName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isStatic(Path program) {
    return !Shell.run("ldd", program.toString()).out().contains("libc.so");
  }

  /** Where any command is that the machine may have. */
  static Optional<Path> find(String command) {
    return FOLDERS.stream()
        .map(folder -> Path.of(folder, command))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static CommandResult install(List<String> packages) {
    List<String> arguments =
        new ArrayList<>(List.of("install", "-y", "-q", "--no-install-recommends"));
    arguments.addAll(packages);
    return aptGet(arguments);
  }

  private static CommandResult aptGet(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("apt-get"));
    command.addAll(arguments);
    return Shell.run(PATIENCE, Map.of("DEBIAN_FRONTEND", "noninteractive"), command);
  }
}
