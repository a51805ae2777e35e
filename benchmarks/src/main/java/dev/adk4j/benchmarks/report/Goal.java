package dev.adk4j.benchmarks.report;

/**
 * What was promised and what was found.
 *
 * @param hard whether it is a count that the build fails on, not a time
 */
public record Goal(String promise, String found, boolean met, boolean hard) {

  public static Goal count(String promise, double found, double most) {
    return new Goal(promise, Numbers.format(found), found <= most, true);
  }

  public static Goal atMost(String promise, double found, double most, String unit) {
    return new Goal(promise, Numbers.format(found) + unit, found <= most, false);
  }

  public static Goal atLeast(String promise, double found, double least, String unit) {
    return new Goal(promise, Numbers.format(found) + unit, found >= least, false);
  }

  /** How many times slower the peer is. */
  public static Goal faster(String promise, Samples ours, Samples peer, double least) {
    return atLeast(promise, peer.over(ours).median(), least, "×");
  }

  /** How many times slower than the peer this library may be. */
  public static Goal within(String promise, Samples ours, Samples peer, double most) {
    return atMost(promise, ours.over(peer).median(), most, "×");
  }

  String verdict() {
    return met ? "met" : "**missed**";
  }
}
