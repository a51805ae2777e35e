package dev.adk4j.client;

import static dev.adk4j.harness.Engine.dispatching;
import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.harness.StreamedEvents;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.turn.TurnRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class WaitingClientTests extends ParkingAgents {

  private final List<String> paid = Collections.synchronizedList(new ArrayList<>());

  /** Asks for as many payments as the message has words, then tells their results. */
  private final DispatchExecutor executor =
      (ctx, helpers) -> {
        Message asked = ctx.turnMessages().snapshot().getLast();
        if (ctx.turnToolCalls().isEmpty()) {
          List<ToolCallRequest> calls = new ArrayList<>();
          for (String word : asked.text().split(" ")) {
            calls.add(request("pay", "{\"to\":\"" + word + "\"}"));
          }
          call(ctx, helpers, calls);
        } else {
          ctx.storeMessage(
              Message.assistant(
                  String.join(
                      ", ", ctx.turnToolCalls().snapshot().stream().map(ToolCall::text).toList())));
          ctx.ack();
        }
      };

  private AgentClient client() {
    return agent(runner(executor, payingTo(paid)).build()).build();
  }

  @Test
  void returnsTheToolCallsAlsoWhenTheStoreKnowsTheEndOfTheTurnFirst() throws Exception {
    Conversation conversation = client().conversation("ann", "c");
    Answer asked = conversation.send("bob");
    CompletableFuture<Answer> got = new CompletableFuture<>();
    Thread asker = new Thread(() -> got.complete(conversation.answer(asked.turnId())));
    // the end of the turn is in the store here, and is told after this
    waiting.beforeContinued(
        (turn, call) ->
            call.inspect(
                ended -> {
                  asker.start();
                  await()
                      .until(() -> got.isDone() || asker.getState() == Thread.State.TIMED_WAITING);
                }));
    conversation.decide(asked.gate(), true);
    assertThat(got.get().toolCalls()).extracting(ToolCall::tool).containsExactly("pay");
  }

  @Test
  void returnsWaitingWithTheExactCallAndTheAnswerAfterTheDecision() {
    Conversation conversation = client().conversation("ann", "c");
    Answer asked = conversation.send("bob");

    assertThat(asked.status()).isEqualTo(Answer.Status.WAITING);
    assertThat(asked.gate().tool()).isEqualTo("pay");
    assertThat(asked.gate().args().node().path("to").asString()).isEqualTo("bob");
    assertThat(paid).isEmpty();

    Answer answer = conversation.decide(asked.gate(), true);
    assertThat(answer.status()).isEqualTo(Answer.Status.COMPLETED);
    assertThat(answer.text()).isEqualTo("paid bob");
    assertThat(answer.turnId()).isEqualTo(asked.turnId());
    assertThat(answer.toolCalls()).extracting(ToolCall::tool).containsExactly("pay");
    assertThat(conversation.decide(asked.gate(), true).text()).isEqualTo("paid bob");
    assertThat(conversation.answer(asked.turnId()).text()).isEqualTo("paid bob");
    assertThat(paid).containsExactly("bob");
    assertFails(
        AdkErrorCode.E_GATE_ALREADY_SETTLED, () -> conversation.decide(asked.gate(), false));
  }

  @Test
  void waitsForTheSecondGateAfterTheFirst() {
    Conversation conversation = client().conversation("ann", "c");
    Answer asked = conversation.send("bob eve");
    assertThat(asked.gates()).hasSize(2);

    Answer half = conversation.decide(asked.gates().getFirst(), true);
    assertThat(half.status()).isEqualTo(Answer.Status.WAITING);
    assertThat(half.gates()).containsExactly(asked.gates().getLast());
    assertThat(paid).isEmpty();

    Answer answer = conversation.decide(half.gate(), false);
    assertThat(answer.text()).startsWith("paid bob, ").contains("not approved");
    assertThat(paid).containsExactly("bob");
  }

  @Test
  void asksThrowWithTheGates() {
    Conversation conversation = client().conversation("ann", "c");
    assertThatThrownBy(() -> conversation.ask("bob"))
        .isInstanceOfSatisfying(AgentWaitingException.class, e -> assertThat(e.gates()).hasSize(1));
  }

  @Test
  void failsInsteadOfBlockingWhereTheTurnIsNotStored() {
    assertThatThrownBy(() -> client().ask("ann"))
        .isInstanceOf(AgentTurnException.class)
        .hasMessageContaining("The tool 'pay' needs an approval, and this turn is not stored")
        .hasMessageContaining("agent.conversation(user, id).send(text)");
    assertThat(paid).isEmpty();
    assertThat(gates.list(GateQuery.UNDECIDED)).isEmpty();
  }

  @Test
  void tellsTheFirstIterationOfATurnThatGoesOn() {
    List<String> iterations = Collections.synchronizedList(new ArrayList<>());
    DispatchExecutor asksInTheSecond =
        (ctx, helpers) -> {
          if (ctx.iteration() == 1 && ctx.turnToolCalls().isEmpty()) {
            call(ctx, helpers, List.of(request("pay", "{}")));
          } else if (ctx.iteration() > 1) {
            ctx.storeMessage(Message.assistant("Done."));
            ctx.ack();
          }
        };
    TurnRunner runner =
        runner(asksInTheSecond, payingTo(paid))
            .dispatchInputPipeline(
                List.of(
                    dispatching(
                        ctx -> iterations.add(ctx.iteration() + " " + ctx.isFirstIteration()))))
            .build();
    Conversation conversation = agent(runner).build().conversation("c1");

    Answer asked = conversation.send("ann");

    assertThat(conversation.decide(asked.gates().getFirst(), true).text()).isEqualTo("Done.");
    assertThat(iterations).containsExactly("0 true", "1 false", "1 true", "2 false");
  }

  @Test
  void refusesAMessageWhileATurnWaitsOrSupersedesIt() {
    Conversation conversation = client().conversation("ann", "c");
    Answer asked = conversation.send("bob");
    assertThatThrownBy(() -> conversation.send("eve"))
        .isInstanceOfSatisfying(
            AgentWaitingException.class,
            e -> {
              assertThat(e.status()).isEqualTo(409);
              assertThat(e.gates()).containsExactly(asked.gate());
            });
    AgentStream stream = conversation.stream("eve");
    stream.subscribe(new StreamedEvents<>(1));
    assertThatThrownBy(() -> stream.answer().get()).hasCauseInstanceOf(AgentWaitingException.class);
    Answer second = conversation.send("eve", o -> o.whileWaiting(WhileWaiting.SUPERSEDE));
    assertThat(second.gate().args().node().path("to").asString()).isEqualTo("eve");
    assertThatThrownBy(() -> conversation.decide(asked.gate(), true))
        .isInstanceOf(AdkException.class);
    assertThat(conversation.decide(second.gate(), true).text()).isEqualTo("paid eve");
    assertThat(paid).containsExactly("eve");
  }

  @Test
  void supersedesNothingWithAStreamThatNobodyReads() {
    Conversation conversation = client().conversation("ann", "c");
    Answer asked = conversation.send("bob");
    conversation.stream("eve", o -> o.whileWaiting(WhileWaiting.SUPERSEDE));
    assertThat(conversation.decide(asked.gate(), true).text()).isEqualTo("paid bob");
  }

  @Test
  void hidesGatesOfOtherConversations() {
    AgentClient client = client();
    Answer asked = client.conversation("ann", "c").send("bob");
    assertFails(
        AdkErrorCode.E_GATE_NOT_FOUND,
        () -> client.conversation("bob", "c").decide(asked.gate(), true));
    assertThatThrownBy(() -> client.conversation("bob", "c").answer(asked.turnId()))
        .isInstanceOf(AdkException.class);
  }

  @Test
  void blocksWhenTheCallerWaitsForGates() {
    Conversation conversation = client().conversation("ann", "c");
    Answer answer = conversation.send("bob", o -> o.waitForGates(Duration.ofMillis(50)));
    assertThat(answer.status()).isEqualTo(Answer.Status.COMPLETED);
    assertThat(answer.text()).contains("aborted");
    assertThat(paid).isEmpty();
  }

  @Test
  void streamsTheGateAndCompletes() {
    List<AgentEvent> events =
        StreamedEvents.of(client().conversation("ann", "c").stream("bob")).soFar();
    await()
        .untilAsserted(
            () ->
                assertThat(events)
                    .hasAtLeastOneElementOfType(AgentStream.Gate.class)
                    .last()
                    .isInstanceOfSatisfying(
                        AgentStream.End.class,
                        end -> assertThat(end.answer().status()).isEqualTo(Answer.Status.WAITING)));
  }
}
