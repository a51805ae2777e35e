package dev.adk4j.jdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.ErasureReport;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.OnSharedDatabase;
import dev.adk4j.jdbc.context.JdbcSummaryStore;
import dev.adk4j.primitive.Message;
import dev.adk4j.prompt.budget.BudgetLedger;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.prompt.context.SummaryStore.Entry;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.test.MutableClock;
import dev.adk4j.value.Scope;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an erasure takes of budgets and summaries, and what it says before. */
class PromptErasureTests extends OnSharedDatabase {

  private static final Instant OLD = Instant.parse("2026-01-15T03:04:05Z");

  private final MutableClock clock = MutableClock.at(OLD);
  private final AdkStorageAdmin admin = AdkStorageAdmin.of(database.dataSource());
  private final JdbcBudgetLedger ledger =
      JdbcBudgetLedger.of(database.dataSource(), JdbcStorageOptions.DEFAULT, clock);
  private final JdbcSummaryStore summaries =
      JdbcSummaryStore.of(database.dataSource(), JdbcStorageOptions.DEFAULT, clock);

  PromptErasureTests(DatabaseKind kind) {
    super(kind);
  }

  @Test
  void aConversationTakesItsSummaryAndAccount() {
    fill("ann", "gone");
    fill("ann", "kept");
    erase(new ErasureTarget.Conversation(tenant, "gone"), 1, 1);
    assertThat(owners()).containsExactly("conversation|kept|", "subject|ann|", "tenant||");
    assertThat(summaries.load(Scope.of(tenant, "ann", "gone"))).isEmpty();
    assertThat(summaries.load(Scope.of(tenant, "ann", "kept"))).isPresent();
  }

  @Test
  void erasesAConversationWithoutRecords() {
    charge(BudgetLimit.Level.CONVERSATION, "c", "");
    summaries.save(Scope.of(tenant, null, "c"), new Entry("s", "m"));
    erase(new ErasureTarget.Conversation(tenant, "c"), 1, 1);
  }

  @Test
  void aSubjectTakesItsAccountsAndThoseOfItsConversations() {
    fill("ann", "a");
    fill("bob", "b");
    charge(BudgetLimit.Level.SUBJECT, "ann", "2026-01");
    // the subject's two accounts, and the one of its conversation
    erase(new ErasureTarget.Subject(tenant, "ann"), 1, 3);
    assertThat(owners()).containsExactly("conversation|b|", "subject|bob|", "tenant||");
  }

  @Test
  void aTenantTakesEverything() {
    fill("ann", "a");
    fill("bob", "b");
    erase(new ErasureTarget.Tenant(tenant), 2, 5);
    assertThat(owners()).isEmpty();
  }

  @Test
  void retentionErasesEndedPeriodsAndResetsNoBudget() {
    fill("ann", "a");
    database.execute(
        "update adk_conversation set last_activity_at = 1000 where tenant = '" + tenant + "'");
    charge(BudgetLimit.Level.CONVERSATION, "never-stored", "");
    charge(BudgetLimit.Level.SUBJECT, "ann", "2026-01-15");
    charge(BudgetLimit.Level.TENANT, "", "2026-01-15");
    charge(BudgetLimit.Level.TENANT, "", "2026-01");
    summaries.save(Scope.of(tenant, null, "never-stored"), new Entry("s", "m"));

    // the same day and month: only what goes with conversations
    erase(new ErasureTarget.OlderThan(tenant, Instant.parse("2026-01-15T23:59:59Z")), 2, 2);
    assertThat(owners())
        .containsExactly(
            "subject|ann|",
            "subject|ann|2026-01-15",
            "tenant||",
            "tenant||2026-01",
            "tenant||2026-01-15");

    erase(new ErasureTarget.OlderThan(tenant, Instant.parse("2026-01-16T00:00:00Z")), 0, 2);
    assertThat(owners()).containsExactly("subject|ann|", "tenant||", "tenant||2026-01");

    erase(new ErasureTarget.OlderThan(tenant, Instant.parse("2026-02-01T00:00:00Z")), 0, 1);
    assertThat(owners()).containsExactly("subject|ann|", "tenant||");
  }

  @Test
  void retentionKeepsTheAccountOfAnExistingConversation() {
    fill("ann", "quiet");
    charge(BudgetLimit.Level.CONVERSATION, "quiet", "");
    erase(new ErasureTarget.OlderThan(tenant, Instant.parse("2026-02-01T00:00:00Z")), 0, 0);
    assertThat(owners()).contains("conversation|quiet|");
  }

  /** The preview says what the erasure does, and the erasure leaves nothing for a second one. */
  private void erase(ErasureTarget target, long summaries, long budgets) {
    ErasureReport preview = admin.preview(target);
    assertThat(preview.summaries()).isEqualTo(summaries);
    assertThat(preview.budgets()).isEqualTo(budgets);
    assertThat(admin.erase(target)).isEqualTo(preview);
    ErasureReport again = admin.preview(target);
    assertThat(again.summaries() + again.budgets()).isZero();
  }

  /** A stored message, a summary, and an account of each kind. */
  private void fill(String subject, String conversation) {
    Scope scope = Scope.of(tenant, subject, conversation);
    database.storage().storeMessage(AgentContexts.forScope(scope), Message.user("m", "hello", OLD));
    summaries.save(scope, new Entry("about " + subject, "m"));
    charge(BudgetLimit.Level.CONVERSATION, conversation, "");
    charge(BudgetLimit.Level.SUBJECT, subject, "");
    charge(BudgetLimit.Level.TENANT, "", "");
  }

  private void charge(BudgetLimit.Level level, String key, String period) {
    ledger.charge(
        List.of(new BudgetLedger.Account(level, tenant, key, period)),
        new BudgetLedger.Usage(1, 10, BigDecimal.ONE));
  }

  private List<String> owners() {
    return database.query(
        "select level, owner, period from adk_budget where tenant = '"
            + tenant
            + "' order by level, owner, period");
  }
}
