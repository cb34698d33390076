package io.sluice.kubelet.serve;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Ref;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The port and nothing else. It has one pod, {@code ns/echo}, says its number, then for each line
 * how much memory is in use, and ends with its input.
 */
final class LonePort implements NodePods {
  private final Pod echo = Stage.pod("echo");

  private LonePort() {}

  /**
   * @param arguments address of the home API server, of the provider's, file with the authority of
   *     both
   */
  public static void main(String[] arguments) throws Exception {
    Path authority = Path.of(arguments[2]);
    SSLContext tls = Stage.trusting(authority);
    Serving serving = new Serving("127.0.0.1", 0, Serving.CertificateType.SELF_SIGNED, authority);
    Listener listener = Listener.open(serving);
    try (KubeletPort port =
        new KubeletPort(
            new Api(new Endpoint(URI.create(arguments[0]), tls, () -> null), "test"),
            Stage.provider(
                new Api(new Endpoint(URI.create(arguments[1]), tls, () -> "token"), "test")),
            Stage.options().at(serving),
            listener,
            new LonePort())) {
      port.start();
      System.out.println("port " + listener.port());
      while (System.in.read() >= 0) {
        System.out.println("used " + used());
      }
    }
    System.exit(0);
  }

  /** The second collection finds what the first one's cleaners let go. */
  private static long used() {
    System.gc();
    System.gc();
    long outside =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return outside + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Override
  public List<Pod> all() {
    return List.of(echo);
  }

  @Override
  public Optional<Hosted> find(Ref local) {
    return local.equals(Ref.of(echo))
        ? Optional.of(new Hosted(echo, "ns-twin", null, echo))
        : Optional.empty();
  }
}
