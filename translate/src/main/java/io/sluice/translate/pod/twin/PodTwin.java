package io.sluice.translate.pod.twin;

import io.fabric8.kubernetes.api.model.HostAlias;
import io.fabric8.kubernetes.api.model.HostAliasBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.sluice.api.offloading.ShadowPod;
import io.sluice.api.offloading.ShadowPodSpec;
import io.sluice.api.vocab.Annotations;
import io.sluice.api.vocab.Reasons;
import io.sluice.api.wire.Frozen;
import io.sluice.translate.pod.fence.OnDisconnect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The local pod as the provider shall have it (D-7): everything the pod says, changed only where
 * {@link PodFields} says so. Fields that this program does not know pass at every depth.
 */
public final class PodTwin {
  private static final String MIRROR = "kubernetes.io/config.mirror";

  private PodTwin() {}

  public static Twin of(Pod local, TwinContext context) {
    var chain = HopChain.of(local).then(context.route().origin());
    return refusal(local, context, chain)
        .<Twin>map(refused -> refused)
        .or(() -> missing(local, context))
        .orElseGet(() -> new Twin.Wanted(shadow(local, context, chain)));
  }

  private static Optional<Twin.Refused> refusal(Pod local, TwinContext context, HopChain chain) {
    if (Frozen.map(local.getMetadata().getAnnotations()).containsKey(MIRROR)) {
      return Optional.of(
          new Twin.Refused(
              Reasons.STATIC_POD_NOT_OFFLOADABLE,
              "metadata.annotations[" + MIRROR + "]",
              "a static pod belongs to the node that runs it"));
    }
    if (context.settings().onDisconnect(local) instanceof OnDisconnect.Invalid(String why)) {
      return Optional.of(
          new Twin.Refused(
              Reasons.INVALID_ON_DISCONNECT,
              "metadata.annotations[" + Annotations.ON_DISCONNECT + "]",
              why));
    }
    return PodFields.applying(Verdict.REFUSED, local, context)
        .findFirst()
        .map(
            line ->
                new Twin.Refused(
                    Reasons.RESOURCE_CLAIMS_NOT_OFFLOADABLE, "spec." + line.field(), line.why()))
        .or(() -> chain.refuses(context.route().destination(), context.limits().hopLimit()));
  }

  /** A token for home must never be sent to whatever the provider calls kubernetes.default. */
  private static Optional<Twin> missing(Pod local, TwinContext context) {
    return context.homeApi().of(local) instanceof HomeApi.Tokens api
            && !api.reachable()
            && ServiceAccounts.readsTokens(local)
        ? Optional.of(
            new Twin.NotYet(
                Reasons.HOME_API_ADDRESS_UNKNOWN,
                "no address of the home API server is known in " + context.route().destination()))
        : Optional.empty();
  }

  private static ShadowPod shadow(Pod local, TwinContext context, HopChain chain) {
    var spec = spec(local, context);
    var shadow = new ShadowPod();
    shadow.setMetadata(TwinMetadata.of(local, context, chain, spec));
    shadow.setSpec(new ShadowPodSpec(spec));
    return shadow;
  }

  private static PodSpec spec(Pod local, TwinContext context) {
    var environment = new Environment(local, context);
    var whole = local.getSpec();
    var spec =
        new PodSpecBuilder(whole)
            .withContainers(environment.of(whole.getContainers()))
            .withInitContainers(environment.of(whole.getInitContainers()))
            .withEphemeralContainers(environment.ofEphemeral(whole.getEphemeralContainers()))
            .withVolumes(new Volumes(local, context).translated())
            .withReadinessGates(List.of()); // judged at home (T-7)
    return identity(Scheduling.apply(spec, local, context), context.homeApi().of(local)).build();
  }

  private static PodSpecBuilder identity(PodSpecBuilder spec, HomeApi access) {
    spec.withServiceAccount(null);
    return switch (access) {
      case HomeApi.Remote remote ->
          spec.withServiceAccountName(remote.serviceAccount())
              .withAutomountServiceAccountToken(true);
      case HomeApi.Disabled disabled ->
          spec.withServiceAccountName(null).withAutomountServiceAccountToken(false);
      case HomeApi.Tokens tokens ->
          spec.withServiceAccountName(null)
              .withAutomountServiceAccountToken(false)
              .withHostAliases(aliases(spec.buildHostAliases(), tokens));
    };
  }

  private static List<HostAlias> aliases(List<HostAlias> given, HomeApi.Tokens api) {
    var all = new ArrayList<>(given);
    // An alias that is already there is that of an earlier home, which owns the pod (§10).
    if (api.needsAliases() && all.stream().noneMatch(PodTwin::isHomeApi)) {
      for (var address : api.addresses()) {
        all.add(
            new HostAliasBuilder()
                .withIp(address)
                .withHostnames(HomeApi.ALIAS, HomeApi.ALIAS + ".svc")
                .build());
      }
    }
    return all;
  }

  private static boolean isHomeApi(HostAlias alias) {
    return Frozen.list(alias.getHostnames()).contains(HomeApi.ALIAS);
  }
}
