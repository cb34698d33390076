package io.sluice.translate.tenant;

import io.sluice.api.vocab.Names;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a virtual kubelet's request for a serving certificate is approved (T-24). The signer does
 * not look at the requester, so this is the only guard.
 */
public final class ServingCertificates {
  private ServingCertificates() {}

  public static final Duration LONGEST = Duration.ofDays(30);

  private static final String ACCOUNT = "system:serviceaccount:";
  private static final Set<String> NEEDED = Set.of("digital signature", "server auth");
  private static final Set<String> ALLOWED =
      Set.of("digital signature", "server auth", "key encipherment");

  /**
   * What the CertificateSigningRequest says around the certificate request.
   *
   * @param life seconds asked for; null when the signer shall choose
   */
  public record Request(
      String requester,
      String signer,
      Set<String> usages,
      @Nullable Integer life,
      Certificate certificate) {}

  /**
   * What the certificate request itself says.
   *
   * @param names alternative names by kind ({@code DNS}, {@code IP}, {@code URI}, {@code EMAIL}, …)
   */
  public record Certificate(Subject subject, Map<String, List<String>> names) {
    public Certificate {
      names = Map.copyOf(names);
    }
  }

  /**
   * A virtual node as it is now, read live.
   *
   * @param physical a Node of that name exists and is not virtual
   * @param addresses of the pods or processes that run its kubelet
   */
  public record Known(boolean physical, Set<String> addresses) {}

  public sealed interface Decision {
    /** Somebody else's request: neither approved nor denied by us. */
    record NotOurs() implements Decision {}

    record Approve() implements Decision {}

    record Deny(String why) implements Decision {}
  }

  /** Where a virtual node is whose account asks. */
  public record Account(String namespace, String name) {}

  /** The account of a requester that is a virtual node, or was one, going by its name. */
  public static Optional<Account> account(String requester) {
    if (!requester.startsWith(ACCOUNT + Names.TENANT_NAMESPACE_PREFIX)) {
      return Optional.empty();
    }
    String[] words = requester.substring(ACCOUNT.length()).split(":", -1);
    return words.length == 2 ? Optional.of(new Account(words[0], words[1])) : Optional.empty();
  }

  /**
   * @param virtualNodes by {@code namespace:name}, which is also the requester's account
   */
  public static Decision decide(Request request, Map<String, Known> virtualNodes) {
    boolean ours =
        request.signer().equals(Names.SIGNER_SERVING)
            && request.requester().startsWith(ACCOUNT + Names.TENANT_NAMESPACE_PREFIX);
    if (!ours) {
      return new Decision.NotOurs();
    }
    String account = request.requester().substring(ACCOUNT.length());
    Known node = virtualNodes.get(account);
    if (node == null || node.physical()) {
      return new Decision.Deny("the requester is not the kubelet of a virtual node");
    }
    String name = account.substring(account.indexOf(':') + 1);
    String why = wrong(request, name, node);
    return why == null ? new Decision.Approve() : new Decision.Deny(why);
  }

  private static @Nullable String wrong(Request request, String name, Known node) {
    Subject subject = Subject.of("system:node:" + name, "system:nodes");
    if (!request.certificate().subject().equals(subject)) {
      return "the subject must be exactly " + subject;
    }
    if (!request.usages().containsAll(NEEDED) || !ALLOWED.containsAll(request.usages())) {
      return "the usages must be those of a serving certificate and no others";
    }
    Integer seconds = request.life();
    if (seconds == null || seconds <= 0 || seconds > LONGEST.toSeconds()) {
      return "the life must be given and at most " + LONGEST.toDays() + " days";
    }
    return wrongNames(request.certificate(), name, node);
  }

  private static @Nullable String wrongNames(Certificate certificate, String name, Known node) {
    List<String> dns = certificate.names().getOrDefault("DNS", List.of());
    List<String> addresses = certificate.names().getOrDefault("IP", List.of());
    boolean only = Set.of("DNS", "IP").containsAll(certificate.names().keySet());
    if (!only || (dns.isEmpty() && addresses.isEmpty())) {
      return "the alternative names must be the node's name and addresses";
    }
    if (!Set.of(name).containsAll(dns)) {
      return "the only DNS name must be " + name;
    }
    return node.addresses().containsAll(addresses)
        ? null
        : "an address is not that of the running kubelet";
  }
}
