package io.sluice.engine.lead;

import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Ref;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An elector in a process of its own, which says every few milliseconds whether it leads. */
final class ElectorProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Process process;
  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

  private ElectorProcess(Process process) {
    this.process = process;
    Thread.ofVirtual().start(this::listen);
  }

  static ElectorProcess start(Path kubeconfig, Ref lease) throws IOException {
    return new ElectorProcess(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ElectorProcess.class.getName(),
                kubeconfig.toString(),
                lease.namespace(),
                lease.name())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  public static void main(String[] args) throws InterruptedException {
    Elector.Timing quick =
        new Elector.Timing(Duration.ofSeconds(4), Duration.ofSeconds(2), Duration.ofMillis(300));
    Elector.Callbacks deaf =
        new Elector.Callbacks() {
          @Override
          public void started(int epoch) {}

          @Override
          public void stopped() {}
        };
    try (Api api = new Api(Endpoint.fromKubeconfig(Path.of(args[0]), null), "test");
        Elector elector = new Elector(api, new Ref(args[1], args[2]), "child", quick, deaf)) {
      elector.start();
      while (!Thread.currentThread().isInterrupted()) {
        System.out.println(elector.leads());
        Thread.sleep(10);
      }
    }
  }

  void awaitSample(String wanted) throws InterruptedException {
    for (String sample = next(); !sample.equals(wanted); ) {
      sample = next();
    }
  }

  List<String> samples(int count) throws InterruptedException {
    List<String> samples = new ArrayList<>();
    while (samples.size() < count) {
      samples.add(next());
    }
    return samples;
  }

  /** Forgets what was said so far. */
  void drain() {
    said.clear();
  }

  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  private String next() throws InterruptedException {
    @Nullable String sample = said.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (sample == null) {
      throw new IllegalStateException("the other process says nothing");
    }
    return sample;
  }

  private void listen() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.add(line);
      }
    } catch (IOException _) {
      // it was killed
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
