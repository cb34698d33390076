package io.sluice.kubelet.serve.stream;

import io.sluice.translate.serve.Ask.Target;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for each stream, when it ends (D-24). The user is whoever authenticated on this port,
 * normally the API server: the person's name is in the home audit log, at the same time and for the
 * same pod.
 */
final class Audit {
  private static final Logger LOG = LoggerFactory.getLogger("io.sluice.audit.stream");

  private final Clock clock;

  Audit(Clock clock) {
    this.clock = clock;
  }

  /** What is to be told about a stream. */
  record Entry(String user, String address, String verb, Target target) {}

  /** Begins a line; it is written when the stream's end is told. */
  Consumer<String> begin(Entry entry) {
    Instant since = clock.instant();
    return why ->
        LOG.atInfo()
            .addKeyValue("user", entry.user())
            .addKeyValue("from", entry.address())
            .addKeyValue("verb", entry.verb())
            .addKeyValue("namespace", entry.target().namespace())
            .addKeyValue("pod", entry.target().pod())
            .addKeyValue("container", entry.target().container())
            .addKeyValue("since", since)
            .addKeyValue("ms", Duration.between(since, clock.instant()).toMillis())
            .addKeyValue("end", why)
            .log("stream");
  }
}
