package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import org.junit.jupiter.api.Test;

/** A turn in a long conversation reads as many rows as one in a short one. */
class HistoryLengthTests extends OnEachDatabase {

  @Test
  void theNewestRecordsAreReadFromTheEndOfAnIndexWithoutSorting() throws Exception {
    boolean h2 = kind == DatabaseKind.H2;
    AgentContext ctx = Turns.in("t", "ann", "c");
    database.storage().storeMessage(ctx, Turns.user("m"));
    database.execute(
        "insert into adk_message (tenant, conversation, seq, id, role, content, identity,"
            + " created_at, updated_at) select tenant, conversation, x, 'm' || x, role, content,"
            + " identity, 0, 0 from adk_message, "
            + (h2 ? "system_range(2, 5000) n(x)" : "generate_series(2, 5000) n(x)"));
    database.execute("analyze");
    WaitingPlansTests.Explained explained = new WaitingPlansTests.Explained(database.dataSource());

    JdbcPersistentStorage.of(explained.proxy).fetchMessages(ctx);

    assertThat(explained.plans).isNotEmpty();
    assertThat(explained.plans)
        .allSatisfy(plan -> assertThat(plan).contains(h2 ? "index sorted" : "Index Scan Backward"));
  }
}
