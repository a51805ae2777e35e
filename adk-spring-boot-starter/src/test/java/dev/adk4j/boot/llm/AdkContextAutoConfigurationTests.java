package dev.adk4j.boot.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.adk4j.boot.AdkAutoConfiguration;
import dev.adk4j.boot.AnsweringModel;
import dev.adk4j.boot.ContextStarter;
import dev.adk4j.boot.OwnConfigurations;
import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.jdbc.budget.JdbcBudgetLedger;
import dev.adk4j.jdbc.context.JdbcSummaryStore;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.prompt.budget.BudgetLedger;
import dev.adk4j.prompt.budget.BudgetLimit;
import dev.adk4j.prompt.budget.InMemoryBudgetLedger;
import dev.adk4j.prompt.context.ContextSummarizer;
import dev.adk4j.prompt.context.ContextTrimmer;
import dev.adk4j.prompt.context.Summarizer;
import dev.adk4j.prompt.context.SummaryStore;
import dev.adk4j.springai.context.ChatModelSummarizer;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;

/** Trimming, summarization and a durable budget, each by properties alone. */
class AdkContextAutoConfigurationTests {

  private static final Scope SCOPE = Scope.of("acme", "anna", "c1");

  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  @AutoClose
  private final ContextStarter runner =
      ContextStarter.of(
              AdkLlmAutoConfiguration.class,
              AdkBudgetAutoConfiguration.class,
              AdkContextSummarizerAutoConfiguration.class,
              AdkContextTrimmerAutoConfiguration.class,
              AdkAutoConfiguration.class)
          .withPropertyValues("adk.storage.noop=tools");

  private final ContextStarter inMemory =
      runner
          .withBean("model", Recorder.class, () -> new Recorder())
          .withBean("storage", PersistentStorage.class, () -> new InMemoryStorageAdapter());

  private final ContextStarter inDatabase =
      runner
          .and(
              DataSourceAutoConfiguration.class,
              OwnConfigurations.named("jdbc.AdkJdbcStorageAutoConfiguration"))
          .withPropertyValues("spring.datasource.url=" + url)
          .withBean("model", Recorder.class, () -> new Recorder());

  @Test
  void trimsAndSummarizesNothingByDefault() {
    assertThat(inMemory.start())
        .doesNotHaveBean(ContextTrimmer.class)
        .doesNotHaveBean(ContextSummarizer.class)
        .doesNotHaveBean(SummaryStore.class)
        .doesNotHaveBean(Summarizer.class)
        .doesNotHaveBean(BudgetLedger.class);
  }

  @Test
  void trimsLongConversation() {
    var context =
        inMemory.start(
            "adk.llm.token-encoding=o200k_base",
            "adk.llm.context-window=600",
            "adk.llm.context.trim.enabled=true",
            "adk.llm.context.trim.output-reserve=200");
    Conversation talk = context.getBean(AgentClient.class).conversation(SCOPE);
    for (int i = 0; i < 6; i++) {
      talk.send("Question " + i + ": " + "word ".repeat(40));
    }
    Recorder model = context.getBean(Recorder.class);
    assertThat(texts(model.prompts.getLast()))
        .anyMatch(text -> text.contains("Question 5"))
        .noneMatch(text -> text.contains("Question 0"));
    assertThat(texts(model.prompts.get(1)))
        .as("what fits stays")
        .anyMatch(text -> text.contains("Question 0"));
  }

  @Test
  void refusesTheSameConversationWithoutTrimming() {
    var context = inMemory.start("adk.llm.token-encoding=o200k_base", "adk.llm.context-window=600");
    Conversation talk = context.getBean(AgentClient.class).conversation(SCOPE);
    assertThat(
            catchThrowable(
                () -> {
                  for (int i = 0; i < 6; i++) {
                    talk.send("Question " + i + ": " + "word ".repeat(40));
                  }
                }))
        .hasMessageContaining("context window is 600");
  }

