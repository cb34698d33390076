package io.sluice.cli;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.sluice.api.vocab.Names;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Kubeconfig;
import io.sluice.engine.kube.Patch;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.pki.Keys;
import io.sluice.engine.pki.SigningRequest;
import io.sluice.manager.provider.tenancy.Signer;
import io.sluice.translate.Outcome;
import io.sluice.translate.access.PeeringUserAccess;
import io.sluice.translate.tenant.Subject;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A kubeconfig with which somebody else can peer one consumer with this provider. Its name was
 * never used before: an older kubeconfig of the same consumer loses its rights to this one.
 */
@Command(
    name = "peering-user",
    description = {
      "In the provider: print a kubeconfig for whoever administers a consumer.",
      "It can be given to `sluice peer --remote-kubeconfig` there, and is good for nothing else."
    })
final class PeeringUser extends GenerateCommands.OneSide {
  private static final int RANDOM_BYTES = 16;

  @Option(
      names = "--valid-for",
      defaultValue = "24h",
      description = "how long it is good for, at least 10m (default: ${DEFAULT-VALUE})")
  private Duration life;

  @Override
  String print(GenerateCommands.Here here) {
    Target target = here.target();
    String tenant = here.asProvider().namespace(here.peer());
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    String user = "liqo-peer-user-" + here.peer() + "-" + HexFormat.of().formatHex(random);
    KeyPair pair = Keys.generate();
    String certificate = certificate(here, user, pair);
    PeeringUserAccess.of(new PeeringUserAccess.Holder(user, here.peer(), tenant), namespace())
        .forEach(object -> apply(target, object));
    Ref authority = new Ref(namespace(), Names.ROOT_CA);
    String ca =
        target.api().get(Kind.of(ConfigMap.class), authority).getData().get(Names.ROOT_CA_KEY);
    return new Kubeconfig(
            target.api().endpoint().server(),
            ca,
            new Kubeconfig.Client(certificate, Keys.pem(pair.getPrivate())),
            tenant,
            null)
        .yaml();
  }

  private String certificate(GenerateCommands.Here here, String user, KeyPair pair) {
    Subject subject = Subject.of(user, "sluice.io:peering-users");
    if (!(SigningRequest.parse(SigningRequest.create(pair, subject))
        instanceof Outcome.Ok(SigningRequest request))) {
      throw new IllegalStateException("a request of our own making does not parse");
    }
    try {
      return switch (new Signer(here.target().api(), life).sign(request, here.peer())) {
        case Outcome.Ok(String pem) -> pem;
        case Outcome.Failed(String why) ->
            throw Trouble.error(why, "ask whoever runs this cluster's controller manager");
      };
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", stop);
    }
  }

  /** What is left of the peering users of a consumer when its tenant namespace is gone. */
  static void forget(Target provider, String consumer, String systemNamespace) {
    PeeringUserAccess.Holder nobody = new PeeringUserAccess.Holder("", consumer, "");
    PeeringUserAccess.outsideTenantNamespace(nobody, systemNamespace)
        .forEach(object -> remove(provider, Kind.of(object.getClass()), Ref.of(object)));
  }

  private static <T extends HasMetadata> void remove(Target target, Kind<T> kind, Ref ref) {
    target
        .ask(() -> target.api().find(kind, ref))
        .ifPresent(found -> target.api().delete(kind, ref, found.getMetadata().getUid(), null));
  }

  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata> void apply(Target target, T object) {
    Kind<T> kind = (Kind<T>) Kind.of(object.getClass());
    target.api().patch(kind, Ref.of(object), Patch.apply(object, Names.FIELD_MANAGER_INSTALL));
  }
}
