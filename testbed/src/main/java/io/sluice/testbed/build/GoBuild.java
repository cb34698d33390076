package io.sluice.testbed.build;

import io.sluice.testbed.host.FolderLock;
import io.sluice.testbed.host.Progress;
import io.sluice.testbed.model.BedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Builds programs of one module with the ordinary Go client into the cache. */
final class GoBuild {
  private static final int LAST_LINES = 5;

  private final Path cache;
  private final PinnedSource source;

  GoBuild(Path cache, GoModule module) {
    this.cache = cache;
    this.source = PinnedSource.of(module);
  }

  /** Where the programs of the module are kept. */
  Path folder() {
    return cache.resolve(source.key(platform()));
  }

  /** Builds those of the programs that are not there yet. */
  void build(Collection<Program> wanted) {
    try (FolderLock _ = FolderLock.of(folder())) {
      // Another process may have built them while this one waited for the lock.
      List<Program> missing =
          wanted.stream().filter(p -> !Files.isExecutable(folder().resolve(p.file()))).toList();
      for (Program program : missing) {
        buildOne(program);
      }
    } catch (IOException e) {
      throw new BedException("can't write to the cache " + cache + ": " + e.getMessage(), e);
    }
  }

  private void buildOne(Program program) throws IOException {
    GoModule module = source.module();
    Progress.say(
        "building " + program.file() + " " + module.version() + " (the first time takes minutes)");
    Instant start = Instant.now();
    Path sources = folder().resolve("src");
    source.unpack(sources);
    Path unfinished = folder().resolve(program.file() + ".new");
    List<String> command = new ArrayList<>(List.of(GoTool.find()));
    command.addAll(module.command());
    command.addAll(List.of("-mod=readonly", "-trimpath"));
    command.addAll(module.flags());
    command.addAll(List.of("-o", unfinished.toString(), program.goPackage()));
    run(program, sources, command);
    Files.move(unfinished, folder().resolve(program.file()), StandardCopyOption.ATOMIC_MOVE);
    Progress.say(
        "built "
            + program.file()
            + " in "
            + Duration.between(start, Instant.now()).toSeconds()
            + " s");
  }

  private static void run(Program program, Path folder, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("CGO_ENABLED", "0");
    builder.environment().put("GOFLAGS", "-buildvcs=false");
    builder.environment().put("GOWORK", "off");
    Process process = builder.redirectErrorStream(true).start();
    Deque<String> last = new ArrayDeque<>();
    Ticker ticker = new Ticker(program.file());
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        ticker.onPackage(line);
        last.addLast(line);
        if (last.size() > LAST_LINES) {
          last.removeFirst();
        }
      }
      if (process.waitFor() != 0) {
        String words = last.stream().collect(Collectors.joining("; "));
        throw new BedException("go build of " + program.file() + " failed: " + words);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new BedException("interrupted while building " + program.file(), e);
    }
  }

  static String platform() {
    return (System.getProperty("os.name") + "-" + System.getProperty("os.arch"))
        .toLowerCase(Locale.ROOT);
  }

  /** With -v Go names every package that it compiles: a sign of life every few seconds. */
  private static final class Ticker {
    private static final Duration EVERY = Duration.ofSeconds(10);
    private final String program;
    private Instant last = Instant.now();
    private int packages;

    Ticker(String program) {
      this.program = program;
    }

    void onPackage(String name) {
      packages++;
      if (Duration.between(last, Instant.now()).compareTo(EVERY) > 0) {
        last = Instant.now();
        Progress.say("  " + program + ": " + packages + " packages, now " + name);
      }
    }
  }
}