  @Test
  void ordersTrimmingAfterAndSummarizationBeforeOwnMiddleware() {
    var context =
        inMemory
            .withBean("own", Own.class, () -> new Own())
            .start(
                "adk.llm.token-encoding=o200k_base",
                "adk.llm.context-window=1000",
                "adk.llm.context.trim.enabled=true",
                "adk.llm.context.summary.enabled=true",
                "adk.llm.budget.limits[0].level=turn",
                "adk.llm.budget.limits[0].tokens=1000");
    assertThat(context.getBean(TurnRunner.class).describe().dispatchInputPipeline())
        .satisfies(
            names -> {
              assertThat(names.getLast()).isEqualTo(ContextTrimmer.class.getName());
              assertThat(names.indexOf(ContextSummarizer.class.getName()))
                  .isLessThan(names.indexOf(Own.class.getName()))
                  .isGreaterThan(names.indexOf(dev.adk4j.prompt.budget.Budget.class.getName()));
            });
  }

  @Test
  void summarizesByChatModelAndChargesTheBudget() throws Exception {
    var context =
        inMemory.start(
            "adk.llm.context.summary.enabled=true",
            "adk.llm.context.summary.model=small",
            "adk.llm.budget.limits[0].level=tenant",
            "adk.llm.budget.limits[0].tokens=100000");
    assertThat(context).hasSingleBean(ChatModelSummarizer.class);
    Conversation talk = context.getBean(AgentClient.class).conversation(SCOPE);
    for (int i = 0; i < 4; i++) {
      talk.send("Question " + i);
    }
    Recorder model = context.getBean(Recorder.class);
    List<Prompt> summaries =
        model.prompts.stream().filter(p -> "small".equals(p.getOptions().getModel())).toList();
    assertThat(summaries).isNotEmpty();
    assertThat(texts(summaries.getFirst()).getLast()).contains("Question 0");
    assertThat(texts(model.prompts.getLast()))
        .anyMatch(text -> text.contains("[Summary of the earlier conversation]"))
        .anyMatch(text -> text.contains("Question 3"))
        .noneMatch(text -> text.contains("Question 0"));
    assertThat(
            context
                .getBean(BudgetLedger.class)
                .usage(new BudgetLedger.Account(BudgetLimit.Level.TENANT, "acme", "", ""))
                .generations())
        .isEqualTo(model.prompts.size());
  }

  @Test
  void keepsASummaryAcrossRestarts() {
    String[] settings = {"adk.llm.context.summary.enabled=true"};
    inDatabase
        .withPropertyValues(settings)
        .run(
            context -> {
              assertThat(context).hasSingleBean(JdbcSummaryStore.class);
              Conversation talk = context.getBean(AgentClient.class).conversation(SCOPE);
              for (int i = 0; i < 3; i++) {
                talk.send("Question " + i);
              }
              assertThat(context.getBean(Recorder.class).prompts).hasSize(4);
            });
    var context = inDatabase.start(settings);
    context.getBean(AgentClient.class).conversation(SCOPE).send("Question 3");
    List<Prompt> prompts = context.getBean(Recorder.class).prompts;
    assertThat(prompts).as("no second summary").hasSize(1);
    assertThat(texts(prompts.getFirst()))
        .anyMatch(text -> text.contains("[Summary of the earlier conversation]"))
        .noneMatch(text -> text.contains("Question 0"));
  }

  @Test
  void prefersTheApplicationsSummarizer() {
    var context =
        inMemory
            .withBean(Summarizer.class, () -> (system, text) -> "mine")
            .start("adk.llm.context.summary.enabled=true");
    assertThat(context).doesNotHaveBean(ChatModelSummarizer.class);
    Conversation talk = context.getBean(AgentClient.class).conversation(SCOPE);
    for (int i = 0; i < 4; i++) {
      talk.send("Question " + i);
    }
    assertThat(texts(context.getBean(Recorder.class).prompts.getLast()))
        .anyMatch(text -> text.contains("mine"));
  }

