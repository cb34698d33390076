package io.sluice.testbed.host;

import io.sluice.testbed.model.BedException;
import io.sluice.testbed.model.CommandResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Runs short commands to their end. */
public final class Shell {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private Shell() {}

  public static CommandResult run(String... command) {
    return run(PATIENCE, Map.of(), Arrays.asList(command));
  }

  /** Runs a command that has to succeed and returns what it printed. */
  public static String must(String... command) {
    CommandResult result = run(command);
    if (!result.ok()) {
      throw new BedException(
          "'" + String.join(" ", command) + "' failed: " + (result.err() + result.out()).strip());
    }
    return result.out();
  }

  public static CommandResult run(
      Duration patience, Map<String, String> environment, List<String> command) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().putAll(environment);
      builder.redirectInput(Path.of("/dev/null").toFile());
      Process process = builder.start();
      FutureTask<String> out = drain(process.getInputStream());
      FutureTask<String> err = drain(process.getErrorStream());
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new BedException(
            "'" + String.join(" ", command) + "' took longer than " + patience.toSeconds() + " s");
      }
      return new CommandResult(process.exitValue(), out.get(), err.get());
    } catch (IOException e) {
      throw new BedException("can't run " + command.getFirst() + ": " + e.getMessage(), e);
    } catch (ExecutionException e) {
      throw new BedException("output of " + command.getFirst() + " was lost", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BedException("interrupted while running " + command.getFirst(), e);
    }
  }

  private static FutureTask<String> drain(InputStream stream) {
    FutureTask<String> text =
        new FutureTask<>(
            () -> {
              try (stream) {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    Thread.ofVirtual().start(text);
    return text;
  }
}
