package io.sluice.translate.reflect;

/** What a local object wants of its twin. */
public sealed interface Wish<R> {
  /** It shall be there and look like this. */
  record Wanted<R>(R twin) implements Wish<R> {}

  /**
   * It shall not be there.
   *
   * @param told whether the user hears of it: by policy yes, for want of interest no
   */
  record Unwanted<R>(String why, boolean told) implements Wish<R> {}

  /** Not our business: whatever is there stays. */
  record Leave<R>(String why) implements Wish<R> {}

  /** Something is missing that may come by itself. */
  record Unready<R>(String why) implements Wish<R> {}

  /** It cannot be so until somebody changes it. */
  record Refused<R>(String why) implements Wish<R> {}
}
