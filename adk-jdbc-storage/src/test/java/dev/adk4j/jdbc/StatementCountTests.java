package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.adk4j.loop.AgentContext;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What a turn costs in statements, and on PostgreSQL in write-ahead log. */
class StatementCountTests extends OnSharedDatabase {

  private final CountingDataSource counting = new CountingDataSource(database.dataSource());
  private final JdbcPersistentStorage storage = JdbcPersistentStorage.of(counting.dataSource());
  private final AgentContext ctx = Turns.context();

  StatementCountTests(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void aTurnWithTwoMessagesIsSixSelectsAndTwoWrites() throws Exception {
    turn(0);
    counting.forget();

    turn(1);

    assertThat(counting.selects()).isEqualTo(6);
    assertThat(counting.writes()).isEqualTo(2);
    System.out.println(kind + ": a turn with two messages is 6 selects and 2 writes");
  }

  @Test
  void theFirstTurnOfAConversationIsNotDearer() throws Exception {
    counting.forget();

    turn(0);

    assertThat(counting.selects()).isEqualTo(6);
    assertThat(counting.writes()).isEqualTo(2);
  }

  @Test
  void lookingAtTheTablesIsOneStatement() {
    counting.forget();

    AdkSchema.of(counting.dataSource()).apply(AdkSchemaMode.CREATE_IF_MISSING);

    assertThat(counting.sent())
        .singleElement(as(STRING))
        .contains(kind == DatabaseKind.POSTGRES ? "pg_catalog" : "information_schema");
  }

  @Test
  void aFlushOfAllKindsIsOneStatementOrOnePerTable() throws Exception {
    counting.forget();

    Stores.unit(
        storage,
        ctx,
        () -> {
          storage.storeThought(ctx, Turns.thought("t1"));
          storage.storeToolCall(ctx, Turns.toolCall("c1"));
          storage.storeToolCall(ctx, Turns.toolCall("c2"));
          storage.storeMessage(ctx, Turns.assistant("m1"));
        });

    assertThat(counting.writes()).isEqualTo(kind == DatabaseKind.POSTGRES ? 1 : 3);
    assertThat(counting.selects()).isZero();
    assertThat(counting.sent().stream().filter(sql -> sql.equals("-- commit")))
        .hasSize(kind == DatabaseKind.POSTGRES ? 0 : 1);
    assertThat(
            database.query(
                "select seq, id from adk_thought where tenant = '"
                    + ctx.scope().tenant()
                    + "'"
                    + " union all select seq, id from adk_tool_call where tenant = '"
                    + ctx.scope().tenant()
                    + "'"
                    + " union all select seq, id from adk_message where tenant = '"
                    + ctx.scope().tenant()
                    + "'"
                    + " order by 1"))
        .containsExactly("1|t1", "2|c1", "3|c2", "4|m1");
  }

  @Test
  void mutateAndDeleteAreOneStatementEach() throws Exception {
    storage.storeMessage(ctx, Turns.user("m"));
    counting.forget();

    storage.mutateMessage(ctx, Turns.assistant("m"));
    storage.deleteMessage(ctx, "m");

    assertThat(counting.sent()).hasSize(2);
  }

  @Test
  void logWrittenPerTurnDoesNotGrowWithTheHistory() throws Exception {
    if (kind == DatabaseKind.H2) {
      return;
    }
    long early = logOf(10, 50);
    for (int i = 0; i < 300; i++) {
      turn(10_000 + i);
    }
    // what the server writes beside, such as its own cleaning up, can only add to it
    long late = Long.MAX_VALUE;
    for (int series = 0; series < 3; series++) {
      late = Math.min(late, logOf(20_000 + 1_000 * series, 50));
    }

    System.out.println(
        "POSTGRES: write-ahead log per turn "
            + early
            + " bytes early, "
            + late
            + " bytes after hundreds of turns");
    assertThat(late).isLessThan(2_560);
  }

  private long logOf(int first, int turns) throws Exception {
    turn(first);
    String position = "select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint";
    database.execute("checkpoint");
    turn(first + 1);
    long[] samples = new long[turns];
    for (int i = 0; i < turns; i++) {
      long before = database.count(position);
      turn(first + 2 + i);
      samples[i] = database.count(position) - before;
    }
    Arrays.sort(samples);
    return samples[turns / 2];
  }

  private void turn(int n) throws Exception {
    storage.fetchMessages(ctx);
    storage.fetchThoughts(ctx);
    storage.fetchToolCalls(ctx);
    storage.fetchMemories(ctx);
    storage.fetchRetrievables(ctx);
    storage.refreshStandingInstructions(ctx);
    Stores.unit(storage, ctx, () -> storage.storeMessage(ctx, Turns.user("user-" + n)));
    Stores.unit(storage, ctx, () -> storage.storeMessage(ctx, Turns.assistant("assistant-" + n)));
  }
}
