package io.sluice.kubelet.serve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The port in a process of its own, so that its memory and processor time can be looked at. */
record PortProcess(Process process, BlockingQueue<String> said, int number)
    implements AutoCloseable {
  /** As roles of Sluice are started. */
  private static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "-Xms16m",
          "-XX:MinHeapFreeRatio=10",
          "-XX:MaxHeapFreeRatio=30");

  /**
   * Bytes, after what is garbage has been given back.
   *
   * @param used heap and buffers outside of it
   */
  record Memory(long used, long resident) {
    @Override
    public String toString() {
      return "%d kB in use, %d kB resident".formatted(used / 1000, resident / 1000);
    }
  }

  static PortProcess start(Stage stage, int provider) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(LonePort.class.getName());
    command.addAll(List.of(stage.home.url(), "https://127.0.0.1:" + provider));
    command.add(stage.authorities().toString());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BlockingQueue<String> said = new LinkedBlockingQueue<>();
    Thread.ofVirtual()
        .start(
            () ->
                process
                    .inputReader(StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.matches("(port|used) \\d+")) // the rest is its log
                    .forEach(line -> said.add(line.split(" ", 2)[1])));
    return new PortProcess(process, said, Integer.parseInt(next(said)));
  }

  Memory memory() throws Exception {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    long used = Long.parseLong(next(said));
    Matcher found =
        Pattern.compile("VmRSS:\\s+(\\d+) kB")
            .matcher(Files.readString(Path.of("/proc", "" + process.pid(), "status")));
    if (!found.find()) {
      throw new IllegalStateException("no resident memory of " + process.pid());
    }
    return new Memory(used, 1024 * Long.parseLong(found.group(1)));
  }

  private static String next(BlockingQueue<String> said) throws InterruptedException {
    String next = said.poll(60, TimeUnit.SECONDS);
    if (next == null) {
      throw new IllegalStateException("the process says nothing");
    }
    return next;
  }

  Duration processorTime() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close(); // it ends by itself
    process.onExit().orTimeout(60, TimeUnit.SECONDS).join();
  }
}
