package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.Pod;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.wire.Frozen;
import java.util.List;
import java.util.Locale;

/** How offloaded pods reach an API server: the columns of §3.5.3 (Legacy is not supported). */
public sealed interface HomeApi {
  /** No access: token projections are removed. */
  record Disabled() implements HomeApi {}

  /**
   * The home API server, with tokens that the kubelet requests at home.
   *
   * @param host name or address the pod contacts; {@link #ALIAS} unless configured
   * @param addresses of the home API server as the pod sees them; empty when not known
   */
  record Tokens(String host, int port, List<String> addresses) implements HomeApi {
    public Tokens {
      addresses = List.copyOf(addresses);
    }

    boolean needsAliases() {
      return host.equals(ALIAS);
    }

    boolean reachable() {
      return !needsAliases() || !addresses.isEmpty();
    }
  }

  /** The provider's own API server under one of its service accounts. */
  record Remote(String serviceAccount) implements HomeApi {}

  /** In the certificate of every API server, while the translated address is not. */
  String ALIAS = "kubernetes.default";

  /** The pod may choose another column than its virtual node; unknown words choose nothing. */
  default HomeApi of(Pod pod) {
    var annotations = Frozen.map(pod.getMetadata().getAnnotations());
    var wish = annotations.getOrDefault(Annotations.API_SERVER_SUPPORT, "");
    return switch (wish.toLowerCase(Locale.ROOT)) {
      case "disabled" -> new Disabled();
      case "remote" ->
          new Remote(
              annotations.getOrDefault(
                  Annotations.REMOTE_SERVICE_ACCOUNT_NAME, ServiceAccounts.nameOf(pod)));
      default -> this;
    };
  }
}
