package io.sluice.manager.consumer.admission;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.sluice.api.policy.ClusterNamespaceOffloading;
import io.sluice.api.vocab.Labels;
import io.sluice.api.vocab.Names;
import io.sluice.engine.guard.Failures;
import io.sluice.engine.guard.Keeper;
import io.sluice.engine.kube.Api;
import io.sluice.engine.kube.Feed;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.engine.kube.Scope;
import io.sluice.engine.run.Controller;
import io.sluice.engine.work.Loop;
import io.sluice.engine.work.Next;
import io.sluice.translate.access.VirtualNodeRestriction;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps the admission policies in place, one more for each cluster-wide rule (D-18). */
public final class PolicyController implements Controller {
  private static final String ALL = "policies";
  private static final Scope OURS =
      Scope.ALL.labels(Labels.APP_MANAGED_BY + "=" + Labels.APP_MANAGED_BY_SLUICE);

  private final PodPolicies policies;
  private final NamespaceChecks checks;
  private final boolean mutates;
  private final Loop<String> loop;
  private final Feed<ClusterNamespaceOffloading> rules;
  private final Feed<MutatingAdmissionPolicy> mutating;
  private final Feed<MutatingAdmissionPolicyBinding> mutatingBindings;
  private final Feed<MutatingWebhookConfiguration> webhooks;
  private final Feed<ValidatingAdmissionPolicy> validating;
  private final Feed<ValidatingAdmissionPolicyBinding> validatingBindings;
  private final Feed<RuntimeClass> runtimeClasses;
  private final Keeper<MutatingAdmissionPolicy> policyKeeper;
  private final Keeper<MutatingAdmissionPolicyBinding> bindingKeeper;
  private final Keeper<MutatingWebhookConfiguration> webhookKeeper;
  private final Keeper<ValidatingAdmissionPolicy> checkKeeper;
  private final Keeper<ValidatingAdmissionPolicyBinding> checkBindingKeeper;
  private final Keeper<RuntimeClass> runtimeClassKeeper;

  public PolicyController(Api api, PodPolicies policies, NamespaceChecks checks) {
    this(api, policies, checks, true);
  }

  /** Everything but the policies that place pods: this API server does not know their kind. */
  static PolicyController withoutMutation(Api api, PodPolicies policies, NamespaceChecks checks) {
    return new PolicyController(api, policies, checks, false);
  }

  private PolicyController(Api api, PodPolicies policies, NamespaceChecks checks, boolean mutates) {
    this.mutates = mutates;
    this.policies = policies;
    this.checks = checks;
    this.loop = new Loop<>("admission-policies", _ -> reconcile(), Failures.logged("policies"));
    this.rules = feed(api, ClusterNamespaceOffloading.class, Scope.ALL);
    this.mutating = feed(api, MutatingAdmissionPolicy.class, OURS);
    this.mutatingBindings = feed(api, MutatingAdmissionPolicyBinding.class, OURS);
    this.webhooks = feed(api, MutatingWebhookConfiguration.class, OURS);
    this.validating = feed(api, ValidatingAdmissionPolicy.class, OURS);
    this.validatingBindings = feed(api, ValidatingAdmissionPolicyBinding.class, OURS);
    this.runtimeClasses = feed(api, RuntimeClass.class, OURS);
    this.policyKeeper = new Keeper<>(api, mutating, Names.FIELD_MANAGER);
    this.bindingKeeper = new Keeper<>(api, mutatingBindings, Names.FIELD_MANAGER);
    this.webhookKeeper = new Keeper<>(api, webhooks, Names.FIELD_MANAGER);
    this.checkKeeper = new Keeper<>(api, validating, Names.FIELD_MANAGER);
    this.checkBindingKeeper = new Keeper<>(api, validatingBindings, Names.FIELD_MANAGER);
    this.runtimeClassKeeper = new Keeper<>(api, runtimeClasses, Names.FIELD_MANAGER);
  }

  @Override
  public void start() {
    feeds().forEach(Feed::start);
    loop.start(1);
  }

  private Next reconcile() {
    if (!feeds().allMatch(Feed::synced)) {
      return Next.REST;
    }
    if (mutates) {
      List<PodPolicy> wanted = policies.all(rules.all());
      wanted.forEach(this::keep);
      keep(policies.ofUpdates());
      removeOthers(wanted.stream().map(PodPolicy::name).toList());
      webhookKeeper.remove(Ref.cluster(PodWebhooks.NAME)); // of a time before: never both (§5.5)
    }
    runtimeClassKeeper.keep(policies.runtimeClassObject());
    checks.policies().forEach(checkKeeper::keep);
    checks.bindings().forEach(checkBindingKeeper::keep);
    checkKeeper.keep(VirtualNodeRestriction.policy());
    checkBindingKeeper.keep(VirtualNodeRestriction.binding());
    return Next.REST;
  }

  private void keep(PodPolicy wanted) {
    policyKeeper.keep(wanted.policy());
    wanted.bindings().forEach(bindingKeeper::keep);
  }

  /** Policies of rules that are gone; the binding goes first, then nothing is half in force. */
  private void removeOthers(List<String> wanted) {
    Stream.concat(mutatingBindings.all().stream(), mutating.all().stream())
        .map(object -> object.getMetadata().getName())
        .distinct()
        .filter(name -> PodPolicies.ruleOf(name).isPresent() && !wanted.contains(name))
        .forEach(
            name -> {
              bindingKeeper.remove(Ref.cluster(name));
              policyKeeper.remove(Ref.cluster(name));
            });
  }

  private <T extends HasMetadata> Feed<T> feed(Api api, Class<T> type, Scope scope) {
    return new Feed<>(
        api,
        Kind.of(type),
        scope,
        new Feed.Listener<>() {
          @Override
          public void changed(Ref ref, @Nullable T now) {
            loop.queue().add(ALL);
          }

          @Override
          public void synced() {
            loop.queue().add(ALL);
          }
        });
  }

  private Stream<Feed<?>> feeds() {
    return Stream.concat(
        mutates ? Stream.of(mutating, mutatingBindings, webhooks) : Stream.empty(),
        Stream.of(rules, validating, validatingBindings, runtimeClasses));
  }

  @Override
  public void close() {
    feeds().forEach(Feed::close);
    loop.close();
  }
}
