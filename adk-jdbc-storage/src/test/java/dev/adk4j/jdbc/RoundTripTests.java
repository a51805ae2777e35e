package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.token.Tokenizable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a turn waits for PostgreSQL, as its driver's socket counts it: a gate. */
class RoundTripTests {

  private static final EnumSet<CallbackKey> ALL =
      EnumSet.range(CallbackKey.FETCH_MEMORIES, CallbackKey.REFRESH_STANDING_INSTRUCTIONS);

  /** The driver's ways to send statements, and to name those it prepares. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "&prepareThreshold=1",
        "&prepareThreshold=0",
        "&preferQueryMode=simple",
        "&preferQueryMode=extendedForPrepared",
        "&preferQueryMode=extendedCacheEverything",
        "&defaultRowFetchSize=1",
        "&binaryTransfer=false"
      })
  void aTurnWaitsThreeTimes(String settings) throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    try (TestDatabase database =
        TestDatabase.counted(with(server.url(), settings), server.user(), server.password())
            .withTables()) {
      JdbcPersistentStorage storage = database.storage();
      AgentContext ctx = Turns.context();
      fill(storage, ctx);
      List<String> alone = FetchTogetherTests.fetchAll(storage, ctx);

      // Often enough for the driver to have prepared everything.
      for (int turn = 0; turn < 8; turn++) {
        List<String> together = new ArrayList<>();
        long before = RoundTrips.count();
        storage.fetchTogether(
            ctx, ALL, () -> together.addAll(FetchTogetherTests.fetchAll(storage, ctx)));
        long fetched = RoundTrips.count();
        storage.storeMessage(ctx, Turns.user("user-" + turn));
        storage.deleteMessage(ctx, "user-" + turn);
        long stored = RoundTrips.count();

        assertThat(together).isEqualTo(alone);
        assertThat(fetched - before).as("fetches of turn %d", turn).isEqualTo(1);
        assertThat(stored - fetched).as("writes of turn %d", turn).isEqualTo(2);
      }
    }
  }

  /** Settings that make the driver ask about each statement before it sends the next. */
  @ParameterizedTest
  @ValueSource(strings = {"&prepareThreshold=-1", "&stringtype=unspecified"})
  void servesADriverWithRequestsBetweenStatements(String settings) throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    try (TestDatabase database =
        TestDatabase.counted(with(server.url(), settings), server.user(), server.password())
            .withTables()) {
      JdbcPersistentStorage storage = database.storage();
      AgentContext ctx = Turns.context();
      fill(storage, ctx);

      for (int turn = 0; turn < 8; turn++) {
        List<String> alone = FetchTogetherTests.fetchAll(storage, ctx);
        List<String> together = new ArrayList<>();
        storage.fetchTogether(
            ctx, ALL, () -> together.addAll(FetchTogetherTests.fetchAll(storage, ctx)));

        assertThat(together).isEqualTo(alone);
      }
    }
  }

  private static String with(String url, String settings) {
    return url.contains("?") ? url + settings : url + settings.replaceFirst("&", "?");
  }

  private static void fill(JdbcPersistentStorage storage, AgentContext ctx) throws Exception {
    for (int i = 1; i <= 30; i++) {
      storage.storeMessage(ctx, Turns.user("m" + i));
      storage.storeThought(ctx, Turns.thought("t" + i));
      storage.storeToolCall(ctx, Turns.toolCall("c" + i));
      storage.storeMemory(ctx, Turns.memory("p" + i));
      storage.storeRetrievable(ctx, Turns.retrievable("r" + i));
    }
    storage.storeStandingInstruction(ctx, Tokenizable.of("be brief"));
  }
}
