package io.sluice.cli.attach;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.ConfigBuilder;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A kubeconfig that needs no other file, so that it can be stored in a cluster. */
public final class Kubeconfigs {
  private final Path file;

  private Kubeconfigs(Path file) {
    this.file = file;
  }

  /** One context of a kubeconfig with everything it names, and nothing of the others. */
  public static String selfContained(Path file, @Nullable String context) {
    return new Kubeconfigs(file).flat(context);
  }

  private String flat(@Nullable String wanted) {
    Config all = read();
    String name = wanted == null ? all.getCurrentContext() : wanted;
    if (name == null) {
      throw Trouble.usage(
          "kubeconfig %s has no current context".formatted(file), "give --remote-context");
    }
    Context context = only(all.getContexts(), NamedContext::getName, name, "context").getContext();
    Cluster cluster =
        only(all.getClusters(), NamedCluster::getName, context.getCluster(), "cluster")
            .getCluster();
    AuthInfo user =
        only(all.getUsers(), NamedAuthInfo::getName, context.getUser(), "user").getUser();
    if (user.getExec() != null || user.getAuthProvider() != null) {
      throw Trouble.error(
          "the user of kubeconfig %s signs in by a program, which a cluster can't run"
              .formatted(file),
          "make a kubeconfig with a token or a certificate, for example of a ServiceAccount");
    }
    return Json.yaml(
        new ConfigBuilder()
            .withApiVersion("v1")
            .withKind("Config")
            .withCurrentContext("remote")
            .addNewContext()
            .withName("remote")
            .withNewContext()
            .withCluster("remote")
            .withUser("remote")
            .endContext()
            .endContext()
            .addNewCluster()
            .withName("remote")
            .withNewClusterLike(cluster)
            .withCertificateAuthority(null)
            .withCertificateAuthorityData(
                inline(cluster.getCertificateAuthorityData(), cluster.getCertificateAuthority()))
            .endCluster()
            .endCluster()
            .addNewUser()
            .withName("remote")
            .withNewUserLike(user)
            .withClientCertificate(null)
            .withClientCertificateData(
                inline(user.getClientCertificateData(), user.getClientCertificate()))
            .withClientKey(null)
            .withClientKeyData(inline(user.getClientKeyData(), user.getClientKey()))
            .withTokenFile(null)
            .withToken(token(user))
            .endUser()
            .endUser()
            .build());
  }

  private Config read() {
    try {
      return Json.readYaml(Files.readString(file), Config.class);
    } catch (IOException | RuntimeException e) {
      throw Trouble.usage(
          "cannot read kubeconfig " + file, "check the file given with --remote-kubeconfig");
    }
  }

  private <T> T only(List<T> all, Function<T, String> name, @Nullable String wanted, String what) {
    return all.stream()
        .filter(each -> name.apply(each).equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                Trouble.usage(
                    "kubeconfig %s has no %s %s".formatted(file, what, wanted),
                    "check --remote-kubeconfig and --remote-context"));
  }

  private @Nullable String inline(@Nullable String data, @Nullable String path) {
    return data != null || path == null
        ? data
        : Base64.getEncoder().encodeToString(bytes(file.resolveSibling(path)));
  }

  private @Nullable String token(AuthInfo user) {
    return user.getTokenFile() == null
        ? user.getToken()
        : new String(
                bytes(file.resolveSibling(user.getTokenFile())),
                java.nio.charset.StandardCharsets.UTF_8)
            .strip();
  }

  private byte[] bytes(Path named) {
    try {
      return Files.readAllBytes(named);
    } catch (IOException e) {
      throw Trouble.usage(
          "cannot read %s, which kubeconfig %s names".formatted(named, file),
          "check the file given with --remote-kubeconfig");
    }
  }
}
