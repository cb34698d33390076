package io.sluice.manager.provider.namespaces;

import io.fabric8.kubernetes.api.model.Namespace;
import io.sluice.engine.kube.Ref;
import io.sluice.translate.namespaces.TwinStep;
import java.util.Optional;

/** Takes the steps of a plan. */
record TwinWorks(Fixture fixture, Emptying emptying) {

  /** Takes one step; false when it takes longer and has to be tried again. */
  boolean take(TwinStep step, TwinRules.Given given) {
    return switch (step) {
      case TwinStep.Create(_, String remote, Namespace twin) -> {
        if (given.isTenant()) {
          fixture.create(twin);
        }
        yield given.isTenant() && furnish(remote, given);
      }
      case TwinStep.Repair(_, String remote, Namespace twin) -> {
        if (given.isTenant()) {
          fixture.repair(twin);
        }
        yield given.isTenant() && furnish(remote, given);
      }
      case TwinStep.Keep(_, String remote) -> furnish(remote, given);
      case TwinStep.Delete(_, String remote, String uid) -> {
        fixture.delete(remote, uid);
        yield true;
      }
      case TwinStep.Release(_, String remote, Namespace kept) -> release(remote, kept, given);
      case TwinStep.Conflict _, TwinStep.Await _, TwinStep.Forget _ -> true;
    };
  }

  /**
   * Limits first, rights last: the consumer may do nothing here before its guardrails are in force
   * and Kubernetes counts what it does.
   */
  private boolean furnish(String remote, TwinRules.Given given) {
    boolean limited = fixture.limit(given.backstop(remote));
    if (!given.isGuarded()) {
      return false;
    }
    return fixture.bind(given.twins().binding(remote)) && limited;
  }

  /** Rights first: what is deleted must not come back. */
  private boolean release(String remote, Namespace kept, TwinRules.Given given) {
    fixture.unbind(Ref.of(given.twins().binding(remote)));
    Optional<String> claims = emptying.claimsLeft(remote);
    claims.ifPresent(names -> end(kept, names));
    return claims.isPresent();
  }

  /** A namespace is kept for its claims; without any it goes like all others. */
  private void end(Namespace kept, String claims) {
    if (claims.isEmpty()) {
      fixture.delete(kept.getMetadata().getName(), kept.getMetadata().getUid());
    } else {
      fixture.release(kept, claims);
    }
  }
}
