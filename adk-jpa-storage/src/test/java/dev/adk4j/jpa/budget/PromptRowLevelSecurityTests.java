package dev.adk4j.jpa.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.jpa.JpaPersistentStorage;
import dev.adk4j.jpa.JpaStorageOptions;
import dev.adk4j.jpa.PostgresServer;
import dev.adk4j.jpa.TestDatabase;
import dev.adk4j.jpa.context.JpaCompactStore;
import dev.adk4j.prompt.budget.BudgetAccount;
import dev.adk4j.prompt.budget.BudgetLevel;
import dev.adk4j.prompt.budget.BudgetUsage;
import dev.adk4j.prompt.context.CompactStore.Entry;
import dev.adk4j.value.Scope;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Budgets and summaries under the optional policies, with a role that is not the tables' owner. */
class PromptRowLevelSecurityTests {

  private static final JpaStorageOptions SECURED =
      JpaStorageOptions.DEFAULT.withRowLevelSecurity(true);

  private static final BudgetUsage USAGE = new BudgetUsage(1, 10, BigDecimal.ONE);

  @Test
  void ledgerAndSummariesNameTheirTenantAndSeeNoOther() throws Exception {
    PostgresServer server = PostgresServer.get().newDatabase();
    String role = "prompt_" + server.url().replaceAll(".*adk_([0-9a-f]{12}).*", "$1");
    try (TestDatabase owner =
        TestDatabase.open(server.url(), server.user(), server.password(), 2).withTables()) {
      owner.execute("create role " + role + " login password 'app' nosuperuser");
      owner.execute(
          "grant select, insert, update, delete on all tables in schema public to " + role);
      try (var script =
          JpaPersistentStorage.class.getResourceAsStream(
              "/db/adk/postgresql-row-level-security.sql")) {
        owner.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
      }
      try (TestDatabase app = TestDatabase.open(server.url(), role, "app", 2)) {
        JpaBudgetLedger ledger = JpaBudgetLedger.of(app.dataSource(), SECURED);
        JpaCompactStore summaries = JpaCompactStore.of(app.dataSource(), SECURED);
        for (String tenant : List.of("a", "b")) {
          BudgetAccount account = new BudgetAccount(BudgetLevel.TENANT, tenant, "", "");
          ledger.charge(List.of(account), USAGE);
          assertThat(ledger.usage(account)).isEqualTo(USAGE);
          assertThat(ledger.accounts(tenant)).containsOnlyKeys(account);
          Scope scope = Scope.of(tenant, "ann", "c");
          summaries.save(scope, new Entry("of " + tenant, "m"));
          assertThat(summaries.load(scope)).contains(new Entry("of " + tenant, "m"));
        }
        assertThat(app.query("select * from adk_budget")).as("no tenant named").isEmpty();
        assertThat(app.query("select * from adk_summary")).isEmpty();
        assertThat(owner.count("select count(*) from adk_budget")).isEqualTo(2);
      } finally {
        owner.execute("drop owned by " + role);
        owner.execute("drop role " + role);
      }
    }
  }
}
