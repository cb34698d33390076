package io.sluice.bench.offload;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.sluice.bench.stack.Identity;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;

/** What a long log costs the kubelet on its way from the provider's node to whoever reads it. */
record Streaming(int rounds) implements Scenario {
  private static final int MEGABYTE = 1 << 20;
  private static final int MEGABYTES = 32;

  @Override
  public void run(Site site, Report report) throws IOException {
    Site.apply(site.home, Burst.deployment(Burst.Kind.OFFLOADED, "talking", 1));
    HttpsServer node = talkingNode();
    try (Followed pods = Followed.pods(site.home, Site.EXTENDED)) {
      Until.holds("the pod runs", 60, () -> pods.running() == 1);
      point(site, node.getAddress().getPort());
      read(site); // the first one pays for compiling
      List<Double> samples = new ArrayList<>();
      for (int i = 0; i < rounds; i++) {
        double before = site.kubelet().cpuSeconds();
        read(site);
        samples.add((site.kubelet().cpuSeconds() - before) * 1000 / MEGABYTES);
      }
      report.add(new Figure("stream_cpu_ms_per_mb", "ms", samples, NONE));
    } finally {
      node.stop(0);
      site.home.kubectl("delete", "deployment", "talking", "-n", Site.EXTENDED, "--wait=false");
    }
    try (Followed pods = Followed.pods(site.home, Site.EXTENDED)) {
      Until.pause(1000); // a watch tells what is there only after it was opened
      Until.holds("the pod is gone", 60, () -> pods.present() == 0);
    }
  }

  private static void read(Site site) throws IOException {
    String log = site.home.kubectl("logs", "deployment/talking", "-n", Site.EXTENDED).outOrThrow();
    if (log.length() < MEGABYTES * (MEGABYTE - 1)) {
      throw new IllegalStateException("only " + log.length() + " bytes of the log came");
    }
  }

  /** Sends whoever asks the provider's fake nodes for a log to this process. */
  private static void point(Site site, int port) throws IOException {
    String status =
        """
        {"status": {"addresses": [{"type": "InternalIP", "address": "127.0.0.1"}],
         "daemonEndpoints": {"kubeletEndpoint": {"Port": %d}}}}
        """
            .formatted(port);
    String nodes = site.away.kubectl("get", "nodes", "-o=name").outOrThrow();
    for (String name : nodes.strip().split("\n", -1)) {
      site.away
          .kubectl("patch", name, "--subresource=status", "--type=merge", "-p", status)
          .outOrThrow();
    }
  }

  private static HttpsServer talkingNode() throws IOException {
    Path folder = Files.createTempDirectory("bench");
    try {
      HttpsServer server =
          HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setHttpsConfigurator(
          new HttpsConfigurator(Identity.load(Identity.create(folder)).context()));
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/containerLogs/", Streaming::talk);
      server.start();
      return server;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static void talk(HttpExchange exchange) throws IOException {
    byte[] megabyte = new byte[MEGABYTE];
    Arrays.fill(megabyte, (byte) 'x');
    for (int i = 127; i < MEGABYTE; i += 128) {
      megabyte[i] = '\n';
    }
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      for (int i = 0; i < MEGABYTES; i++) {
        out.write(megabyte);
      }
    }
  }
}
