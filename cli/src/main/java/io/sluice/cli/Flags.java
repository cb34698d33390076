package io.sluice.cli;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Durations;
import io.sluice.cli.shell.Output;
import io.sluice.cli.shell.Trouble;
import io.sluice.manager.border.Patience;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Option;

/** Flags that mean the same wherever they are. */
final class Flags {
  private Flags() {}

  /** Where Sluice is installed. */
  static final class Home {
    @Option(
        names = {"-n", "--namespace"},
        defaultValue = Names.SYSTEM_NAMESPACE,
        description = "namespace of Sluice (default: ${DEFAULT-VALUE})")
    private String namespace;

    String namespace() {
      return namespace;
    }
  }

  /** How data is printed. */
  static final class Format {
    @Option(
        names = {"-o", "--output"},
        defaultValue = "table",
        description = "table, json or yaml (default: ${DEFAULT-VALUE})")
    private Output output;

    Output output() {
      return output;
    }

    void print(PrintWriter out, List<Output.Table> tables, Object document) {
      output.print(out, tables, document);
    }
  }

  /** When a command gives up; exit code 3 says so. */
  static final class Limit {
    @Option(
        names = "--timeout",
        defaultValue = "5m",
        description = "how long it may take (default: ${DEFAULT-VALUE})")
    private Duration timeout;

    /** Counted from now. */
    Patience patience() {
      return Patience.inAll(timeout);
    }
  }

  /** How long a question may take: a cluster that hangs must not hang whoever asks. */
  static final class Answer {
    @Option(
        names = "--timeout",
        defaultValue = "2m",
        description = "how long it may take (default: ${DEFAULT-VALUE})")
    private Duration timeout;

    Integer within(Callable<Integer> question) throws Exception {
      FutureTask<Integer> asked = new FutureTask<>(question);
      Thread asking = Thread.ofVirtual().name("question").start(asked);
      try {
        return asked.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException failed) {
        throw failed.getCause() instanceof Exception cause ? cause : failed;
      } catch (TimeoutException late) {
        asking.interrupt();
        throw Trouble.timeout(
            "timed out after %s waiting for answers".formatted(Durations.text(timeout)),
            "see whether the clusters answer; --timeout gives them longer");
      }
    }
  }

  /** Whether a command only says what it would do. */
  static final class DryRun {
    @Option(names = "--dry-run", description = "print the manifests as YAML, change nothing")
    private boolean wanted;

    boolean isWanted() {
      return wanted;
    }

    void print(PrintWriter out, String remark, List<? extends HasMetadata> objects) {
      Text.documents(out, remark, objects);
    }

    /** What would be deleted, by its name: what is in it may be secret. */
    void printDeleted(PrintWriter out, String cluster, List<? extends HasMetadata> objects) {
      String remark = objects.isEmpty() ? "nothing to delete in " : "to be deleted in ";
      Text.documents(out, remark + cluster, objects.stream().map(Text::nameOf).toList());
    }
  }
}
