package dev.adk4j.jdbc.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.jdbc.SecuredDatabase;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.jdbc.context.JdbcSummaryStore;
import dev.adk4j.jdbc.limit.JdbcRateCounter;
import dev.adk4j.limit.Limit;
import dev.adk4j.limit.RateCounter.Rate;
import dev.adk4j.prompt.budget.BudgetLedger;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.prompt.context.SummaryStore.Entry;
import dev.adk4j.value.Scope;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Budgets and summaries under the optional policies, with a role that is not the tables' owner. */
class PromptRowLevelSecurityTests {

  private static final BudgetLedger.Usage USAGE = new BudgetLedger.Usage(1, 10, BigDecimal.ONE);

  @Test
  void ledgerAndSummariesNameTheirTenantAndSeeNoOther() throws Exception {
    try (SecuredDatabase database = new SecuredDatabase()) {
      TestDatabase owner = database.owner();
      TestDatabase app = database.application();
      JdbcBudgetLedger ledger = JdbcBudgetLedger.of(app.dataSource(), SecuredDatabase.OPTIONS);
      JdbcSummaryStore summaries = JdbcSummaryStore.of(app.dataSource(), SecuredDatabase.OPTIONS);
      JdbcRateCounter rates =
          JdbcRateCounter.of(app.dataSource(), SecuredDatabase.OPTIONS, InstantSource.system());
      for (String tenant : List.of("a", "b")) {
        BudgetLedger.Account account =
            new BudgetLedger.Account(BudgetLimit.Level.TENANT, tenant, "", "");
        ledger.charge(List.of(account), USAGE);
        assertThat(ledger.usage(account)).isEqualTo(USAGE);
        assertThat(ledger.accounts(tenant)).containsOnlyKeys(account);
        Scope scope = Scope.of(tenant, "ann", "c");
        summaries.save(scope, new Entry("of " + tenant, "m"));
        assertThat(summaries.load(scope)).contains(new Entry("of " + tenant, "m"));
        Rate rate = new Rate(Limit.TURNS_PER_HOUR, tenant, "ann", 1, Duration.ofDays(1));
        assertThat(rates.take(rate)).isEmpty();
        assertThat(rates.take(rate)).isPresent();
      }
      assertThat(app.query("select * from adk_budget")).as("no tenant named").isEmpty();
      assertThat(app.query("select * from adk_summary")).isEmpty();
      assertThat(app.query("select * from adk_rate")).isEmpty();
      assertThat(owner.count("select count(*) from adk_budget")).isEqualTo(2);
      assertThat(owner.count("select count(*) from adk_rate")).isEqualTo(2);
    }
  }
}
