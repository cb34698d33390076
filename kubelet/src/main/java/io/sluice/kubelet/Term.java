package io.sluice.kubelet;

import io.fabric8.kubernetes.api.model.Secret;
import io.sluice.api.vocab.Names;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Endpoint;
import io.sluice.engine.kube.Events;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.time.WallClock;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time in which a process answers for the virtual node: it begins with the first credentials
 * that can be used. Those that come later are taken up without losing a watch; a Secret that turns
 * to garbage, or is gone, changes nothing.
 */
final class Term implements Controller {
  private static final Logger LOG = LoggerFactory.getLogger(Term.class);
  private static final String KEY = "credentials";
  private static final Duration SOON = Duration.ofMillis(100);
  private static final String AGENT = "sluice-kubelet";

  private final Api home;
  private final RemoteAccess access;
  private final KubeletOptions options;
  private final Events events;
  private final Loop<String> loop =
      new Loop<>("credentials", _ -> reconcile(), Failures.logged("credentials"));
  private final @Nullable Feed<Secret> secrets;
  private String kubeconfig = ""; // only the loop's one worker touches these
  private @Nullable Api remote;
  private @Nullable KubeletProcess process;

  Term(Api home, RemoteAccess access, KubeletOptions options) {
    this.home = home;
    this.access = access;
    this.options = options;
    this.events = new Events(home, AGENT, options.nodeName(), WallClock.ours());
    this.secrets =
        switch (access) {
          case RemoteAccess.InFile _ -> null;
          case RemoteAccess.InSecret(String name) ->
              new Feed<>(
                  home,
                  Kind.of(Secret.class),
                  new Scope(options.peer().tenantNamespace(), null, "metadata.name=" + name),
                  (_, _) -> loop.queue().add(KEY));
        };
  }

  @Override
  public void start() {
    if (secrets != null) {
      secrets.start();
    }
    loop.start(1);
    loop.queue().add(KEY);
  }

  private Next reconcile() throws IOException {
    switch (access) {
      case RemoteAccess.InFile(var file) -> use(Files.readString(file));
      case RemoteAccess.InSecret(String name) -> {
        if (secrets == null || !secrets.synced()) {
          return Next.again(SOON);
        }
        Optional<Secret> secret = secrets.get(new Ref(options.peer().tenantNamespace(), name));
        secret.ifPresent(this::use);
      }
    }
    return Next.REST;
  }

  private void use(Secret secret) {
    try {
      String packed = Frozen.map(secret.getData()).getOrDefault(Names.KUBECONFIG_KEY, "");
      use(new String(Base64.getDecoder().decode(packed), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException garbage) {
      String why = String.valueOf(garbage.getMessage());
      events.warn(secret, Reasons.INVALID, why);
      LOG.atWarn()
          .addKeyValue("secret", Ref.of(secret))
          .addKeyValue("why", why)
          .log("credentials cannot be used, going on with those before");
    }
  }

  private void use(String text) {
    if (text.equals(kubeconfig)) {
      return;
    }
    Endpoint endpoint = Endpoint.fromKubeconfig(text);
    if (remote == null) {
      remote = new Api(endpoint, AGENT);
    } else {
      remote.use(endpoint);
    }
    if (process == null) {
      process = new KubeletProcess(home, remote, options);
      process.start();
    }
    kubeconfig = text;
  }

  @Override
  public void close() {
    if (secrets != null) {
      secrets.close();
    }
    loop.close();
    if (process != null) {
      process.close();
    }
    if (remote != null) {
      remote.close();
    }
  }
}
