package dev.adk4j.boot.llm;

import dev.adk4j.prompt.budget.Budget;
import dev.adk4j.prompt.budget.BudgetLedger;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.prompt.budget.ModelPrice;
import dev.adk4j.prompt.budget.PriceTable;
import dev.adk4j.turn.ToolApproval;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Prices, budgets and approvals, where properties ask for them; with any executor. */
@AutoConfiguration
@ConditionalOnProperty(name = "adk.enabled", matchIfMissing = true)
public final class AdkBudgetAutoConfiguration {

  /** After the limit of iterations, before the application's own middleware. */
  static final int BUDGET = -1_000;

  static final int APPROVAL = -900;

  @Bean
  @ConditionalOnMissingBean
  PriceTable adkPriceTable(Environment environment) {
    Map<String, ModelPrice> prices = new LinkedHashMap<>();
    AdkLlmProperties.prices(environment)
        .forEach((model, p) -> prices.put(model, new ModelPrice(p.input(), p.output())));
    return prices.isEmpty() ? PriceTable.EMPTY : PriceTable.of(prices);
  }

  @Bean
  @Order(BUDGET)
  @ConditionalOnMissingBean
  @ConditionalOnProperty("adk.llm.budget.limits[0].level")
  Budget adkBudget(
      Environment environment, PriceTable prices, ObjectProvider<BudgetLedger> ledger) {
    LlmProperties.Budget budget = AdkLlmProperties.of(environment).budget();
    Budget.Builder builder =
        Budget.builder().prices(prices).stop(budget.stop()).allowUnmetered(budget.allowUnmetered());
    budget.limits().forEach(limit -> builder.limit(limit(limit)));
    ledger.ifAvailable(builder::ledger);
    return builder.build();
  }

  @Bean
  @Order(APPROVAL)
  @ConditionalOnMissingBean
  @Conditional(ToolsToApprove.class)
  ToolApproval adkToolApproval(Environment environment) {
    LlmProperties.Approval approval = AdkLlmProperties.of(environment).approval();
    ToolApproval asking = ToolApproval.of(approval.tools().toArray(String[]::new));
    return approval.timeout().isZero() ? asking : asking.timeout(approval.timeout());
  }

  private static BudgetLimit limit(LlmProperties.Budget.Limit limit) {
    return new BudgetLimit(limit.level(), limit.period(), limit.tokens(), limit.cost());
  }
}
