package io.sluice.cli.shell;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.sluice.api.vocab.Names;
import io.sluice.engine.kube.Kind;
import java.util.List;

/**
 * Asks before the first write whether the last one will be allowed, so that nothing is half made.
 */
public final class Rights {
  private Rights() {}

  /**
   * One thing that somebody may do.
   *
   * @param name the one object it is done to; empty for any. Whoever was let in to peer may read
   *     the Secret of the peering, and no other (§8.2).
   */
  public record Deed(String verb, String group, String resource, String name) {
    private Deed(String verb, String group, String resource) {
      this(verb, group, resource, "");
    }

    @Override
    public String toString() {
      return verb
          + " "
          + resource
          + (group.isEmpty() ? "" : "." + group)
          + (name.isEmpty() ? "" : " " + name);
    }
  }

  private static final String AUTHENTICATION = "authentication.liqo.io";
  private static final List<Deed> CONSUMER =
      List.of(
          new Deed("create", "", "namespaces"),
          new Deed("create", "", "secrets"),
          new Deed("get", "", "secrets", Names.SIGNED_NONCE_SECRET),
          new Deed("patch", AUTHENTICATION, "identities"),
          new Deed("patch", AUTHENTICATION, "resourceslices"));
  private static final List<Deed> PROVIDER =
      List.of(
          new Deed("create", "", "namespaces"),
          new Deed("create", "", "secrets"),
          new Deed("get", "", "secrets", Names.NONCE_SECRET),
          new Deed("create", AUTHENTICATION, "tenants"));

  /**
   * Asks in the tenant namespaces where they exist: somebody who was given just these need not be
   * able to make others.
   */
  public static void toPeer(Side consumer, Side provider) {
    CONSUMER.forEach(deed -> check(consumer, deed));
    PROVIDER.forEach(deed -> check(provider, deed));
  }

  /**
   * One side of a peering.
   *
   * @param namespace its tenant namespace; empty while there is none
   */
  public record Side(Target target, String namespace) {}

  private static void check(Side side, Deed deed) {
    boolean made = !side.namespace().isEmpty();
    if (!(made && deed.resource().equals("namespaces"))) {
      check(side.target(), deed, side.namespace());
    }
  }

  private static void check(Target target, Deed deed, String namespace) {
    SelfSubjectAccessReview question =
        new SelfSubjectAccessReviewBuilder()
            .withNewMetadata()
            .endMetadata()
            .withNewSpec()
            .withNewResourceAttributes()
            .withVerb(deed.verb())
            .withGroup(deed.group())
            .withResource(deed.resource())
            .withNamespace(namespace)
            .withName(deed.name())
            .endResourceAttributes()
            .endSpec()
            .build();
    SelfSubjectAccessReview answer =
        target.ask(() -> target.api().create(Kind.of(SelfSubjectAccessReview.class), question));
    if (!answer.getStatus().getAllowed()) {
      throw Trouble.error(
          "you may not %s in the %s cluster".formatted(deed, target.which()),
          "ask for this right, or use a kubeconfig or context that has it; nothing was changed");
    }
  }
}