  @Test
  void stopsTheApplicationForInvalidSettings() {
    fails(inMemory, "adk.llm.context.trim.enabled=true", "adk.llm.context-window");
    fails(inMemory, "adk.llm.context.summary.keep-verbatim=0", "keep-verbatim");
    fails(inMemory, "adk.llm.context.trim.reserve-fraction=2", "reserve-fraction");
    fails(
        inMemory.withPropertyValues("adk.llm.context.summary.enabled=true"),
        "adk.llm.context.summary.store=database",
        "needs a database");
    fails(
        runner
            .withBean("storage", PersistentStorage.class, () -> new InMemoryStorageAdapter())
            .withBean(DispatchExecutor.class, () -> (ctx, helpers) -> ctx.ack()),
        "adk.llm.context.summary.enabled=true",
        "a ChatModel or a Summarizer bean");
    fails(
        inMemory.withPropertyValues(
            "adk.llm.budget.limits[0].level=tenant", "adk.llm.budget.limits[0].tokens=1"),
        "adk.llm.budget.ledger=database",
        "needs a database");
  }

  private static void fails(ContextStarter runner, String property, String reason) {
    assertThat(runner.start(property)).getFailure().hasStackTraceContaining(reason);
  }

  @Test
  void aBudgetIsKeptInTheDatabaseAndForgetsNothingAtARestart() {
    String[] settings = {
      "adk.llm.budget.limits[0].level=conversation", "adk.llm.budget.limits[0].tokens=10"
    };
    inDatabase
        .withPropertyValues(settings)
        .run(
            context -> {
              assertThat(context).hasSingleBean(JdbcBudgetLedger.class);
              Conversation talk = context.getBean(AgentClient.class).conversation(SCOPE);
              talk.send("Question 0");
              talk.send("Question 1");
            });
    var context = inDatabase.start(settings);
    AgentClient client = context.getBean(AgentClient.class);
    assertThat(catchThrowable(() -> client.conversation(SCOPE).send("Question 2")))
        .hasMessageContaining("10 tokens in all are allowed, 14 tokens were used");
    assertThat(context.getBean(Recorder.class).prompts).isEmpty();
  }

  @Test
  void usesLedgerInMemoryIfConfigured() {
    String[] settings = {
      "adk.llm.budget.limits[0].level=tenant", "adk.llm.budget.limits[0].tokens=10"
    };
    assertThat(inDatabase.withPropertyValues(settings).start("adk.llm.budget.ledger=memory"))
        .hasSingleBean(InMemoryBudgetLedger.class);
    assertThat(inMemory.start(settings)).hasSingleBean(InMemoryBudgetLedger.class);
    inMemory
        .withPropertyValues(settings)
        .withClassLoader(new FilteredClassLoader("dev.adk4j.jdbc"))
        .run(context -> assertThat(context).hasSingleBean(InMemoryBudgetLedger.class));
    InMemoryBudgetLedger own = new InMemoryBudgetLedger();
    assertThat(
            inDatabase
                .withPropertyValues(settings)
                .withBean(BudgetLedger.class, () -> own)
                .start()
                .getBean(BudgetLedger.class))
        .isSameAs(own);
  }

  private static List<String> texts(Prompt prompt) {
    return prompt.getInstructions().stream().map(Message::getText).toList();
  }

  static final class Own implements DispatchMiddleware {
    @Override
    public void handle(dev.adk4j.loop.DispatchContext ctx, dev.adk4j.loop.Next next)
        throws Exception {
      next.proceed();
    }
  }

  static final class Recorder extends AnsweringModel {
    private final List<Prompt> prompts = new CopyOnWriteArrayList<>();

    Recorder() {
      super("model-1");
    }

    @Override
    protected String answer(Prompt prompt) {
      prompts.add(prompt);
      return "Answer " + prompts.size();
    }
  }
}
