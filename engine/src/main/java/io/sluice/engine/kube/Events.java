package io.sluice.engine.kube;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.MicroTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warnings on objects, for people. Only what went wrong is worth a request; the same words on the
 * same object are said once, and nothing waits for an event or fails because of one.
 */
public final class Events {
  private static final Logger LOG = LoggerFactory.getLogger(Events.class);
  private static final Kind<Event> EVENTS = Kind.of(Event.class);
  private static final int REMEMBERED = 2048;

  /** Six digits, neither more nor fewer: the API server reads nothing else. */
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final Api api;
  private final String component;
  private final String host;
  private final Clock clock;
  private final AtomicLong serial = new AtomicLong();
  private final Semaphore underWay = new Semaphore(16);
  private final Map<String, Boolean> said =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > REMEMBERED;
        }
      };

  public Events(Api api, String component, String host, Clock clock) {
    this.api = api;
    this.component = component;
    this.host = host;
    this.clock = clock;
  }

  /** Puts a Warning on an object, unless exactly this was already said of it. */
  public void warn(HasMetadata about, String reason, String message) {
    String words = about.getMetadata().getUid() + "|" + reason + "|" + message;
    synchronized (said) {
      if (said.putIfAbsent(words, true) != null) {
        return;
      }
    }
    if (underWay.tryAcquire()) {
      Event event = event(about, reason, message);
      Thread.ofVirtual().name("event").start(() -> post(event));
    }
  }

  private void post(Event event) {
    try {
      api.create(EVENTS, event);
    } catch (ApiFailure failure) {
      LOG.atDebug().addKeyValue("why", failure.getMessage()).log("event not written");
    } finally {
      underWay.release();
    }
  }

  private Event event(HasMetadata about, String reason, String message) {
    Instant now = clock.instant();
    String namespace = Ref.of(about).namespace();
    String time =
        DateTimeFormatter.ISO_INSTANT.format(
            now.truncatedTo(java.time.temporal.ChronoUnit.SECONDS));
    String name =
        about.getMetadata().getName()
            + "."
            + Long.toHexString(now.toEpochMilli())
            + Long.toHexString(serial.incrementAndGet());
    return new EventBuilder()
        .withNewMetadata()
        .withNamespace(namespace.isEmpty() ? "default" : namespace)
        .withName(name.length() > 253 ? name.substring(name.length() - 253) : name)
        .endMetadata()
        .withNewInvolvedObject()
        .withApiVersion(about.getApiVersion())
        .withKind(about.getKind())
        .withNamespace(namespace.isEmpty() ? null : namespace)
        .withName(about.getMetadata().getName())
        .withUid(about.getMetadata().getUid())
        .endInvolvedObject()
        .withType("Warning")
        .withReason(reason)
        .withMessage(message.length() > 1000 ? message.substring(0, 1000) + "…" : message)
        .withNewSource(component, host)
        .withReportingComponent(component)
        .withReportingInstance(host)
        .withAction(reason)
        .withEventTime(new MicroTime(MICROS.format(now)))
        .withFirstTimestamp(time)
        .withLastTimestamp(time)
        .withCount(1)
        .build();
  }
}
