package io.sluice.faults;

import io.fabric8.kubernetes.api.model.Secret;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kubeconfig Secrets with which home reaches one provider. */
final class Credentials {
  private static final Kind<Secret> SECRETS = Kind.of(Secret.class);
  private static final Pattern CERTIFICATE =
      Pattern.compile("(client-certificate-data\"?: *\"?)([A-Za-z0-9+/=]+)");
  private static final Pattern KEY = Pattern.compile("(client-key-data\"?: *\"?)([A-Za-z0-9+/=]+)");

  private final Api home;
  private final String namespace;
  private final StrangerIdentity stranger;
  private final Map<Ref, String> good = new ConcurrentHashMap<>();

  /** Certificate and key, packed as in a kubeconfig, that the provider does not know. */
  record StrangerIdentity(String certificate, String key) {
    static StrangerIdentity of(Path kubeconfig) {
      try {
        String text = Files.readString(kubeconfig);
        return new StrangerIdentity(found(CERTIFICATE, text), found(KEY, text));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static String found(Pattern pattern, String text) {
      Matcher matcher = pattern.matcher(text);
      if (!matcher.find()) {
        throw new IllegalStateException("no embedded certificate");
      }
      return matcher.group(2);
    }
  }

  Credentials(Api home, String provider, StrangerIdentity stranger) {
    this.home = home;
    this.namespace = Names.TENANT_NAMESPACE_PREFIX + provider;
    this.stranger = stranger;
  }

  void garble() {
    replaceAll(_ -> "{this is: [no kubeconfig");
  }

  void swap() {
    replaceAll(
        text -> {
          String certified =
              CERTIFICATE
                  .matcher(text)
                  .replaceAll("$1" + Matcher.quoteReplacement(stranger.certificate()));
          return KEY.matcher(certified).replaceAll("$1" + Matcher.quoteReplacement(stranger.key()));
        });
  }

  void restore() {
    good.forEach(this::write);
    good.clear();
  }

  private void replaceAll(UnaryOperator<String> change) {
    for (Secret secret : home.list(SECRETS, Scope.namespace(namespace))) {
      String packed = secret.getData() == null ? null : secret.getData().get(Names.KUBECONFIG_KEY);
      if (packed != null) {
        good.put(Ref.of(secret), packed);
        String text = new String(Base64.getDecoder().decode(packed), StandardCharsets.UTF_8);
        byte[] changed = change.apply(text).getBytes(StandardCharsets.UTF_8);
        write(Ref.of(secret), Base64.getEncoder().encodeToString(changed));
      }
    }
    if (good.isEmpty()) {
      throw new IllegalStateException("no credentials in " + namespace);
    }
  }

  private void write(Ref ref, String packed) {
    home.patch(SECRETS, ref, Patch.merge(Map.of("data", Map.of(Names.KUBECONFIG_KEY, packed))));
  }
}
