package io.sluice.translate.node;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.sluice.api.vocab.ConditionTypes;
import io.sluice.api.wire.Frozen;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the breaker of a virtual node held when its last process ended (D-21). The Node's condition
 * remembers it; the word of a person that came after it counts, though nobody was there to hear it.
 *
 * @param why in the words of the process that held
 * @param since when it began to
 */
public record HeldDeletions(String why, Instant since) {

  public static Optional<HeldDeletions> on(@Nullable Node node) {
    if (node == null || node.getStatus() == null) {
      return Optional.empty();
    }
    return Frozen.list(node.getStatus().getConditions()).stream()
        .filter(condition -> ConditionTypes.DELETIONS_HELD.equals(condition.getType()))
        .filter(condition -> "True".equals(condition.getStatus()))
        .findFirst()
        .map(
            condition ->
                new HeldDeletions(
                    String.valueOf(condition.getMessage()),
                    instant(condition).orElse(Instant.MAX)));
  }

  /**
   * Whether a person has resumed it.
   *
   * @param said the value of the annotation; a time, when `sluice resume` wrote it
   */
  public boolean isResumedBy(String said) {
    return instant(said).filter(moment -> moment.isAfter(since)).isPresent();
  }

  private static Optional<Instant> instant(NodeCondition condition) {
    return instant(String.valueOf(condition.getLastTransitionTime()));
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException notATime) {
      return Optional.empty();
    }
  }
}
