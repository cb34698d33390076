package io.sluice.kubelet.serve;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How the node's port is served.
 *
 * @param address to listen at; empty for every one of this machine
 * @param port to listen at; 0 for any that is free
 * @param certificate who signs
 * @param clientAuthorities a file with the authorities of client certificates; null for those that
 *     the cluster publishes
 */
public record Serving(
    String address, int port, CertificateType certificate, @Nullable Path clientAuthorities) {

  /** The port that clients expect. */
  public static final int PORT = 10250;

  /** Who signs the serving certificate (§2.7). */
  public enum CertificateType {
    /** The cluster, after the manager approved; ourselves where it does not. */
    KUBELET,
    SELF_SIGNED
  }
}
