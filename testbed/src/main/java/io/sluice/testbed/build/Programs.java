package io.sluice.testbed.build;

import io.sluice.testbed.host.Places;
import io.sluice.testbed.host.Shell;
import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.CommandResult;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the programs of the clusters are: {@code KUBEBUILDER_ASSETS} and PATH are honoured when
 * their version will do, then the cache, then they are built.
 */
public final class Programs {
  private final Path cache;
  private final List<Path> machine;
  private final Map<Program, Path> known = new EnumMap<>(Program.class);

  public Programs(Places places) {
    this(places.programs(), machineFolders(System.getenv()));
  }

  Programs(Path cache, List<Path> machine) {
    this.cache = cache;
    this.machine = List.copyOf(machine);
  }

  /** Makes sure of all of them, building each group once. */
  public synchronized void ensure(Collection<Program> wanted) {
    Map<GoModule, List<Program>> missing = new EnumMap<>(GoModule.class);
    for (Program program : wanted) {
      if (known.containsKey(program)) {
        continue;
      }
      Optional<Path> found = onMachine(program).or(() -> inCache(program));
      if (found.isPresent()) {
        known.put(program, found.get());
      } else {
        missing.computeIfAbsent(program.module(), module -> new ArrayList<>()).add(program);
      }
    }
    missing.forEach((module, programs) -> new GoBuild(cache, module).build(programs));
    missing.values().stream()
        .flatMap(List::stream)
        .forEach(program -> known.put(program, inCache(program).orElseThrow()));
  }

  public synchronized Path path(Program program) {
    ensure(List.of(program));
    Path path = known.get(program);
    if (path == null || !Files.isExecutable(path)) {
      throw new BedException("the program " + program.file() + " is missing at " + path);
    }
    return path;
  }

  /** The stages that make KWOK's nodes and pods move, from the module that the program is of. */
  public synchronized Path kwokStages() {
    return new KwokStages(cache).file();
  }

  /**
   * Pods that Kubernetes' own tests of Pod Security expect to pass or to fail, by level and
   * version.
   */
  public synchronized Path podSecurityCases() {
    return new GoSources(cache, GoModule.KUBERNETES)
        .of("k8s.io/pod-security-admission")
        .resolve("test/testdata");
  }

  private Optional<Path> inCache(Program program) {
    Path file = new GoBuild(cache, program.module()).folder().resolve(program.file());
    return Optional.of(file).filter(Files::isExecutable);
  }

  private Optional<Path> onMachine(Program program) {
    if (program.ownBuildOnly()) {
      return Optional.empty();
    }
    return machine.stream()
        .map(folder -> folder.resolve(program.file()))
        .filter(Files::isExecutable)
        .filter(file -> acceptable(program, file))
        .findFirst();
  }

  private static boolean acceptable(Program program, Path file) {
    CommandResult said =
        program == Program.KUBECTL
            ? Shell.run(file.toString(), "version", "--client")
            : Shell.run(file.toString(), "--version");
    return program.accepted().matcher(said.out()).find();
  }

  private static List<Path> machineFolders(Map<String, String> environment) {
    List<String> folders = new ArrayList<>();
    folders.add(environment.getOrDefault("KUBEBUILDER_ASSETS", ""));
    folders.addAll(
        Arrays.asList(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)));
    return folders.stream().filter(folder -> !folder.isEmpty()).map(Path::of).toList();
  }
}
