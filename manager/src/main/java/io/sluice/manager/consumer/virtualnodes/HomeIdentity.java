package io.sluice.manager.consumer.virtualnodes;

import io.fabric8.kubernetes.api.model.ConfigBuilder;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Json;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The identity at home of kubelets that run as processes (D-12a): a kubeconfig whose token is that
 * of the virtual node's ServiceAccount, in a file that is replaced long before it expires.
 */
public final class HomeIdentity {
  private static final Kind<ServiceAccount> ACCOUNTS = Kind.of(ServiceAccount.class);
  private static final Kind<ConfigMap> CONFIG_MAPS = Kind.of(ConfigMap.class);
  private static final long LIFE_SECONDS = 3600; // never 3607, which would mean a year (T-27)
  private static final Duration RENEW_AFTER = Duration.ofMinutes(20);

  private final Api api;
  private final URI server;
  private final InstantSource clock;
  private final Map<Ref, Issued> issued = new ConcurrentHashMap<>();

  /**
   * @param account UID of the account: a namesake that follows a deleted one does not inherit its
   *     tokens
   */
  private record Issued(String account, Instant at) {}

  /**
   * @param server the address of the API server as kubelets of this machine reach it
   */
  public HomeIdentity(Api api, URI server, InstantSource clock) {
    this.api = api;
    this.server = server;
    this.clock = clock;
  }

  /** Writes both files where they are due and says where the kubeconfig is. */
  Path renew(ServiceAccount holder, Path folder) {
    Path kubeconfig = folder.resolve("home.kubeconfig");
    Ref account = Ref.of(holder);
    String uid = holder.getMetadata().getUid();
    @Nullable Issued last = issued.get(account);
    Instant now = clock.instant();
    if (last != null && last.account().equals(uid) && now.isBefore(last.at().plus(RENEW_AFTER))) {
      return kubeconfig;
    }
    TokenRequest answer =
        api.createBelow(
            ACCOUNTS,
            account,
            "token",
            new TokenRequestBuilder()
                .withNewSpec()
                .withExpirationSeconds(LIFE_SECONDS)
                .endSpec()
                .build(),
            TokenRequest.class);
    Path token = folder.resolve("home.token");
    write(token, answer.getStatus().getToken());
    write(kubeconfig, kubeconfig(account, token));
    issued.put(account, new Issued(uid, now));
    return kubeconfig;
  }

  private String kubeconfig(Ref account, Path token) {
    String authority =
        api.get(CONFIG_MAPS, new Ref(account.namespace(), Names.ROOT_CA))
            .getData()
            .getOrDefault(Names.ROOT_CA_KEY, "");
    return Json.yaml(
        new ConfigBuilder()
            .withApiVersion("v1")
            .withKind("Config")
            .withCurrentContext("home")
            .addNewCluster()
            .withName("home")
            .withNewCluster()
            .withServer(server.toString())
            .withCertificateAuthorityData(
                Base64.getEncoder().encodeToString(authority.getBytes(StandardCharsets.UTF_8)))
            .endCluster()
            .endCluster()
            .addNewUser()
            .withName(account.name())
            .withNewUser()
            .withTokenFile(token.toAbsolutePath().toString())
            .endUser()
            .endUser()
            .addNewContext()
            .withName("home")
            .withNewContext()
            .withCluster("home")
            .withUser(account.name())
            .endContext()
            .endContext()
            .build());
  }

  /** Never half written, never readable for others. */
  private static void write(Path file, String text) {
    try {
      Path fresh = file.resolveSibling(file.getFileName() + ".new");
      Files.deleteIfExists(fresh);
      Files.createFile(
          fresh,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(fresh, text);
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
