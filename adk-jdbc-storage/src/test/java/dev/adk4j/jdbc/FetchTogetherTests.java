package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.FetchLimits;
import dev.adk4j.storage.FetchesTogether;
import dev.adk4j.storage.FetchesTogether.Fetches;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Fetches that are announced give and fail as they do alone; only the journey is shared. */
class FetchTogetherTests extends OnSharedDatabase {

  private static final Set<CallbackKey> ALL =
      EnumSet.of(
          CallbackKey.REFRESH_STANDING_INSTRUCTIONS,
          CallbackKey.FETCH_MEMORIES,
          CallbackKey.FETCH_RETRIEVABLES,
          CallbackKey.FETCH_MESSAGES,
          CallbackKey.FETCH_THOUGHTS,
          CallbackKey.FETCH_TOOL_CALLS);

  private final CountingDataSource counting = new CountingDataSource(database.dataSource());
  private final JdbcPersistentStorage storage = storage(counting.dataSource());
  private final AgentContext ctx = Turns.context();

  FetchTogetherTests(DatabaseKind kind) {
    super(kind);
  }

  private static JdbcPersistentStorage storage(DataSource dataSource) {
    return JdbcPersistentStorage.builder(dataSource)
        .options(JdbcStorageOptions.DEFAULT.withFetchLimits(new FetchLimits(2, 3, 1, 2, 1)))
        .build();
  }

  private void together(FetchesTogether.Fetches fetches) throws Exception {
    storage.fetchTogether(ctx, ALL, fetches);
  }

  @Test
  void combinedFetchesReturnTheResultsOfSingleOnes() throws Exception {
    fill(ctx);
    fill(Turns.in(ctx.scope().tenant(), "somebody else", "another conversation"));
    AdkStorageAdmin.of(database.dataSource())
        .setStandingInstructions(ctx.scope().tenant(), List.of("for all", "of them"));
    List<String> alone = fetchAll(storage, ctx);
    counting.forget();

    List<String> together = together(ctx, ALL);

    assertThat(together)
        .isEqualTo(alone)
        .containsExactly(
            "for all", "of them", "be brief", "p2", "p3", "r3", "m2", "m3", "t1", "t2", "t3", "c3");
    assertThat(counting.sent()).hasSize(kind == DatabaseKind.POSTGRES ? 1 : 6);
    assertThat(together(ctx, ALL)).as("again").isEqualTo(alone);
  }

  @Test
  void unannouncedKindIsFetchedSeparately() throws Exception {
    fill(ctx);
    List<String> alone = fetchAll(storage, ctx);
    counting.forget();

    assertThat(together(ctx, EnumSet.of(CallbackKey.FETCH_MESSAGES, CallbackKey.FETCH_THOUGHTS)))
        .isEqualTo(alone);
    assertThat(counting.sent()).hasSize(kind == DatabaseKind.POSTGRES ? 5 : 6);
  }

  @Test
  void anAnswerIsGivenOnceAndNotKept() throws Exception {
    fill(ctx);
    List<Integer> sizes = new ArrayList<>();

    together(
        () -> {
          sizes.add(storage.fetchThoughts(ctx).size());
          elsewhere(() -> storage.deleteThought(ctx, "t1"));
          sizes.add(storage.fetchThoughts(ctx).size());
          elsewhere(() -> storage.deleteMessage(ctx, "m3"));
        });

    assertThat(sizes).containsExactly(3, 2);
    assertThat(storage.fetchMessages(ctx)).extracting(m -> m.id()).containsExactly("m1", "m2");
  }

  @Test
  void aWriteInBetweenIsSeen() throws Exception {
    fill(ctx);
    List<String> seen = new ArrayList<>();

    together(
        () -> {
          storage.fetchMemories(ctx);
          storage.storeMessage(ctx, Turns.user("m4"));
          storage.fetchMessages(ctx).forEach(m -> seen.add(m.id()));
        });
    together(
        () -> {
          storage.fetchMemories(ctx);
          Stores.unit(
              storage,
              ctx,
              () -> {
                storage.deleteMessage(ctx, "m4");
                storage.fetchMessages(ctx).forEach(m -> seen.add("in unit " + m.id()));
              });
          storage.fetchMessages(ctx).forEach(m -> seen.add(m.id()));
        });

    assertThat(seen).containsExactly("m3", "m4", "in unit m2", "in unit m3", "m2", "m3");
  }

  @Test
  void aWriteOfATurnWithinIsSeenByTheOuterOne() throws Exception {
    fill(ctx);
    List<String> seen = new ArrayList<>();

    together(
        () -> {
          storage.fetchMemories(ctx);
          together(() -> storage.storeMessage(ctx, Turns.user("m4")));
          storage.fetchMessages(ctx).forEach(m -> seen.add(m.id()));
        });

    assertThat(seen).containsExactly("m3", "m4");
  }

