package dev.adk4j.durable.cost;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import dev.adk4j.jdbc.CountingDataSource;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.TestDatabase;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Statements of durable turns, with those of the queue, beside plain ones; {@link DurableCost}
 * measures the same and more.
 */
@Timeout(120)
class TurnStatementTests {

  @Test
  void aDurableTurnIsAtMostSevenWritesMoreAndTwoAnIterationWithATool() throws Exception {
    try (TestDatabase database = DatabaseKind.POSTGRES.withTables(8)) {
      CountingDataSource counting = new CountingDataSource(database.dataSource());
      try (PayingAgent agent =
          new PayingAgent(counting.dataSource(), 2, Duration.ofMinutes(5)).begin()) {
        // the first turns look at the tables
        more(agent, database, counting, 0);

        long without = more(agent, database, counting, 0);
        long with = more(agent, database, counting, PayingAgent.PAYMENTS);

        assertThat(without).isLessThanOrEqualTo(7);
        assertThat(with - without).isLessThanOrEqualTo(2 * PayingAgent.PAYMENTS);
      }
    }
  }

  private static long more(
      PayingAgent agent, TestDatabase database, CountingDataSource counting, int payments) {
    agent.payments(payments);
    String id = "c" + System.nanoTime();
    counting.forget();
    agent.conversation(id).ask(PayingAgent.ASKS);
    long plain = writes(counting);
    counting.forget();
    agent.conversation("d" + id).durable().send(PayingAgent.ASKS).answer();
    await().until(() -> database.count("select count(*) from adk_task") == 0);
    assertThat(counting.sent())
        .as("the turn is queued once, in the round trip that stores it")
        .filteredOn(sql -> sql.contains("insert into adk_task"))
        .singleElement(as(STRING))
        .startsWith("insert into adk_waiting_turn");
    assertThat(counting.sent())
        .as("a turn that this run has ended is not read again")
        .noneMatch(sql -> sql.endsWith("where w.tenant = ? and w.turn_id = ?"));
    assertThat(counting.sent()).as("each statement commits by itself").doesNotContain("-- commit");
    return writes(counting) - plain;
  }

  private static long writes(CountingDataSource counting) {
    return counting.sent().stream()
        .flatMap(sql -> Stream.of(sql.split("; ")))
        .map(String::strip)
        .filter(sql -> !sql.startsWith("select") && !sql.startsWith("-- "))
        .count();
  }
}
