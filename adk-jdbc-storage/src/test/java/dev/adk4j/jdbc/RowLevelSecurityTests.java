package dev.adk4j.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.jdbc.memory.JdbcExtractionJournal;
import dev.adk4j.jdbc.memory.JdbcMemoryStore;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.store.MemoryConversation;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.memory.store.SearchOptions;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The optional policies, seen by a role that is not the tables' owner. */
class RowLevelSecurityTests {

  @Test
  void historyIsAppendedReadAndSearchedWithinTheTenant() {
    try (SecuredDatabase database = new SecuredDatabase()) {
      TestDatabase app = database.application();
      ConversationHistory history =
          JdbcPersistentStorage.builder(app.dataSource())
              .options(SecuredDatabase.OPTIONS)
              .build()
              .history();
      Scope ann = Scope.of("tenant-a", "s", "c");
      Scope bob = Scope.of("tenant-b", "s", "c");
      history.append(ann, List.of(Turns.user("m")));
      history.append(bob, List.of(Turns.user("m"), Turns.thought("t")));
      assertThat(history.read(ann, 10)).hasSize(1);
      assertThat(history.search(ann, "oslo", 10, null)).hasSize(1);
      assertThat(history.search(bob.withConversation(null), "oslo", 10, null)).hasSize(1);
      assertThat(app.query("select * from adk_message")).isEmpty();
    }
  }

  @Test
  void aRoleOfTheApplicationSeesItsTenantOnlyAndOnlyWhenItNamesIt() throws Exception {
    try (SecuredDatabase database = new SecuredDatabase()) {
      TestDatabase owner = database.owner();
      TestDatabase app = database.application();
      JdbcPersistentStorage storage =
          JdbcPersistentStorage.builder(app.dataSource()).options(SecuredDatabase.OPTIONS).build();
      AgentContext ann = Turns.in("tenant-a", "s", "c");
      AgentContext bob = Turns.in("tenant-b", "s", "c");
      storage.storeMessage(ann, Turns.user("m"));
      storage.storeMessage(bob, Turns.user("m"));
      storage.storeMessage(ann, Turns.user("m"));
      storage.storeMemory(ann, Turns.memory("p"));
      storage.storeMediaBytes(ann, "b", ByteSource.of("bytes"));

      assertThat(storage.fetchMessages(ann)).hasSize(1);
      storage.fetchTogether(
          ann,
          EnumSet.of(CallbackKey.FETCH_MESSAGES, CallbackKey.FETCH_MEMORIES),
          () -> {
            assertThat(storage.fetchMessages(ann)).hasSize(1);
            assertThat(storage.fetchMemories(ann)).hasSize(1);
            assertThat(storage.fetchMemories(bob)).isEmpty();
          });
      assertThat(owner.count("select count(*) from adk_message")).isEqualTo(2);
      assertThat(app.query("select * from adk_message")).as("no tenant named").isEmpty();
      assertThatThrownBy(
              () ->
                  JdbcPersistentStorage.of(app.dataSource())
                      .storeMessage(ann, Turns.assistant("unnamed")))
          .hasStackTraceContaining("row-level security");
    }
  }

  @Test
  void everyTableWithATenantHasThePolicies() throws Exception {
    try (SecuredDatabase database = new SecuredDatabase()) {
      assertThat(
              database
                  .owner()
                  .query(
                      "select c.relname from pg_class c where c.relrowsecurity and"
                          + " (select count(*) from pg_policy p where p.polrelid = c.oid) = 2"))
          .containsExactlyInAnyOrderElementsOf(ExpectedTables.withTenant());
      assertThat(AdkSchema.of(database.application().dataSource()).policiesApply()).isTrue();
      assertThat(AdkSchema.of(database.owner().dataSource()).policiesApply()).isFalse();
      assertThat(AdkSchema.of(DatabaseKind.H2.shared().dataSource()).policiesApply()).isFalse();
    }
  }