  @Test
  void anotherScopeIsNeverGivenTheseRows() throws Exception {
    fill(ctx);
    List<AgentContext> others =
        List.of(
            Turns.context(),
            Turns.in(ctx.scope().tenant(), "subject", "another conversation"),
            Turns.in("another " + ctx.scope().tenant(), "subject", "conversation"));

    together(
        () -> {
          storage.fetchMemories(ctx);
          for (AgentContext other : others) {
            assertThat(storage.fetchMessages(other)).isEmpty();
            assertThat(storage.fetchThoughts(other)).isEmpty();
          }
          assertThat(storage.fetchMemories(others.get(1))).hasSize(2);
          assertThat(storage.fetchMemories(others.get(2))).isEmpty();
          assertThat(storage.fetchMessages(ctx)).hasSize(2);
        });
  }

  @Test
  void missingScopePartFailsItsOwnKindOnly() throws Exception {
    fill(ctx);
    AgentContext nobody =
        AgentContexts.forScope(Scope.of(ctx.scope().tenant(), null, "conversation"));

    storage.fetchTogether(
        nobody,
        ALL,
        () -> {
          assertThat(storage.refreshStandingInstructions(nobody)).isEmpty();
          assertThat(storage.fetchMessages(nobody)).hasSize(2);
          assertCode(AdkErrorCode.E_STORAGE_SCOPE_MISSING, () -> storage.fetchMemories(nobody));
          assertThat(storage.fetchThoughts(nobody)).hasSize(3);
        });
  }

  @Test
  void aDamagedRowFailsItsOwnKindOnly() throws Exception {
    fill(ctx);
    database.execute(
        "update adk_thought set payload = 'nonsense' where tenant = '"
            + ctx.scope().tenant()
            + "'");

    together(
        () -> {
          assertThat(storage.fetchMessages(ctx)).hasSize(2);
          assertCode(AdkErrorCode.E_STORAGE_CORRUPT, () -> storage.fetchThoughts(ctx));
          assertThat(storage.fetchToolCalls(ctx)).hasSize(1);
        });
  }

  @Test
  void aMissingTableFailsItsOwnKindOnly() throws Exception {
    try (TestDatabase own = kind.withTables(2)) {
      JdbcPersistentStorage damaged = storage(own.dataSource());
      damaged.storeMessage(ctx, Turns.user("m"));
      own.execute("drop table adk_thought");

      damaged.fetchTogether(
          ctx,
          ALL,
          () -> {
            assertThat(damaged.fetchMessages(ctx)).hasSize(1);
            assertThatThrownBy(() -> damaged.fetchThoughts(ctx))
                .hasMessageContaining("adk_thought")
                .matches(e -> AdkException.is(e, StorageErrorCode.E_STORAGE_SCHEMA));
            assertThat(damaged.fetchToolCalls(ctx)).isEmpty();
          });
    }
  }

  @Test
  void firstFetchReportsAMissingDatabase() throws Exception {
    TestDatabase own = kind.withTables(2);
    JdbcPersistentStorage lost = storage(own.dataSource());
    own.close();

    lost.fetchTogether(
        ctx,
        ALL,
        () ->
            assertThatThrownBy(() -> lost.fetchMessages(ctx))
                .hasMessageContaining("fetching from adk_message"));
  }

  @Test
  void rethrowsExceptionsOfTheFetches() {
    Exception thrown = new Exception("by a fetch");

    assertThatThrownBy(
            () ->
                together(
                    () -> {
                      throw thrown;
                    }))
        .isSameAs(thrown);
    assertThat(storage.fetchMessages(ctx)).isEmpty();
  }

  private void fill(AgentContext of) throws Exception {
    JdbcPersistentStorage all = JdbcPersistentStorage.of(database.dataSource());
    for (int i = 1; i <= 3; i++) {
      all.storeMessage(of, Turns.user("m" + i));
      all.storeThought(of, Turns.thought("t" + i));
      all.storeToolCall(of, Turns.toolCall("c" + i));
      all.storeMemory(of, Turns.memory("p" + i));
      all.storeRetrievable(of, Turns.retrievable("r" + i));
    }
    all.storeStandingInstruction(of, Tokenizable.of("be brief"));
  }

  private List<String> together(AgentContext of, Set<CallbackKey> kinds) throws Exception {
    List<String> fetched = new ArrayList<>();
    storage.fetchTogether(of, kinds, () -> fetched.addAll(fetchAll(storage, of)));
    return fetched;
  }

  static List<String> fetchAll(JdbcPersistentStorage storage, AgentContext ctx) {
    List<String> fetched = new ArrayList<>();
    storage.refreshStandingInstructions(ctx).forEach(i -> fetched.add(i.value()));
    storage.fetchMemories(ctx).forEach(m -> fetched.add(m.id()));
    storage.fetchRetrievables(ctx).forEach(r -> fetched.add(r.id()));
    storage.fetchMessages(ctx).forEach(m -> fetched.add(m.id()));
    storage.fetchThoughts(ctx).forEach(t -> fetched.add(t.id()));
    storage.fetchToolCalls(ctx).forEach(c -> fetched.add(c.id()));
    return fetched;
  }

  private static void elsewhere(Fetches writes) throws Exception {
    AtOnce.run(1, n -> writes.run());
  }

  private static void assertCode(ErrorCode code, ThrowingCallable fetch) {
    assertThatThrownBy(fetch).matches(e -> AdkException.is(e, code));
  }
}
