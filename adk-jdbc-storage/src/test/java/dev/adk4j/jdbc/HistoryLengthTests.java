package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.FetchLimits;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a turn costs in a long conversation. */
@ParameterizedClass
@EnumSource
@Tag("slow")
class HistoryLengthTests {

  private static final int SHORT = 100;
  private static final int LONG = 100_000;

  private final DatabaseKind kind;

  HistoryLengthTests(DatabaseKind kind) {
    this.kind = kind;
  }

  @Test
  void aTurnInALongConversationTakesNoLongerThanInAShortOne() throws Exception {
    try (TestDatabase database = kind.withTables(4)) {
      JdbcPersistentStorage storage =
          JdbcPersistentStorage.builder(database.dataSource())
              .options(JdbcStorageOptions.DEFAULT.withFetchLimits(FetchLimits.all(50)))
              .build();
      fill(database, "short", SHORT);
      fill(database, "long", LONG);
      if (kind == DatabaseKind.POSTGRES) {
        database.execute("analyze");
      }
      double[] ratios = new double[5];
      for (int round = 0; round < ratios.length; round++) {
        long brief = turns(storage, "short", round);
        ratios[round] = (double) turns(storage, "long", round) / brief;
      }
      Arrays.sort(ratios);
      System.out.printf(
          "%s: a turn at %,d messages takes %.2f times one at %d (%s)%n",
          kind, LONG, ratios[ratios.length / 2], SHORT, Arrays.toString(ratios));
      assertThat(ratios[0]).as("best of %s", Arrays.toString(ratios)).isLessThan(1.5);
    }
  }

  private static void fill(TestDatabase database, String conversation, int messages) {
    boolean h2 = database.pool().getJdbcUrl().startsWith("jdbc:h2:");
    String numbers = h2 ? "system_range(1, %d) n(x)" : "generate_series(1, %d) n(x)";
    database.execute(
        ("insert into adk_message (tenant, conversation, seq, id, role, content, identity,"
                + " created_at, updated_at) select 't', '%s', x, 'm' || x, 'user', 'Hello there.',"
                + " '%s', 0, 0 from "
                + numbers)
            .formatted(conversation, identity(), messages));
    database.execute(
        "insert into adk_conversation values ('t', '%s', 'ann', %d, 0, 0)"
            .formatted(conversation, messages));
  }

  private static String identity() {
    try (TestDatabase sample = DatabaseKind.H2.empty(1).withTables()) {
      sample.storage().storeMessage(Turns.in("t", "ann", "c"), Turns.user("m"));
      return sample.query("select identity from adk_message").getFirst();
    }
  }

  /** The median of some, after some that are not counted. */
  private static long turns(JdbcPersistentStorage storage, String conversation, int round)
      throws Exception {
    AgentContext ctx = Turns.in("t", "ann", conversation);
    long[] nanos = new long[30];
    for (int i = -10; i < nanos.length; i++) {
      String id = "r" + round + "-" + i;
      long start = System.nanoTime();
      storage.fetchMessages(ctx);
      storage.fetchThoughts(ctx);
      storage.fetchToolCalls(ctx);
      storage.fetchRetrievables(ctx);
      storage.unitOfWork().execute(ctx, () -> storage.storeMessage(ctx, Turns.user("u" + id)));
      storage.unitOfWork().execute(ctx, () -> storage.storeMessage(ctx, Turns.assistant("a" + id)));
      storage.mutateMessage(ctx, Turns.assistant("a" + id));
      if (i >= 0) {
        nanos[i] = System.nanoTime() - start;
      }
    }
    Arrays.sort(nanos);
    return nanos[nanos.length / 2];
  }
}