  @Test
  void maintenanceRoleWorksAcrossTenants() throws Exception {
    try (SecuredDatabase database =
        new SecuredDatabase(
            JdbcStorageOptions.DEFAULT.withSchema("\"Agent Data\"").withTablePrefix("Bot_"), 2)) {
      DataSource app = database.application().dataSource();
      JdbcStorageOptions alone = database.options();
      JdbcStorageOptions kept = database.withMaintenance();
      JdbcPersistentStorage storage = JdbcPersistentStorage.builder(app).options(alone).build();
      JdbcTurnStore gates = JdbcTurnStore.of(app, alone, JdbcGateOptions.DEFAULT, null);
      JdbcExtractionJournal journal = JdbcExtractionJournal.of(app, alone, null);
      for (String tenant : new String[] {"a", "b\u0000\u0010"}) {
        AgentContext ctx = Turns.in(tenant, "s", "c");
        storage.storeMediaBytes(ctx, "m", ByteSource.of("nobody's"));
        storage.storeMessage(ctx, Turns.user("m"));
        gates.openGate(gate(ctx));
        journal.openTurn(new MemoryConversation(new MemoryOwner(tenant, "s"), "c"), "turn");
      }
      Instant tomorrow = Instant.now().plus(Duration.ofDays(1));

      assertThat(AdkStorageAdmin.of(app, alone, () -> tomorrow).cleanUpBytes(Duration.ofHours(1)))
          .isZero();
      assertThat(gates.gateCounts().open()).isZero();
      assertThat(journal.overdueTurns(Duration.ZERO, 10)).isEmpty();

      AdkStorageAdmin admin = AdkStorageAdmin.of(app, kept, () -> tomorrow);
      assertThat(admin.cleanUpBytes(Duration.ofHours(1))).isEqualTo(2);
      JdbcTurnStore all = JdbcTurnStore.of(app, kept, JdbcGateOptions.DEFAULT, null);
      assertThat(all.gateCounts().open()).isEqualTo(2);
      assertThat(all.sweep(null)).as("overdue gates of nodes that never lived").isEqualTo(2);
      assertThat(
              JdbcExtractionJournal.of(app, kept, null).overdueTurns(Duration.ZERO, 10).stream()
                  .map(turn -> turn.conversation().owner().tenant()))
          .containsExactly("a", "b\u0000\u0010");
      assertThat(admin.erase(new ErasureTarget.OlderThan(null, tomorrow)).messages()).isEqualTo(2);
    }
  }

  @Test
  void tenantsWithUnusualNamesWork() throws Exception {
    try (SecuredDatabase database = new SecuredDatabase()) {
      DataSource app = database.application().dataSource();
      String tenant = "odd\u0000\ud800\u0010'";
      AgentContext ctx = Turns.in(tenant, "s\u0000", "c\u0000");
      JdbcPersistentStorage storage =
          JdbcPersistentStorage.builder(app).options(SecuredDatabase.OPTIONS).build();
      storage.storeMessage(ctx, Turns.user("m\u0000"));
      assertThat(storage.fetchMessages(ctx)).hasSize(1);

      JdbcTurnStore gates =
          JdbcTurnStore.of(app, SecuredDatabase.OPTIONS, JdbcGateOptions.DEFAULT, null);
      TurnStore.Opening opening = gate(ctx);
      gates.openGate(opening);
      assertThat(gates.gates(GateQuery.UNDECIDED.withTenant(tenant))).hasSize(1);
      assertThat(
              gates.settle(
                  Stores.attempt(
                      opening.ref(),
                      GateDecision.Kind.REJECT,
                      GateActor.of("s", tenant, Set.of(), "http"),
                      null,
                      "no")))
          .extracting(TurnStore.Settled::won)
          .isEqualTo(true);
      gates.delivered(tenant, opening.ref());
      assertThat(gates.decisions(tenant, opening.ref(), false, null, 10)).hasSize(1);

      JdbcMemoryStore facts =
          JdbcMemoryStore.builder(app, "facts").options(SecuredDatabase.OPTIONS).build();
      MemoryOwner owner = new MemoryOwner(tenant, "s\u0000");
      facts.add("likes tea", Map.of(), MemoryWriteContext.of(owner));
      assertThat(facts.search("tea", SearchOptions.of(5, owner))).hasSize(1);
      assertThat(
              AdkStorageAdmin.of(app, SecuredDatabase.OPTIONS)
                  .erase(new ErasureTarget.Tenant(tenant))
                  .gates())
          .isEqualTo(1);
    }
  }

  /** One that is overdue. */
  private static TurnStore.Opening gate(AgentContext ctx) {
    return Stores.opening(
        ctx.scope(),
        Ids.next(),
        null,
        "approval",
        null,
        ctx.scope().tenant().startsWith("odd") ? null : Duration.ofMillis(1));
  }
}
