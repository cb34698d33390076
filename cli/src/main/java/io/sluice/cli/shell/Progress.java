package io.sluice.cli.shell;

import java.io.Console;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Tells a person what a command does, step by step with the time since its start; never data. */
public final class Progress {
  private static final String YELLOW = "\033[33m";
  private static final String GREY = "\033[90m";
  private static final String PLAIN = "\033[0m";

  private final PrintWriter err;
  private final boolean colours;
  private final long start = System.nanoTime();

  private Progress(PrintWriter err, boolean colours) {
    this.err = err;
    this.colours = colours;
  }

  /** Colours only where a person looks: what goes to standard error may go to a file. */
  public static Progress on(PrintWriter err) {
    boolean person =
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
            && !Files.isRegularFile(Path.of("/dev/stderr"));
    return new Progress(err, person && System.getenv("NO_COLOR") == null);
  }

  public void step(String text) {
    say(GREY, "", text);
  }

  public void warn(String text) {
    say(YELLOW, "warning: ", text);
  }

  private void say(String colour, String prefix, String text) {
    double elapsed = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
    String stamp = String.format(Locale.ROOT, "[%5.1f s]", elapsed);
    err.println(
        colours ? colour + stamp + " " + prefix + PLAIN + text : stamp + " " + prefix + text);
    err.flush();
  }
}
