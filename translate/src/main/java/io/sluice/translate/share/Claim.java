package io.sluice.translate.share;

/**
 * One borrower of the pool.
 *
 * @param id who: a consumer, or one of its slices
 * @param weight against the other claims; 0 keeps only what is used
 * @param used demand of its live pods
 * @param cap what it asked for at most; a name that is missing here has no cap
 */
public record Claim(String id, long weight, Amounts used, Amounts cap) {
  public Claim {
    if (weight < 0) {
      throw new IllegalArgumentException("a weight is not negative: " + weight);
    }
  }
}
