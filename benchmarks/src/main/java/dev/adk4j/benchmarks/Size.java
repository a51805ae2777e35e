package dev.adk4j.benchmarks;

import java.util.List;

/**
 * How much a run does.
 *
 * @param rounds measured ones; one more before them warms up
 * @param histories how many messages a conversation holds when a turn starts
 * @param turnsPerRound at most, and a second's worth
 * @param sliceMillis how long an arm runs in one round of the throughput benchmark
 * @param raceTurns of each of the eight writers on one conversation
 * @param jmhMillis of one JMH iteration; those that warm up are twice as long
 * @param deltas of the short stream; the long one has ten times as many
 * @param gates open at once
 * @param vectors in the collection that is searched
 */
public record Size(
    String name,
    int rounds,
    List<Integer> histories,
    int turnsPerRound,
    int sliceMillis,
    int raceTurns,
    int jmhMillis,
    int deltas,
    int gates,
    int vectors) {

  /** Some twenty minutes; what the page in docs is made from. */
  public static final Size FULL =
      new Size(
          "full",
          5,
          List.of(10, 100, 1_000, 10_000),
          40,
          1_200,
          1_000,
          350,
          20_000,
          100_000,
          10_000);

  /** The same with twice the rounds and longer slices. */
  public static final Size LONG =
      new Size(
          "long",
          10,
          List.of(10, 100, 1_000, 10_000),
          60,
          3_000,
          1_000,
          1_000,
          20_000,
          100_000,
          10_000);

  /** Some seven minutes, for looking at the effect of a change. */
  public static final Size QUICK =
      new Size(
          "quick", 3, List.of(10, 100, 1_000, 10_000), 15, 400, 100, 200, 20_000, 20_000, 10_000);

  /**
   * How long an arm of the overhead benchmark may warm up at most, until the compiler has nothing
   * left to do.
   */
  public int warmUpMillis() {
    return jmhMillis < 100 ? 0 : 20 * jmhMillis;
  }

  /** For the test that keeps all of this running; its figures mean nothing. */
  public static final Size TINY = new Size("tiny", 1, List.of(10, 30), 3, 50, 5, 20, 200, 200, 50);
}
