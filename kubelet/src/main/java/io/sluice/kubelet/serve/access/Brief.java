package io.sluice.kubelet.serve.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Answers that are good for a short while; the eldest go first when there are too many. */
final class Brief<K, V> {
  private static final int MOST = 1000;

  private record Known<V>(V value, Instant until) {}

  private final Clock clock;
  private final Map<K, Known<V>> entries =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<K, Known<V>> eldest) {
          return size() > MOST;
        }
      };

  Brief(Clock clock) {
    this.clock = clock;
  }

  synchronized Optional<V> get(K key) {
    Known<V> entry = entries.get(key);
    if (entry == null || !clock.instant().isBefore(entry.until())) {
      entries.remove(key);
      return Optional.empty();
    }
    return Optional.of(entry.value());
  }

  synchronized void put(K key, V value, Duration life) {
    entries.remove(key);
    entries.put(key, new Known<>(value, clock.instant().plus(life)));
  }
}
