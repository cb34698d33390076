package io.sluice.bench.stack;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;

/** One variant in one fresh JVM, measured from outside. */
final class Trial implements AutoCloseable {
  /** The flags that the kubelet is meant to run with. */
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "-XX:TrimNativeHeapInterval=2000",
          "-XX:MinHeapFreeRatio=10",
          "-XX:MaxHeapFreeRatio=20",
          "-Xms16m",
          "-Xmx256m",
          "-Xshare:auto");

  /** Flags under test, such as -XX:TieredStopAtLevel=1. */
  private static final List<String> MORE_FLAGS =
      List.of(System.getProperty("bench.flags", "-XX:TieredStopAtLevel=4").split(" ", -1));

  private static final int IDLE_STREAMS = 1000;

  private final Process process;
  private final Proc proc;
  private final BufferedReader answers;
  private final Writer orders;
  private final Map<String, String> figures = new LinkedHashMap<>();
  private final long begun = System.nanoTime();

  Trial(Variant variant, Path kubeconfig, Path store, int upstreamPort) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(MORE_FLAGS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Subject.class.getName(), variant.name(), kubeconfig.toString()));
    command.addAll(List.of(store.toString(), Integer.toString(upstreamPort)));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    proc = new Proc(process.pid());
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    orders = process.outputWriter(StandardCharsets.UTF_8);
  }

  Map<String, String> figures() {
    return figures;
  }

  /** The start; returns the port of the door. */
  int ready() throws IOException, InterruptedException {
    int port = Integer.parseInt(answer("ready").substring(6));
    figures.put("ready, wall ms", Long.toString((System.nanoTime() - begun) / 1_000_000));
    figures.put("ready, CPU ms", Long.toString(proc.cpuMillis()));
    memory("idle");
    figures.put("idle threads", Long.toString(proc.threads()));
    return port;
  }

  /** Cache and watches. */
  void follow(int apiPort) throws IOException, InterruptedException {
    phase("pods", "2,000 pods", apiPort);
    phase("watches", "600 watches", apiPort);
  }

  private void phase(String order, String name, int apiPort)
      throws IOException, InterruptedException {
    long cpu = proc.cpuMillis();
    long begin = System.nanoTime();
    order(order);
    figures.put(name, answer(""));
    figures.put(name + ", wall ms", Long.toString((System.nanoTime() - begin) / 1_000_000));
    figures.put(name + ", CPU ms", Long.toString(proc.cpuMillis() - cpu));
    memory(name);
    figures.put(name + ", connections", Integer.toString(proc.connectionsTo(apiPort)));
  }

  private void memory(String name) throws IOException, InterruptedException {
    order("gc");
    long heap = Long.parseLong(answer("heap").substring(5));
    Thread.sleep(3000); // the native heap is trimmed every two seconds
    figures.put(name + ", heap MB", megabytes(heap));
    figures.put(name + ", RSS MB", megabytes(proc.rssKilobytes()));
    figures.put(name + ", PSS MB", megabytes(proc.pssKilobytes()));
  }

  /** The door: correctness, idle streams, throughput. */
  void splice(SSLContext tls, int port, Echo echo) throws IOException, InterruptedException {
    figures.put("upgrade by POST", Checks.post(tls, port));
    figures.put("early bytes arrive", Boolean.toString(Checks.earlyBytesArrive(tls, port)));
    figures.put("refusal is relayed", Checks.refusal(tls, port, echo));
    memory("before streams");
    long before = proc.pssKilobytes();
    List<Session> idle = new ArrayList<>();
    long cpu = proc.cpuMillis();
    for (int i = 0; i < IDLE_STREAMS; i++) {
      Session session = Session.open(tls, port, "GET /exec/a/b/c?command=sh", new byte[0]);
      session.exchange(8 * 1024);
      idle.add(session);
    }
    figures.put("stream, CPU ms each", ratio(proc.cpuMillis() - cpu, IDLE_STREAMS));
    memory("1,000 streams");
    figures.put("stream, PSS kB each", ratio(proc.pssKilobytes() - before, IDLE_STREAMS));
    figures.put("1,000 streams, threads", Long.toString(proc.threads()));
    for (Session session : idle) {
      session.close();
    }
    try (Session session = Session.open(tls, port, "GET /exec/a/b/c?command=sh", new byte[0])) {
      pump(session, Duration.ofSeconds(4));
      long cpuBefore = proc.cpuMillis();
      long begin = System.nanoTime();
      int megabytes = pump(session, Duration.ofSeconds(6));
      long millis = (System.nanoTime() - begin) / 1_000_000;
      figures.put("splice, MB/s each way", ratio(megabytes * 1000L, millis));
      figures.put("splice, CPU ms per MB", ratio(proc.cpuMillis() - cpuBefore, 2L * megabytes));
    }
  }

  private static int pump(Session session, Duration time) throws IOException, InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    int megabytes = 0;
    while (System.nanoTime() < end) {
      session.pump(8);
      megabytes += 8;
    }
    return megabytes;
  }

  private void order(String order) throws IOException {
    orders.write(order + "\n");
    orders.flush();
  }

  private String answer(String start) throws IOException {
    String line = answers.readLine();
    if (line == null || !line.startsWith(start)) {
      throw new IOException("expected " + start + ", got " + line);
    }
    return line;
  }

  private static String megabytes(long kilobytes) {
    return String.format("%.1f", kilobytes / 1024.0);
  }

  private static String ratio(long above, long below) {
    return String.format("%.2f", (double) above / below);
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
