package dev.adk4j.prompt.budget;

import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.prompt.budget.BudgetLimit.Level.CONVERSATION;
import static dev.adk4j.prompt.budget.BudgetLimit.Level.SUBJECT;
import static dev.adk4j.prompt.budget.BudgetLimit.Level.TENANT;
import static dev.adk4j.prompt.budget.BudgetLimit.Level.TURN;
import static dev.adk4j.prompt.budget.BudgetLimit.cost;
import static dev.adk4j.prompt.budget.BudgetLimit.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.adk4j.client.AgentClient;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class BudgetTests {

  private static final PriceTable PRICES = PriceTable.of(Map.of("m", ModelPrice.of("2", "8")));

  private final List<String> generations = new ArrayList<>();
  private final AtomicReference<DispatchEnd> end = new AtomicReference<>();
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-31T23:00:00Z"));
  private final InMemoryBudgetLedger ledger = new InMemoryBudgetLedger();
  private GenerationStats stats = GenerationStats.tokens("m", 60, 40);
  private int generationsWanted = 5;

  private final class Clock implements InstantSource {
    @Override
    public Instant instant() {
      return now.get();
    }
  }

  private Budget budget(BudgetLimit... limits) {
    return limited(Budget.builder(), limits);
  }

  private Budget priced(BudgetLimit... limits) {
    return limited(Budget.builder().prices(PRICES), limits);
  }

  private Budget limited(Budget.Builder builder, BudgetLimit... limits) {
    List.of(limits).forEach(builder::limit);
    return builder.ledger(ledger).build();
  }

  private static BudgetLedger.Usage usage(InMemoryBudgetLedger ledger) {
    return ledger.usage(new BudgetLedger.Account(TENANT, "t", "", ""));
  }

  private DispatchEnd turn(Budget budget, Scope scope) {
    TurnRunner runner =
        runner()
            .clock(new Clock())
            .dispatchInputPipeline(List.of(budget))
            .executor(
                (ctx, helpers) -> {
                  generations.add(scope.tenant());
                  helpers.reportGenerationStats(stats);
                  if (ctx.iteration() + 1 == generationsWanted) {
                    ctx.ack();
                  }
                })
            .build();
    runner.observe(TurnEvent.DISPATCH_END, end::set);
    runner.run(RawTurnContext.builder().systemPrompt("").scope(scope).build());
    return end.get();
  }

  private static Scope scope(String tenant, String subject, String conversation) {
    return Scope.of(tenant, subject, conversation);
  }

  private static ErrorCode code(DispatchEnd end) {
    return ((AdkException) end.error()).errorCode();
  }

  @Test
  void turnStopsBeforeTheGenerationAfterTheLimit() {
    Budget budget = budget(tokens(TURN, 250));
    DispatchEnd end = turn(budget, scope("t", "s", "c"));
    assertThat(generations).hasSize(3);
    assertThat(end.status()).isEqualTo(DispatchStatus.NACK);
    assertThat(code(end)).isEqualTo(LlmErrorCode.E_BUDGET_EXCEEDED);
    assertThat(end.error())
        .hasMessage(
            "The budget of the turn is used up: 250 tokens in all are allowed, 300 tokens were"
                + " used.");

    generations.clear();
    turn(budget, scope("t", "s", "c"));
    assertThat(generations).as("another turn has its own").hasSize(3);
  }

  @Test
  void chargesToolsThatRunAtOnceEachOnceAndStopsBeforeTheNextGeneration() {
    Budget budget = budget(tokens(TURN, 300));
    CyclicBarrier four = new CyclicBarrier(4);
    Tool spends =
        Tool.builder("spends")
            .description("Asks a model of its own.")
            .inputSchema(ToolSchema.empty())
            .parallel(true)
            .handler(
                (args, ctx, meta) -> {
                  four.await();
                  ctx.reportGenerationStats(stats);
                  return ToolOutput.text("spent");
                })
            .build();
    List<ToolCall> records = new ArrayList<>();
    TurnRunner runner =
        runner()
            .addTool(spends)
            .dispatchInputPipeline(List.of(budget))
            .executor(
                (ctx, helpers) ->
                    records.addAll(
                        ToolCallRunner.run(
                            ctx,
                            helpers,
                            Collections.nCopies(4, new ToolCallRequest(null, "spends", null)),
                            ToolResultOptions.DEFAULT)))
            .build();
    runner.observe(TurnEvent.DISPATCH_END, end::set);
    runner.run(RawTurnContext.builder().systemPrompt("").build());
    assertThat(records).as("no call of the answer is cut off").hasSize(4);
    assertThat(end.get().error()).hasMessageContaining("400 tokens were used");
  }

  @Test
  void innerTurnsUseTheBudgetsOfTheTurnAndTheConversationAroundThem() {
    for (BudgetLimit.Level level : List.of(TURN, CONVERSATION)) {
      generations.clear();
      Budget budget = budget(tokens(level, 250));
      AgentClient expert = agent(budget, ctx -> ctx.iteration() == 1);
      AgentClient boss =
          AgentClient.builder(
                  runner()
                      .dispatchInputPipeline(List.of(budget))
                      .turnInputPipeline(List.of(new AcceptInput()))
                      .executor(
                          (ctx, helpers) -> {
                            generations.add("boss");
                            helpers.reportGenerationStats(stats);
                            ToolCallRunner.run(
                                ctx, helpers, "expert", Json.read("{\"message\":\"who?\"}"));
                          })
                      .build())
              .systemPrompt("")
              .name("boss")
              .addTools(expert.asTool("expert", "Knows."))
              .build();
      assertThatThrownBy(() -> boss.conversation("ann", "c").ask("who?"))
          .hasMessageContaining("is used up: 250 tokens in all are allowed, 300 tokens were used");
      assertThat(generations).containsExactly("boss", "expert", "expert");
    }
  }

  private AgentClient agent(Budget budget, Predicate<DispatchContext> last) {
    return AgentClient.builder(
            runner()
                .dispatchInputPipeline(List.of(budget))
                .turnInputPipeline(List.of(new AcceptInput()))
                .executor(
                    (ctx, helpers) -> {
                      generations.add("expert");
                      helpers.reportGenerationStats(stats);
                      if (last.test(ctx)) {
                        ctx.storeMessage(Message.assistant("bob"));
                        ctx.ack();
                      }
                    })
                .build())
        .systemPrompt("")
        .name("expert")
        .build();
  }

  @Test
  void usageEqualToTheLimitReachesIt() {
    turn(budget(tokens(TURN, 200)), scope("t", "s", "c"));
    assertThat(generations).hasSize(2);
  }

  @Test
  void conversationsSubjectsAndTenantsAddUpAcrossTurns() {
    Budget budget = budget(tokens(CONVERSATION, 200), tokens(SUBJECT, 300), tokens(TENANT, 400));
    turn(budget, scope("t", "s", "c1"));
    turn(budget, scope("t", "s", "c1"));
    assertThat(generations).hasSize(2);
    assertThat(end.get().error()).hasMessageContaining("of the conversation");
    turn(budget, scope("t", "s", "c2"));
    assertThat(generations).hasSize(3);
    assertThat(end.get().error()).hasMessageContaining("of the subject");
    turn(budget, scope("t", "s2", "c3"));
    assertThat(generations).hasSize(4);
    assertThat(end.get().error()).hasMessageContaining("of the tenant");
    turn(budget, scope("t2", "s", "c1"));
    assertThat(generations).as("another tenant has its own").hasSize(6);
    assertThat(usage(ledger).tokens()).isEqualTo(400);
  }

  @Test
  void costIsExact() {
    Budget budget = priced(cost(TENANT, "0.00132"));
    turn(budget, scope("t", "s", "c"));
    assertThat(generations).hasSize(3);
    assertThat(usage(ledger).cost()).isEqualByComparingTo("0.00132");
    assertThat(end.get().error()).hasMessageContaining("cost 0.00132 in all are allowed, 0.00132");
  }

  @Test
  void periodBeginsAnewAtItsEndInUtc() {
    Budget budget =
        budget(
            tokens(TENANT, 100).per(BudgetLimit.Period.DAY),
            tokens(TENANT, 250).per(BudgetLimit.Period.MONTH));
    turn(budget, scope("t", "s", "c"));
    turn(budget, scope("t", "s", "c"));
    assertThat(generations).hasSize(1);
    now.set(Instant.parse("2026-02-01T00:00:00Z"));
    turn(budget, scope("t", "s", "c"));
    assertThat(generations).hasSize(2);
    assertThat(BudgetLimit.Period.MONTH.labelAt(now.get())).isEqualTo("2026-02");
    assertThat(BudgetLimit.Period.DAY.labelAt(now.get())).isEqualTo("2026-02-01");
  }

  @Test
  void stopMayBeAnAcknowledgementWithAReason() {
    List<String> reasons = new ArrayList<>();
    Budget budget =
        Budget.builder()
            .limit(tokens(TURN, 100))
            .stop(Budget.Stop.ACK)
            .onStop((ctx, reason) -> reasons.add(ctx.scope().tenant() + ": " + reason.args()))
            .build();
    assertThat(turn(budget, scope("t", "s", "c")).status()).isEqualTo(DispatchStatus.ACK);
    assertThat(reasons).containsExactly("t: [turn, ALWAYS]");
    assertThat(generations).hasSize(1);
  }

  @Test
  void lastGenerationIsChargedToo() {
    generationsWanted = 1;
    Budget budget = budget(tokens(TENANT, 1000));
    assertThat(turn(budget, scope("t", "s", "c")).status()).isEqualTo(DispatchStatus.ACK);
    assertThat(ledger.accounts().values())
        .containsExactly(new BudgetLedger.Usage(1, 100, BigDecimal.ZERO));
  }

  @Test
  void chargesAndReportsUsageOfMiddleware() {
    Budget budget = budget(tokens(TENANT, 150));
    DispatchMiddleware summarizing =
        (ctx, next) -> {
          ctx.reportGenerationStats(GenerationStats.tokens("m", 40, 10));
          next.proceed();
        };
    List<Long> heard = new ArrayList<>();
    TurnRunner runner =
        runner()
            .dispatchInputPipeline(List.of(budget, summarizing))
            .executor(
                (ctx, helpers) -> {
                  helpers.reportGenerationStats(stats);
                  if (ctx.iteration() == 4) {
                    ctx.ack();
                  }
                })
            .build();
    runner.observe(TurnEvent.GENERATION_STATS, event -> heard.add(event.stats().totalTokens()));
    runner.observe(TurnEvent.DISPATCH_END, end::set);
    runner.run(RawTurnContext.builder().systemPrompt("").scope(scope("t", "s", "c")).build());
    assertThat(code(end.get())).isEqualTo(LlmErrorCode.E_BUDGET_EXCEEDED);
    assertThat(heard).containsExactly(50L, 100L);
    assertThat(usage(ledger).tokens()).isEqualTo(150);
  }

  @Test
  void stopsTheDispatchAfterAnUnmeteredGenerationUnlessAllowed() {
    stats = GenerationStats.builder().model("m").finishReason("stop").build();
    Budget.Builder builder = Budget.builder().limit(tokens(TURN, 100));
    assertThat(code(turn(builder.build(), scope("t", "s", "c"))))
        .isEqualTo(LlmErrorCode.E_BUDGET_UNMETERED);
    assertThat(generations).hasSize(1);
    assertThat(turn(builder.allowUnmetered(true).build(), scope("t", "s", "c")).status())
        .isEqualTo(DispatchStatus.ACK);
  }

  @Test
  void pricesTokensOfTheTotalAloneLikeAnAnswer() {
    GenerationStats.Builder thinking =
        GenerationStats.builder().model("m").promptTokens(100L).completionTokens(10L);
    assertThat(PRICES.costOf(thinking.totalTokens(150L).build()))
        .hasValue(ModelPrice.of("2", "8").cost(100, 50));
    assertThat(PRICES.costOf(thinking.totalTokens(null).build()))
        .hasValue(ModelPrice.of("2", "8").cost(100, 10));
    assertThat(PRICES.costOf(thinking.totalTokens(90L).build()))
        .as("a total that is too small takes nothing off")
        .hasValue(ModelPrice.of("2", "8").cost(100, 10));
  }

  @Test
  void pricesCachedAndReasoningTokensApart() {
    GenerationStats stats = counted(1_000, 500, 1_500, 600, 100, 200);
    PriceTable plain = PriceTable.of(Map.of("m", ModelPrice.of("3", "15")));
    PriceTable full =
        PriceTable.of(
            Map.of(
                "m",
                new ModelPrice(
                    new BigDecimal("3"),
                    new BigDecimal("15"),
                    new BigDecimal("0.3"),
                    new BigDecimal("3.75"),
                    new BigDecimal("20"))));

    // 1000 * 3 + 500 * 15
    assertThat(plain.costOf(stats)).hasValue(new BigDecimal("0.0105"));
    // (1000 - 600 - 100) * 3 + 600 * 0.3 + 100 * 3.75 + (500 - 200) * 15 + 200 * 20
    assertThat(full.costOf(stats)).hasValue(new BigDecimal("0.009955"));
    // more than all there are counts as all there are: 100 * 0.3 + 10 * 20
    assertThat(full.costOf(counted(100, 10, 110, 600, 50, 70))).hasValue(new BigDecimal("0.00023"));
    // reasoning that only the total counts: 100 * 3 + 10 * 15 + 20 * 20
    assertThat(full.costOf(counted(100, 10, 130, 0, 0, 20))).hasValue(new BigDecimal("0.00085"));
  }

  private static GenerationStats counted(
      long prompt, long completion, long total, long read, long write, long reasoning) {
    return GenerationStats.builder()
        .model("m")
        .promptTokens(prompt)
        .completionTokens(completion)
        .totalTokens(total)
        .cacheReadTokens(read)
        .cacheWriteTokens(write)
        .reasoningTokens(reasoning)
        .build();
  }

  @Test
  void returnsNoCostForUnsplitTokens() {
    Budget budget = priced(cost(TURN, "1"));
    GenerationStats.Builder total = GenerationStats.builder().model("m").totalTokens(100L);
    for (GenerationStats unsplit :
        List.of(total.build(), total.promptTokens(0L).completionTokens(0L).build())) {
      stats = unsplit;
      generations.clear();
      DispatchEnd end = turn(budget, scope("t", "s", "c"));
      assertThat(code(end)).isEqualTo(LlmErrorCode.E_BUDGET_UNMETERED);
      assertThat(end.error()).hasMessageContaining("were not split");
      assertThat(generations).hasSize(1);
    }
  }

  @Test
  void reportsUnmeteredUsageEvenIfAReachedLimitAcks() {
    stats = GenerationStats.builder().model("m").finishReason("stop").build();
    List<AdkException> reasons = new ArrayList<>();
    Budget budget =
        Budget.builder()
            .limit(tokens(TURN, 100))
            .stop(Budget.Stop.ACK)
            .onStop((ctx, reason) -> reasons.add(reason))
            .build();
    DispatchEnd end = turn(budget, scope("t", "s", "c"));
    assertThat(end.status()).isEqualTo(DispatchStatus.NACK);
    assertThat(code(end)).isEqualTo(LlmErrorCode.E_BUDGET_UNMETERED);
    assertThat(reasons).isEmpty();
  }

  @Test
  void twoLimitsOfOneAccountChargeItOnce() {
    generationsWanted = 1;
    Budget budget = priced(tokens(TENANT, 1000), cost(TENANT, "1"));
    turn(budget, scope("t", "s", "c"));
    assertThat(ledger.accounts().values())
        .extracting(BudgetLedger.Usage::generations, BudgetLedger.Usage::tokens)
        .containsExactly(tuple(1L, 100L));
  }

  @Test
  void remembersARunningTurnAmongManyEndedOnes() {
    InMemoryBudgetLedger turns = new InMemoryBudgetLedger(10_000);
    BudgetLedger.Account running = new BudgetLedger.Account(TURN, "t", "long", "");
    BudgetLedger.Usage usage = new BudgetLedger.Usage(1, 100, BigDecimal.ZERO);
    for (int i = 0; i < 12_000; i++) {
      turns.charge(List.of(running), usage);
      turns.charge(List.of(ended(i)), usage);
    }
    assertThat(turns.usage(running).tokens()).isEqualTo(1_200_000);
    assertThat(turns.usage(ended(0))).isEqualTo(BudgetLedger.Usage.NONE);
  }

  private static BudgetLedger.Account ended(int turn) {
    return new BudgetLedger.Account(TURN, "t", "short-" + turn, "");
  }

  @Test
  void stopsAModelWithoutAPriceIfCostIsLimited() {
    stats = GenerationStats.tokens("unknown", 1, 1);
    Budget budget = priced(cost(TURN, "1"));
    DispatchEnd end = turn(budget, scope("t", "s", "c"));
    assertThat(code(end)).isEqualTo(LlmErrorCode.E_BUDGET_UNMETERED);
    assertThat(end.error()).hasMessageContaining("'unknown' has no price");
  }

  @Test
  void refusesAScopeWithoutTheLimitedOwner() {
    Budget budget = budget(tokens(SUBJECT, 100));
    DispatchEnd end = turn(budget, Scope.DEFAULT);
    assertThat(code(end)).isEqualTo(AdkErrorCode.E_STORAGE_SCOPE_MISSING);
    assertThat(generations).isEmpty();
  }

  @Test
  void repeatsARefusedChargeBeforeTheNextGeneration() {
    AtomicBoolean broken = new AtomicBoolean();
    InMemoryBudgetLedger kept = new InMemoryBudgetLedger();
    BudgetLedger ledger =
        new BudgetLedger() {
          @Override
          public BudgetLedger.Usage usage(BudgetLedger.Account account) {
            return kept.usage(account);
          }

          @Override
          public void charge(List<BudgetLedger.Account> accounts, BudgetLedger.Usage usage)
              throws Exception {
            if (broken.get()) {
              throw new IOException("away");
            }
            kept.charge(accounts, usage);
          }
        };
    Budget budget = Budget.builder().ledger(ledger).limit(tokens(TENANT, 1000)).build();
    broken.set(true);
    DispatchEnd end = turn(budget, scope("t", "s", "c"));
    assertThat(code(end)).isEqualTo(AdkErrorCode.E_STORAGE_UNAVAILABLE);
    assertThat(generations).hasSize(1);
    broken.set(false);
    generationsWanted = 1;
    turn(budget, scope("t", "s", "c"));
    assertThat(usage(kept).tokens()).isEqualTo(200);
  }

  @Test
  void pricesAreFoundByNameReleaseOrForAnyModel() {
    PriceTable table =
        PriceTable.of(
            Map.of(
                "gpt-x",
                ModelPrice.of("1", "1"),
                "gpt-x-mini",
                ModelPrice.of("2", "2"),
                PriceTable.ANY,
                ModelPrice.of("9", "9")));
    assertThat(table.priceOf("gpt-x").orElseThrow().inputPerMillion()).isEqualByComparingTo("1");
    assertThat(table.priceOf("gpt-x-2026-01-31").orElseThrow().inputPerMillion())
        .isEqualByComparingTo("1");
    assertThat(table.priceOf("gpt-x-20260131").orElseThrow().inputPerMillion())
        .isEqualByComparingTo("1");
    assertThat(table.priceOf("gpt-x-latest").orElseThrow().inputPerMillion())
        .isEqualByComparingTo("1");
    assertThat(table.priceOf("gpt-x-mini").orElseThrow().inputPerMillion())
        .isEqualByComparingTo("2");
    assertThat(table.priceOf("gpt-x-2").orElseThrow().inputPerMillion()).isEqualByComparingTo("9");
    assertThat(table.priceOf(null).orElseThrow().inputPerMillion()).isEqualByComparingTo("9");
    assertThat(PRICES.priceOf("n")).isEmpty();
  }

  @Test
  void badConfigurationIsRefused() {
    assertThatThrownBy(() -> Budget.builder().build()).hasMessageContaining("$.limits");
    assertThatThrownBy(() -> Budget.builder().limit(cost(TURN, "1")).build())
        .hasMessageContaining("$.prices");
    assertThatThrownBy(() -> tokens(TURN, 0)).hasMessageContaining("$.tokens");
    assertThatThrownBy(() -> tokens(TURN, 1).per(BudgetLimit.Period.DAY))
        .hasMessageContaining("$.period");
    assertThatThrownBy(() -> ModelPrice.of("-1", "0")).hasMessageContaining("$.inputPerMillion");
  }
}
