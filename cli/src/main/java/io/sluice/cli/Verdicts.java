package io.sluice.cli;

import io.sluice.api.authentication.ResourceSlice;
import io.sluice.api.authentication.SliceCondition;
import io.sluice.api.authentication.SliceConditionType;
import io.sluice.api.authentication.SliceVerdict;
import io.sluice.cli.shell.Progress;
import io.sluice.cli.shell.Target;
import io.sluice.cli.shell.Trouble;
import io.sluice.engine.kube.Kind;
import io.sluice.engine.kube.Ref;
import io.sluice.manager.border.Patience;
import io.sluice.translate.tenant.SliceRules;
import java.util.Optional;

/** What a provider says to a request for resources. */
final class Verdicts {
  private Verdicts() {}

  /** Waits for both parts of it and tells what was granted. */
  static void awaited(Target home, Ref ref, Patience patience, Progress progress) {
    progress.step("verdict on the credentials of the slice");
    granted(home, ref, patience, SliceConditionType.AUTHENTICATION);
    progress.step("verdict on the resources");
    ResourceSlice slice = granted(home, ref, patience, SliceConditionType.RESOURCES);
    progress.step("granted: " + Text.quantities(slice.getStatus().resources()));
  }

  private static ResourceSlice granted(
      Target home, Ref ref, Patience patience, SliceConditionType type) {
    return patience.until(
        "the provider to decide on ResourceSlice " + ref,
        () -> {
          ResourceSlice slice = home.api().get(Kind.of(ResourceSlice.class), ref);
          Optional<SliceCondition> word = SliceRules.condition(slice, type);
          if (word.filter(said -> said.status() == SliceVerdict.DENIED).isPresent()) {
            throw Trouble.error(
                "the provider denies: %s (%s)".formatted(word.get().message(), word.get().reason()),
                "talk to the provider, or ask for less, then run the command again");
          }
          return SliceRules.isAccepted(slice, type) ? Optional.of(slice) : Optional.empty();
        });
  }
}
