package io.sluice.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A virtual node is as large as its slice: within two seconds, larger and smaller (§2.4, D-15). */
final class Capacity {
  private static final Duration SOON = Duration.ofSeconds(2);

  /** On a busy machine a measurement says nothing; three of them in a row do. */
  private static final int MEASUREMENTS = 3;

  private final Installed consumer;
  private final Installed provider;

  Capacity(Installed consumer, Installed provider) {
    this.consumer = consumer;
    this.provider = provider;
  }

  /** The slice and its virtual node have the name of the provider. */
  void followsTheSliceBothWays(String usual, String more) {
    for (String cpu : new String[] {more, usual}) {
      Duration fastest = measure(cpu);
      for (int again = 1; again < MEASUREMENTS && fastest.compareTo(SOON) > 0; again++) {
        measure(cpu.equals(usual) ? more : usual);
        fastest = measure(cpu);
      }
      assertThat(fastest).as("from the slice to the node, %s cpu", cpu).isLessThanOrEqualTo(SOON);
    }
  }

  private Duration measure(String cpu) {
    AtomicLong granted = new AtomicLong();
    consumer.kubectl(
        "patch",
        "resourceslices.authentication.liqo.io",
        provider.id,
        "-n=liqo-tenant-" + provider.id,
        "--type=merge",
        "-p={\"spec\":{\"resources\":{\"cpu\":\"" + cpu + "\"}}}");
    await()
        .atMost(Installed.SOON)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              if (granted.get() == 0 && cpu.equals(granted())) {
                granted.set(System.nanoTime());
              }
              return granted.get() != 0 && cpu.equals(shown("allocatable"));
            });
    long seen = System.nanoTime();
    assertThat(shown("capacity")).isEqualTo(cpu);
    return Duration.ofNanos(seen - granted.get());
  }

  private String granted() {
    return provider
        .cluster
        .api()
        .get(
            "/apis/authentication.liqo.io/v1beta1/namespaces/liqo-tenant-"
                + consumer.id
                + "/resourceslices/"
                + provider.id)
        .body()
        .at("/status/resources/cpu")
        .asText();
  }

  private String shown(String what) {
    return consumer
        .cluster
        .api()
        .get("/api/v1/nodes/" + provider.id)
        .body()
        .at("/status/" + what + "/cpu")
        .asText();
  }
}
