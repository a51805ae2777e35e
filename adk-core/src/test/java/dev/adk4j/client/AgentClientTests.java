package dev.adk4j.client;

import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.harness.Engine;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AgentClientTests {

  private static final Tool FIND = Engine.tool("find", (a, b, c) -> ToolOutput.text("x"));
  private static final Tool PAY = Engine.tool("pay", (a, b, c) -> ToolOutput.text("x"));

  private static TurnRunner.Builder runner(DispatchExecutor executor, Tool... tools) {
    return TurnRunner.builder()
        .storage(new InMemoryStorageAdapter())
        .tools(List.of(tools))
        .turnInputPipeline(List.of(HydrateTurn.builder().messages(50).build(), new AcceptInput()))
        .executor(executor);
  }

  private static TurnRunner agent(DispatchExecutor executor, Tool... tools) {
    return runner(executor, tools).build();
  }

  private static AgentClient client(DispatchExecutor executor) {
    return AgentClient.builder(agent(executor)).systemPrompt("Be brief.").build();
  }

  /** Answers with how many messages it has seen. */
  private static final DispatchExecutor COUNTING =
      (ctx, helpers) -> {
        helpers.reportGenerationStats(GenerationStats.tokens("fake", 5, 1));
        if (ctx.iteration() == 1) {
          ctx.storeMessage(Message.assistant("You said " + ctx.turnMessages().size()));
          ctx.ack();
        }
      };

  @Test
  void sendGivesTheStoredAnswerItsUsageAndItsTurn() {
    Conversation conversation = client(COUNTING).conversation("c1");
    Answer first = conversation.send("hello");
    Answer second = conversation.send(Message.user("again"));

    assertThat(first.text()).isEqualTo("You said 1");
    assertThat(first.usage().promptTokens()).isEqualTo(10);
    assertThat(first.usage().totalTokens()).isEqualTo(12);
    assertThat(first.turnId()).isNotEmpty().isNotEqualTo(second.turnId());
    assertThat(second.text()).isEqualTo("You said 3");
    assertThat(conversation.scope()).isEqualTo(Scope.conversation("c1"));
  }

  @Test
  void aChangedCopyHasItsOwnPromptModelAndTools() {
    List<String> seen = new ArrayList<>();
    TurnRunner runner =
        agent(
            (ctx, helpers) -> {
              seen.add(
                  ctx.systemPrompt().value()
                      + ctx.stash().get("adk.llm")
                      + ctx.tools().all().stream().map(Tool::name).toList());
              ctx.storeMessage(Message.assistant("done"));
              ctx.ack();
            },
            FIND,
            PAY);
    AgentClient client = AgentClient.builder(runner).systemPrompt("Help.").model("large").build();
    AgentClient copy =
        client.toBuilder()
            .systemPrompt("Sell.")
            .model("small")
            .tools(tool -> tool.name().equals("find"))
            .build();

    client.ask("Hi");
    copy.ask("Hi");
    copy.ask("Hi", o -> o.tools(true).tools("find").model("tiny"));
    assertThatThrownBy(() -> copy.ask("Hi", o -> o.tools("pay"))).hasMessageContaining("'pay'");
    assertThat(seen)
        .containsExactly(
            "Help.{options.model=large}[find, pay]",
            "Sell.{options.model=small}[find]",
            "Sell.{options.model=tiny}[find]");
  }

  @Test
  void aMessageOverTheLimitIsRefusedBeforeATurnStarts() {
    TurnRunner runner = agent(COUNTING);
    Conversation conversation =
        AgentClient.builder(runner).systemPrompt("").maxInput(8).build().conversation("c1");

    for (String text : List.of("123456789", "\u00fc\u00fc\u00fc\u00fc\u00fc")) {
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> conversation.send(text), () -> conversation.stream(text))) {
        assertFails(AdkErrorCode.E_INPUT_TOO_LARGE, call);
      }
    }
    assertThat(conversation.send("12345678").text()).isEqualTo("You said 1");
  }

  @Test
  void conversationsAreApart() {
    AgentClient client = client(COUNTING);
    client.conversation("c1").send("hello");
    assertThat(client.conversation(Scope.of("acme", "ada", "c1")).send("hello").text())
        .isEqualTo("You said 1");
  }

  @Test
  void aStreamStandsInWhereNoMessageWasStored() {
    Answer reply =
        client(
                (ctx, helpers) -> {
                  helpers.reportMessage("s", "Hel");
                  helpers.reportMessage("s", "lo", true);
                  ctx.ack();
                })
            .conversation("c1")
            .send("hi");
    assertThat(reply.text()).isEqualTo("Hello");
    assertThat(reply.message().id()).isEqualTo("s");
  }

  @Test
  void anEarlierAnswerIsNeverTakenForThisOne() {
    List<Boolean> silent = new ArrayList<>(List.of(false));
    Conversation conversation =
        client(
                (ctx, helpers) -> {
                  if (silent.isEmpty()) {
                    ctx.ack();
                  } else {
                    silent.clear();
                    COUNTING.execute(ctx, helpers);
                    ctx.storeMessage(Message.assistant("first"));
                    ctx.ack();
                  }
                })
            .conversation("c1");
    assertThat(conversation.send("hello").text()).isEqualTo("first");
    assertThatThrownBy(() -> conversation.send("hello again"))
        .isInstanceOfSatisfying(
            AgentTurnException.class,
            e -> {
              assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_NO_ANSWER);
              assertThat(e.turnId()).isNotEmpty();
            });
  }

  @Test
  void saysWhyTheModelGaveNoAnswer() {
    Conversation conversation =
        client(
                (ctx, helpers) -> {
                  if (ctx.iteration() == 0) {
                    helpers.reportGenerationStats(
                        GenerationStats.builder().finishReason("tool_calls").build());
                  } else {
                    helpers.reportGenerationStats(
                        GenerationStats.builder().finishReason("content_filter").build());
                    ctx.ack();
                  }
                })
            .conversation("c1");

    assertThatThrownBy(() -> conversation.send("hello"))
        .hasMessageContaining("last finish reason was 'content_filter'")
        .isInstanceOfSatisfying(
            AgentTurnException.class,
            e -> {
              assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_NO_ANSWER);
              assertThat(e.args()).containsExactly(e.turnId(), "content_filter");
            });
  }

  @Test
  void aFailedTurnIsAnExceptionWithItsIdAndCode() {
    IOException away = new IOException("the model is away");
    assertThatThrownBy(() -> client((ctx, helpers) -> raise(away)).conversation("c1").send("hi"))
        .isInstanceOfSatisfying(
            AgentTurnException.class,
            e -> {
              assertThat(e.errorCode()).isEqualTo(AdkErrorCode.E_LLM_EXECUTION_EXECUTOR_ERROR);
              assertThat(e.turnId()).isNotEmpty();
              assertThat(e)
                  .hasMessageContaining(e.turnId())
                  .hasMessageContaining("the model is away");
              assertThat(e.getCause()).hasCause(away);
            });
  }

  @Test
  void keepsNothingOfATurnWithoutConversation() {
    List<String> stored = new ArrayList<>();
    TurnRunner runner =
        runner(COUNTING)
            .callback(StoreMessageCallback.class, (ctx, message) -> stored.add(message.id()))
            .build();
    AgentClient client = AgentClient.builder(runner).systemPrompt("").build();

    assertThat(client.ask("hello")).isEqualTo("You said 1");
    assertThat(client.ask("hello again")).isEqualTo("You said 1");
    assertThat(stored).isEmpty();
    client.send("hello", o -> o.keep());
    assertThat(stored).hasSize(2);
  }

  @Test
  void asksAnExecutorAlone() {
    assertThat(AgentClient.of(COUNTING).ask("hello")).isEqualTo("You said 1");
  }

  @Test
  void refusesAnExecutorThatNeverEnds() {
    List<Integer> iterations = new ArrayList<>();
    AgentClient client = AgentClient.of((ctx, helpers) -> iterations.add(ctx.iteration()));

    assertThatThrownBy(() -> client.ask("hello"))
        .isInstanceOfSatisfying(
            AgentTurnException.class,
            e -> assertThat(e.code()).isEqualTo(AdkErrorCode.E_DISPATCH_LIMIT_REACHED.name()));
    assertThat(iterations).hasSize(20);
  }

  @Test
  void passesOptionsToTheTurn() {
    List<String> seen = new ArrayList<>();
    DispatchExecutor executor =
        (ctx, helpers) -> {
          seen.add(
              ctx.tools().visible().stream().map(Tool::name).toList()
                  + " "
                  + ctx.tools().has("pay")
                  + " "
                  + ctx.stash().get("adk.llm")
                  + " "
                  + ctx.stash().get("k")
                  + " "
                  + ctx.standingInstructions().snapshot().stream()
                      .map(Tokenizable::value)
                      .toList());
          ctx.storeMessage(Message.assistant("ok"));
          ctx.ack();
        };
    AgentClient client =
        AgentClient.builder(agent(executor, FIND, PAY))
            .systemPrompt("")
            .standingInstructions("Be brief.")
            .build();

    client.ask("hi");
    client.ask("hi", o -> o.tools(false).temperature(0));
    client.ask("hi", o -> o.tools("find").stash("k", 7).instruction("In French."));

    assertThat(seen)
        .containsExactly(
            "[find, pay] true null null [Be brief.]",
            "[] false {options.temperature=0.0} null [Be brief.]",
            "[find] false null 7 [Be brief., In French.]");
  }

  @Test
  void failsForAToolThatTheAgentDoesNotHave() {
    AgentClient agent = client(COUNTING);
    assertThatThrownBy(() -> agent.ask("hello", o -> o.tools("refund")))
        .hasMessageContaining("'refund', which the agent does not have");
    assertThat(agent.ask("hello", o -> o.tools(false))).isEqualTo("You said 1");
  }

  @Test
  void refusesAnEmptyIdBehindAUserToo() {
    AgentClient agent = client(COUNTING);
    assertThatThrownBy(() -> agent.conversation("ann", ""))
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("$.conversation");
    assertThatThrownBy(() -> agent.conversation("", "c1"))
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("$.subject");
  }

  @Test
  void takesTheUserFromTheCallerOrTheResolver() {
    TurnRunner runner = agent(COUNTING);
    AgentClient strict =
        AgentClient.builder(runner)
            .systemPrompt("")
            .owners(raw -> Scope.DEFAULT.withTenant("acme"))
            .ownerRequired(true)
            .build();
    assertThat(strict.conversation("ann", "c1").scope())
        .isEqualTo(Scope.of("acme", "ann", "ann/c1"));
    assertThat(strict.asUser("bob").conversation("c1").scope())
        .isEqualTo(Scope.of("acme", "bob", "bob/c1"));
    assertThat(strict.conversation("a/b", "c").scope().conversation()).isEqualTo("a%2Fb/c");
    assertThat(strict.conversation("a", "b/c").scope().conversation()).isEqualTo("a/b/c");
    assertThat(strict.conversation("a%2Fb", "c").scope().conversation()).isEqualTo("a%252Fb/c");
    assertFails(AdkErrorCode.E_STORAGE_SCOPE_MISSING, () -> strict.conversation("c1"))
        .hasMessageContaining("conversation(user, id)")
        .hasMessageContaining("ScopeResolver")
        .hasMessageContaining("Spring Security");
  }

  @Test
  void abortsTheTurnWhenTheAskingThreadIsInterrupted() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    Conversation conversation =
        client(
                (ctx, helpers) -> {
                  running.countDown();
                  new CountDownLatch(1).await();
                })
            .conversation("c1");
    Thread asking =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    conversation.send("hi");
                  } catch (Throwable e) {
                    thrown.complete(e);
                  }
                });
    running.await();
    asking.interrupt();
    assertThat(thrown.get(30, TimeUnit.SECONDS)).isInstanceOf(AgentTurnException.class);
  }

  @Test
  void theClientNeedsARunnerAndAPrompt() {
    assertThatThrownBy(() -> AgentClient.builder(null).build())
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("$.runner")
        .hasMessageContaining("$.systemPrompt");
    AgentClient client = AgentClient.builder(agent(COUNTING)).systemPrompt("").build();
    assertThatThrownBy(() -> client.conversation("c1").send((Message) null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> client.conversation("")).isInstanceOf(AdkException.class);
  }
}
