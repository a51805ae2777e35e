package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.value.Scope;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many writers of one conversation: nothing lost, nothing twice, no number left out, nobody stuck.
 */
class ConcurrentWriterTests extends OnSharedDatabase {

  private static final int WRITERS = 8;

  private final JdbcPersistentStorage storage = database.storage();
  private final AgentContext ctx = Turns.context();

  ConcurrentWriterTests(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void eightWritersNumberTheirRecordsWithoutGaps() throws Exception {
    numberTheirRecordsWithoutGaps(100);
  }

  @Nested
  @Tag("slow")
  class OfAThousandTurnsEach {

    @Test
    void numberTheirRecordsWithoutGaps() throws Exception {
      ConcurrentWriterTests.this.numberTheirRecordsWithoutGaps(1_000);
    }
  }

  private void numberTheirRecordsWithoutGaps(int turns) throws Exception {
    long start = System.nanoTime();

    together(
        writer -> {
          for (int n = 0; n < turns; n++) {
            String id = writer + "-" + n;
            storage.storeMessage(ctx, Turns.user("u-" + id));
            Stores.unit(
                storage,
                ctx,
                () -> {
                  storage.storeThought(ctx, Turns.thought("t-" + id));
                  storage.storeMessage(ctx, Turns.assistant("a-" + id));
                });
          }
        });

    long records = 3L * WRITERS * turns;
    System.out.printf(
        "%s: %,d turns of %d writers on one conversation: %,d turns/s%n",
        kind,
        WRITERS * turns,
        WRITERS,
        WRITERS * turns * 1_000_000_000L / (System.nanoTime() - start));
    assertThat(numbers()).isEqualTo(records + "|" + records + "|1|" + records);
    assertThat(counter()).isEqualTo(records);
  }

  @Test
  void concurrentStoresOfTheSameRecordsLeaveNoGap() throws Exception {
    together(
        writer -> {
          for (int n = 0; n < 50; n++) {
            storage.storeMessage(ctx, Turns.user("same-" + n));
            storage.storeMessage(ctx, Turns.user(writer + "-" + n));
          }
        });

    long records = 50L + 50 * WRITERS;
    assertThat(numbers()).isEqualTo(records + "|" + records + "|1|" + records);
    assertThat(counter()).isEqualTo(records);
  }

  @Test
  void changesOfTheSameRecordsInDifferentOrderDoNotDeadlock() throws Exception {
    together(
        writer -> {
          for (int n = 0; n < 40; n++) {
            int round = n;
            Stores.unit(
                storage,
                ctx,
                () -> {
                  boolean forward = writer % 2 == 0;
                  storage.mutateMessage(ctx, Turns.user(forward ? "x" : "y"));
                  storage.mutateMemory(ctx, Turns.memory(forward ? "p" : "q"));
                  storage.storeThought(ctx, Turns.thought(writer + "-" + round));
                  storage.mutateMessage(ctx, Turns.assistant(forward ? "y" : "x"));
                  storage.mutateMemory(ctx, Turns.memory(forward ? "q" : "p"));
                });
          }
        });

    assertThat(storage.fetchMemories(ctx)).hasSize(2);
    assertThat(counter()).isEqualTo(2 + 40L * WRITERS);
  }

  /** Each conversation has a counter of its own, so only the rows themselves are in the way. */
  @Test
  void conversationsOfOneSubjectMayChangeItsMemoriesInDifferentOrder() throws Exception {
    together(
        writer -> {
          AgentContext own =
              AgentContexts.forScope(
                  Scope.of(ctx.scope().tenant(), ctx.scope().subject(), "own-" + writer));
          for (int n = 0; n < 40; n++) {
            int round = n;
            Stores.unit(
                storage,
                own,
                () -> {
                  boolean forward = (writer + round) % 2 == 0;
                  storage.storeMemory(own, Turns.memory("first-" + round));
                  storage.mutateMemory(own, Turns.memory(forward ? "p" : "q"));
                  storage.storeThought(own, Turns.thought(writer + "-" + round));
                  storage.mutateMemory(own, Turns.memory(forward ? "q" : "p"));
                });
          }
        });

    assertThat(storage.fetchMemories(ctx)).hasSize(2 + 40);
    assertThat(
            database.count(
                "select count(*) from adk_thought where tenant = '" + ctx.scope().tenant() + "'"))
        .isEqualTo(40L * WRITERS);
  }

  private void together(AtOnce.Work work) throws Exception {
    AtOnce.run(WRITERS, work);
  }

  /** Rows, distinct numbers, the lowest and the highest. */
  private String numbers() {
    String where = " where tenant = '" + ctx.scope().tenant() + "'";
    return database
        .query(
            "select count(*), count(distinct seq), min(seq), max(seq) from (select seq from adk_message"
                + where
                + " union all select seq from adk_thought"
                + where
                + ") r")
        .getFirst();
  }

  private long counter() {
    return database.count(
        "select last_seq from adk_conversation where tenant = '" + ctx.scope().tenant() + "'");
  }
}
