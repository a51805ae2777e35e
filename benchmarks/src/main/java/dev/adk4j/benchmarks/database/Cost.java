package dev.adk4j.benchmarks.database;

import dev.adk4j.benchmarks.Texts;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * What a turn costs whatever the machine: the counts that the build fails on.
 *
 * @param logBytes of write-ahead log without images of full pages, the median of the turns
 */
record Cost(StatementCounts statements, double logBytes) {

  static final double MOST_SELECTS = 6;
  static final double MOST_WRITES = 3;
  static final double MOST_LOG_BYTES = 2_560;

  /**
   * Runs twice as many turns as {@code turns}: asking for the log's position is a statement too.
   *
   * @param conversation of the next turn
   */
  static Cost of(
      BenchmarkDatabase database, Arm arm, Texts texts, Supplier<String> conversation, int turns)
      throws Exception {
    long[] bytes = new long[turns];
    for (int i = 0; i < turns; i++) {
      String before = database.logPosition();
      arm.turn(conversation.get(), texts.next(), texts.next());
      bytes[i] = database.logBytes(before, database.logPosition());
    }
    Arrays.sort(bytes);
    database.forgetStatements();
    for (int i = 0; i < turns; i++) {
      arm.turn(conversation.get(), texts.next(), texts.next());
    }
    return new Cost(database.statements(turns), bytes[turns / 2]);
  }
}
