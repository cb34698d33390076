package io.sluice.translate.share;

/**
 * How a provider lends.
 *
 * @param percentage of what is free, 0 to 100; the documents say 90 by default
 * @param each every consumer is promised the whole pool ({@code --sharing=each}) instead of its
 *     share
 * @param wholeDevices round counted devices up instead of down, so that one GPU is lent
 */
public record Lending(int percentage, boolean each, boolean wholeDevices) {
  public static final Lending DEFAULT = new Lending(90, false, false);

  public Lending {
    if (percentage < 0 || percentage > 100) {
      throw new IllegalArgumentException("a percentage lies between 0 and 100: " + percentage);
    }
  }
}
