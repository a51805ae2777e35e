package dev.adk4j.springai.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static reactor.adapter.JdkFlowAdapter.flowPublisherToFlux;

import dev.adk4j.client.AgentStream;
import dev.adk4j.client.AgentTurnException;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.prompt.LlmErrorCode;
import dev.adk4j.prompt.NonceSource;
import dev.adk4j.prompt.budget.Budget;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.prompt.budget.ModelPrice;
import dev.adk4j.prompt.budget.PriceTable;
import dev.adk4j.springai.dialect.CacheMarks;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How much of a conversation providers read from their caches, by their own counting. The figures
 * of docs/reports/prompt-caching.md come from here.
 */
@Tag("slow")
@Timeout(120)
class PromptCachingTests {

  private static final int TURNS = 50;

  private CachingProvider server;
  private CachedConversation agent;

  @AfterEach
  void stop() {
    agent.close();
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic"})
  void readsNineTenthsOfFiftyTurnsFromTheCache(String provider) {
    start(provider);

    talk(agent.client().conversation("ann", "c"), 0, TURNS);

    assertThat(server.charged()).hasSize(2 * TURNS);
    assertThat(share(0)).isBetween(90L, 100L);
    report(provider, "after");
  }

  @ParameterizedTest
  @CsvSource({"openai, 15", "anthropic, 0"})
  void readsAlmostNothingWithoutAnyOfIt(String provider, long most) {
    start(provider);
    agent.behind = false;
    agent.marks = CacheMarks.NONE;
    agent.idsInTools = true;

    talk(agent.client().conversation("ann", "c"), 0, TURNS);

    assertThat(share(0)).isLessThanOrEqualTo(most);
    report(provider, "before");
  }

  /** Only the order of the prompt's parts is as it was. */
  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic"})
  void readsHalfWhereWhatWasRecalledStandsInTheSystemText(String provider) {
    start(provider);
    agent.behind = false;

    talk(agent.client().conversation("ann", "c"), 0, TURNS);

    assertThat(share(0)).isBetween(45L, 65L);
    report(provider, "recalled in system");
  }

  /**
   * Spring AI marks the last message of a user, which is what was recalled, or the last result of a
   * tool. Where no tool was called, nothing of the conversation can be marked.
   */
  @ParameterizedTest
  @CsvSource({"openai, true, 75, 100", "anthropic, true, 5, 40", "anthropic, false, 85, 100"})
  void readsAConversationWithoutTools(String provider, boolean recalls, long least, long most) {
    start(provider);
    agent.recalls = recalls;
    Conversation conversation = agent.client().conversation("ann", "c");

    for (int turn = 0; turn < 30; turn++) {
      server.say("It is on its way. " + CachedConversation.words("said", 60));
      conversation.send(question(turn));
    }

    report(provider, "no tools, recalls " + recalls);
    assertThat(share(0)).isBetween(least, most);
  }

  /** What changes the beginning of a prompt, and the least share that is lost by it. */
  enum Cause {
    /** What was recalled stands in the system text. */
    RECALLED_IN_SYSTEM(false, agent -> agent.behind = false),
    /** The tools that read results list the ids of all calls. */
    CALL_IDS_IN_TOOLS(false, agent -> agent.idsInTools = true),
    /** The window is full, and moves with each turn. */
    SLIDING_WINDOW(false, agent -> agent.window = 12),
    /** Another node has another secret, or the same one was started again without any. */
    OTHER_SECRET(true, agent -> agent.nonces = NonceSource.keyedRandom()),
    /** There is one tool more. */
    OTHER_TOOLS(true, agent -> agent.oneToolMore = true);

    private final boolean once;
    private final Consumer<CachedConversation> change;

    Cause(boolean once, Consumer<CachedConversation> change) {
      this.once = once;
      this.change = change;
    }
  }

  @ParameterizedTest
  @EnumSource(Cause.class)
  void losesTheCacheWhereTheBeginningChanges(Cause cause) {
    start("openai");
    if (!cause.once) {
      cause.change.accept(agent);
    }
    talk(agent.client().conversation("ann", "c"), 0, 16);
    if (cause.once) {
      cause.change.accept(agent);
      talk(agent.client().conversation("ann", "c"), 16, 17);
    }

    int last = server.charged().size();
    assertThat(Math.min(share(last - 2, last - 1), share(last - 1))).isLessThan(45);
    report("openai", cause.name());
  }

  /** The window of twelve moves by six at once: once in three turns instead of in each. */
  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic"})
  void keepsTheBeginningOfAWindowThatMovesInSteps(String provider) {
    start(provider);
    agent.window = 12;
    agent.step = 6;

    talk(agent.client().conversation("ann", "c"), 0, 20);

    long first = 2 * 12;
    List<CachingProvider.Charged> later = server.charged().subList((int) first, 40);
    long kept =
        java.util.stream.IntStream.range(0, later.size())
            .filter(i -> i % 2 == 0 && later.get(i).read() > later.get(i).prompt() / 2)
            .count();
    assertThat(kept).isBetween(4L, 6L);
    report(provider, "steps of six");
  }

  @ParameterizedTest
  @CsvSource({"openai, true", "openai, false", "anthropic, true", "anthropic, false"})
  void tellsCachedTokensInTheUsageOfAnAnswer(String provider, boolean streamed) {
    start(provider);
    agent.streamed = streamed;
    Conversation conversation = agent.client().conversation("ann", "c");
    talk(conversation, 0, 4);

    GenerationStats usage = talk(conversation, 4, 5).usage();

    assertUsage(usage, server.charged().subList(8, 10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic"})
  void tellsCachedTokensAtTheEndOfAStream(String provider) throws Exception {
    start(provider);
    Conversation conversation = agent.client().conversation("ann", "c");
    talk(conversation, 0, 4);
    script(4);
    CompletableFuture<Answer> end = new CompletableFuture<>();

    flowPublisherToFlux(conversation.stream(question(4)))
        .ofType(AgentStream.End.class)
        .subscribe(over -> end.complete(over.answer()));

    assertUsage(end.get().usage(), server.charged().subList(8, 10));
  }

  private void assertUsage(GenerationStats usage, List<CachingProvider.Charged> charged) {
    assertThat(usage.promptTokens())
        .isEqualTo(charged.stream().mapToLong(CachingProvider.Charged::prompt).sum());
    assertThat(usage.cacheReadTokens())
        .isPositive()
        .isEqualTo(charged.stream().mapToLong(CachingProvider.Charged::read).sum());
    long written = charged.stream().mapToLong(CachingProvider.Charged::written).sum();
    assertThat(usage.cacheWriteTokens() == null ? 0 : usage.cacheWriteTokens()).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic"})
  void goesOnFromTheCacheAfterAGateInAnotherProcess(String provider) {
    start(provider);
    WaitingGate gate = wait(provider);

    server.say("Paid.");
    Answer answer = agent.client().conversation("ann", "c").decide(gate, true);

    assertThat(answer.text()).isEqualTo("Paid.");
    assertThat(share(server.charged().size() - 1)).isGreaterThan(75);
    assertUsage(answer.usage(), server.charged().subList(9, 10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic"})
  void losesTheCacheAfterAGateInAProcessWithAnotherSecret(String provider) {
    start(provider);
    WaitingGate gate = wait(provider);
    agent.nonces = NonceSource.keyedRandom();

    server.say("Paid.");
    agent.client().conversation("ann", "c").decide(gate, true);

    assertThat(share(server.charged().size() - 1)).isLessThan(60);
  }

  /** Four turns, and a fifth that waits. */
  private WaitingGate wait(String provider) {
    Conversation conversation = agent.client().conversation("ann", "c");
    talk(conversation, 0, 4);
    server.call("pay", "{\"n\":4}");
    WaitingGate gate = conversation.send("Pay order 4.").gate();
    agent.endProcesses();
    return gate;
  }

  @ParameterizedTest
  @ValueSource(strings = {"openai", "anthropic"})
  void readsWhatWasBeforeAnAbortedAnswer(String provider) throws Exception {
    start(provider);
    Conversation conversation = agent.client().conversation("ann", "c");
    talk(conversation, 0, 4);
    server.begin("Order 4 is ");
    AgentStream stream = conversation.stream("Where is order 4?");
    CompletableFuture<AgentEvent> begun = new CompletableFuture<>();
    flowPublisherToFlux(stream)
        .ofType(AgentStream.Text.class)
        .subscribe(begun::complete, failure -> {});
    begun.get();

    stream.abort();
    assertThatThrownBy(() -> stream.answer().get()).isNotNull();
    talk(conversation, 5, 6);

    int next = 9;
    assertThat(share(next, next + 1)).isGreaterThan(75);
    assertThat(server.requests().get(next).toString()).doesNotContain("Order 4 is ");
  }

  @ParameterizedTest
  @CsvSource({"openai, 0", "anthropic, 1.25"})
  void chargesCachedTokensAtTheirPrice(String provider, BigDecimal write) {
    start(provider);
    ModelPrice price =
        new ModelPrice(
            BigDecimal.ONE,
            BigDecimal.ZERO,
            new BigDecimal("0.1"),
            write.signum() == 0 ? null : write,
            null);
    agent.middleware = List.of(budget(price));
    int turns = turnsUntilRefused();
    BigDecimal spent =
        server.charged().stream()
            .map(
                one ->
                    BigDecimal.valueOf(one.prompt() - one.read() - one.written())
                        .add(price.cacheReadPerMillion().multiply(BigDecimal.valueOf(one.read())))
                        .add(write.multiply(BigDecimal.valueOf(one.written()))))
            .reduce(BigDecimal.ZERO, BigDecimal::add)
            .movePointLeft(6);
    assertThat(spent).isBetween(new BigDecimal("0.05"), new BigDecimal("0.06"));
    stop();

    start(provider);
    agent.middleware = List.of(budget(ModelPrice.of("1", "0")));
    assertThat(turns).isGreaterThanOrEqualTo(2 * turnsUntilRefused());
  }

  private static Budget budget(ModelPrice price) {
    return Budget.builder()
        .prices(PriceTable.of(Map.of(PriceTable.ANY, price)))
        .limit(BudgetLimit.cost(BudgetLimit.Level.CONVERSATION, "0.05"))
        .build();
  }

  private int turnsUntilRefused() {
    Conversation conversation = agent.client().conversation("ann", "c");
    for (int turn = 0; turn < TURNS; turn++) {
      try {
        talk(conversation, turn, turn + 1);
      } catch (AgentTurnException e) {
        assertThat(e.errorCode()).isEqualTo(LlmErrorCode.E_BUDGET_EXCEEDED);
        return turn;
      }
    }
    throw new AssertionError("The budget never ended.");
  }

  private void start(String provider) {
    server = CachingProvider.start(provider);
    agent = new CachedConversation(server, provider);
  }

  /** Each turn asks, calls a tool and answers: two requests. */
  private Answer talk(Conversation conversation, int from, int to) {
    Answer last = null;
    for (int turn = from; turn < to; turn++) {
      script(turn);
      last = conversation.send(question(turn));
    }
    return last;
  }

  private void script(int turn) {
    server.call("lookup" + turn % 7, "{\"n\":" + turn + "}");
    server.say("Order " + turn + " is on its way. " + CachedConversation.words("said", 20));
  }

  private static String question(int turn) {
    return "Where is order " + turn + "? " + CachedConversation.words("ask", 10);
  }

  /** Share of the prompts' tokens that was read from the cache, in percent. */
  private long share(int from) {
    return share(from, server.charged().size());
  }

  private long share(int from, int to) {
    long all = 0;
    long read = 0;
    for (CachingProvider.Charged one : server.charged().subList(from, to)) {
      all += one.prompt();
      read += one.read();
    }
    return 100 * read / all;
  }

  /** Prints the figures with -Dadk.figures. */
  private void report(String provider, String what) {
    if (System.getProperty("adk.figures") != null) {
      List<CachingProvider.Charged> all = server.charged();
      System.out.printf(
          "%s | %s | requests %d | prompt %d | read %d | written %d | share %d | last first %d%n",
          provider,
          what,
          all.size(),
          all.stream().mapToLong(CachingProvider.Charged::prompt).sum(),
          all.stream().mapToLong(CachingProvider.Charged::read).sum(),
          all.stream().mapToLong(CachingProvider.Charged::written).sum(),
          share(0),
          share(all.size() - 2, all.size() - 1));
    }
  }
}
