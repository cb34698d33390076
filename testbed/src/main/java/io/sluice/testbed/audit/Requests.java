package io.sluice.testbed.audit;

import java.time.Instant;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Requests read from an audit log, each once, narrowed down by the caller and nobody else. */
public record Requests(List<AuditEvent> events) implements Iterable<AuditEvent> {
  public Requests {
    events = List.copyOf(events);
  }

  public Requests where(Predicate<AuditEvent> condition) {
    return new Requests(events.stream().filter(condition).toList());
  }

  public Requests by(String user) {
    return where(event -> event.user().equals(user));
  }

  public Requests notBy(String user) {
    return where(event -> !event.user().equals(user));
  }

  public Requests verb(String verb) {
    return where(event -> event.verb().equals(verb));
  }

  /** {@code pods} (without subresources) or {@code pods/status}. */
  public Requests resource(String kind) {
    return where(event -> event.resource().equals(kind));
  }

  public Requests notResource(String kind) {
    return where(event -> !event.resource().equals(kind));
  }

  public Requests in(String namespace) {
    return where(event -> event.namespace().equals(namespace));
  }

  public Requests named(String name) {
    return where(event -> event.name().equals(name));
  }

  /** Received at or after the first and before the second moment. */
  public Requests between(Instant from, Instant to) {
    return where(
        event ->
            !event.outcome().received().isBefore(from) && event.outcome().received().isBefore(to));
  }

  /** Those that asked for a change. */
  public Requests writes() {
    return where(AuditEvent::writes);
  }

  public int count() {
    return events.size();
  }

  public boolean isEmpty() {
    return events.isEmpty();
  }

  public Stream<AuditEvent> stream() {
    return events.stream();
  }

  @Override
  public Iterator<AuditEvent> iterator() {
    return events.iterator();
  }

  /** How many per identity, verb and resource. */
  public SortedMap<Key, Integer> counts() {
    SortedMap<Key, Integer> counts = new TreeMap<>();
    events.forEach(event -> counts.merge(Key.of(event), 1, Integer::sum));
    return counts;
  }

  /** The counts as lines, for the message of a budget that was overspent. */
  public String table() {
    return counts().entrySet().stream()
        .map(entry -> entry.getValue() + "\t" + entry.getKey())
        .collect(Collectors.joining("\n"));
  }

  @Override
  public String toString() {
    return table();
  }

  /** What requests are counted by. */
  public record Key(String user, String verb, String resource) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::user).thenComparing(Key::resource).thenComparing(Key::verb);

    static Key of(AuditEvent event) {
      return new Key(event.user(), event.verb(), event.resource());
    }

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
      return user + "\t" + verb + "\t" + resource;
    }
  }
}
