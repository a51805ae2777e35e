package dev.adk4j.boot.llm;

import dev.adk4j.boot.AdkOrder;
import dev.adk4j.boot.internal.condition.ConditionalOnChoice;
import dev.adk4j.boot.internal.condition.ConditionalOnStorageDatabase;
import dev.adk4j.boot.internal.condition.ConditionalOnSwitch;
import dev.adk4j.boot.internal.properties.AdkProperties;
import dev.adk4j.boot.internal.properties.LlmProperties;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.budget.JdbcBudgetLedger;
import dev.adk4j.prompt.budget.Budget;
import dev.adk4j.prompt.budget.BudgetLedger;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.prompt.budget.InMemoryBudgetLedger;
import dev.adk4j.prompt.budget.ModelPrice;
import dev.adk4j.prompt.budget.PriceTable;
import dev.adk4j.turn.ToolApproval;
import dev.adk4j.vector.retrieval.ToolSearch;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of prices, budgets, approvals and tool search, if properties configure them;
 * with any executor.
 */
@AutoConfiguration(afterName = "dev.adk4j.boot.jdbc.AdkJdbcStorageAutoConfiguration")
@ConditionalOnSwitch(defaultOn = "adk.enabled")
@EnableConfigurationProperties(AdkProperties.class)
final class AdkBudgetAutoConfiguration {

  private static final Logger log = LoggerFactory.getLogger(AdkBudgetAutoConfiguration.class);

  static final String LIMITED = "adk.llm.budget.limits[0].level";

  @Bean
  @ConditionalOnMissingBean
  PriceTable adkPriceTable(AdkProperties properties) {
    Map<String, ModelPrice> prices = new LinkedHashMap<>();
    properties
        .prices()
        .forEach(
            (model, p) ->
                prices.put(
                    model,
                    new ModelPrice(
                        p.input(), p.output(), p.cacheRead(), p.cacheWrite(), p.reasoning())));
    return prices.isEmpty() ? PriceTable.EMPTY : PriceTable.of(prices);
  }

  @Bean
  @Order(AdkOrder.BUDGET)
  @ConditionalOnMissingBean
  @ConditionalOnProperty(LIMITED)
  Budget adkBudget(AdkProperties properties, PriceTable prices, BudgetLedger ledger) {
    LlmProperties.Budget budget = properties.llm().budget();
    if (ledger instanceof InMemoryBudgetLedger && outlivesTurns(budget)) {
      log.warn(
          "The usage of budgets of conversations, subjects and tenants is kept in memory: it is "
              + "lost at a restart, and nodes do not share it. With adk-jdbc-storage and a data "
              + "source it is stored in the database.");
    }
    Budget.Builder builder =
        Budget.builder()
            .prices(prices)
            .ledger(ledger)
            .stop(budget.stop())
            .allowUnmetered(budget.allowUnmetered());
    budget.limits().forEach(limit -> builder.limit(limit(limit)));
    return builder.build();
  }

  private static boolean outlivesTurns(LlmProperties.Budget budget) {
    return budget.limits().stream().anyMatch(limit -> limit.level() != BudgetLimit.Level.TURN);
  }

  // Storage of the usage: the first of these that applies. Nested classes have no order of their
  // own.
  @Configuration(proxyBeanMethods = false)
  @Order(1)
  @ConditionalOnStorageDatabase
  @Conditional(OnBudgets.class)
  static class InDatabase {

    @Bean
    @ConditionalOnMissingBean(BudgetLedger.class)
    @ConditionalOnChoice(
        property = "adk.llm.budget.ledger",
        value = "database",
        matchIfMissing = true)
    @DependsOnDatabaseInitialization
    JdbcBudgetLedger adkJdbcBudgetLedger(
        DataSource dataSource, JdbcStorageOptions options, ObjectProvider<InstantSource> clock) {
      return JdbcBudgetLedger.of(dataSource, options, clock.getIfAvailable(InstantSource::system));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @Order(2)
  @Conditional(OnBudgets.class)
  static class InMemory {

    @Bean
    @ConditionalOnMissingBean(BudgetLedger.class)
    InMemoryBudgetLedger adkInMemoryBudgetLedger(AdkProperties properties) {
      LlmRules.checkDatabase("adk.llm.budget.ledger", properties.llm().budget().ledger());
      return new InMemoryBudgetLedger();
    }
  }

  @Bean
  @Order(AdkOrder.APPROVAL)
  @ConditionalOnMissingBean
  @Conditional(ToolsToApprove.class)
  ToolApproval adkToolApproval(AdkProperties properties) {
    LlmProperties.Approval approval = properties.llm().approval();
    ToolApproval asking = ToolApproval.of(approval.tools().toArray(String[]::new));
    return approval.timeout().isZero() ? asking : asking.timeout(approval.timeout());
  }

  @Bean
  @Order(AdkOrder.TOOL_SEARCH)
  @ConditionalOnMissingBean
  @ConditionalOnProperty("adk.llm.tool-search.above")
  ToolSearch adkToolSearch(AdkProperties properties) {
    LlmProperties llm = properties.llm();
    List<String> pinned = new ArrayList<>(llm.toolSearch().pinned());
    pinned.addAll(NamedToolsCheck.named(Objects.requireNonNullElse(llm.toolChoice(), "")));
    ToolSearch search = ToolSearch.above(Objects.requireNonNull(llm.toolSearch().above()));
    return pinned.isEmpty() ? search : search.pinned(pinned.toArray(String[]::new));
  }

  @Bean
  NamedToolsCheck adkNamedToolsCheck(ListableBeanFactory beans, Environment environment) {
    return new NamedToolsCheck(beans, environment);
  }

  private static BudgetLimit limit(LlmProperties.Budget.Limit limit) {
    return new BudgetLimit(limit.level(), limit.period(), limit.tokens(), limit.cost());
  }
}
