package dev.adk4j.client;

import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.harness.StreamedEvents;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolGuard;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Fifty calls in one answer that may all run at once: one hangs, one throws, one waits for an
 * approval, one asks another agent.
 */
@Timeout(120)
class ToolStormTests extends ParkingAgents {

  private static final int CALLS = 50;
  private static final Map<Integer, String> SPECIAL =
      Map.of(7, "hangs", 13, "throws", 21, "pays", 34, "asks");

  private final List<String> started = Collections.synchronizedList(new ArrayList<>());
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch others = new CountDownLatch(CALLS - 1);
  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch asking = new CountDownLatch(1);
  private final CountDownLatch inner = new CountDownLatch(1);
  private final Conversation conversation = client().conversation("ann", "c");

  private static Tool tool(String name, Tool.Handler handler, ToolGuard guard) {
    return Tool.builder(name)
        .description("Does it.")
        .inputSchema(
            ToolSchema.parse("{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}}"))
        .parallel(true)
        .guard(guard)
        .handler(handler)
        .build();
  }

  private Tool counted(String name, ToolGuard guard, Work work) {
    return tool(
        name,
        (args, ctx, meta) -> {
          started.add(name);
          try {
            return ToolOutput.text(work.done() + " " + args.path("n").asInt());
          } finally {
            others.countDown();
          }
        },
        guard);
  }

  private interface Work {
    String done() throws Exception;
  }

  private AgentClient client() {
    AgentClient other =
        AgentClient.of(
            (ctx, helpers) -> {
              asking.countDown();
              inner.await();
              ctx.storeMessage(Message.assistant("asked"));
              ctx.ack();
            });
    Tool hangs =
        tool(
            "hangs",
            (args, ctx, meta) -> {
              started.add("hangs");
              hanging.countDown();
              others.await();
              return ToolOutput.text("hung " + args.path("n").asInt());
            },
            null);
    TurnRunner runner =
        runner(
                this::answer,
                counted("works", null, () -> "worked"),
                counted("throws", null, () -> raise(new IllegalStateException("broken"))),
                counted("pays", ApprovalGuard.required(), () -> "paid"),
                counted("asks", null, () -> other.ask("Hi")),
                hangs)
            .build();
    runner.observe(TurnEvent.DISPATCH_START, e -> events.add("dispatch"));
    runner.observe(TurnEvent.DISPATCH_END, e -> events.add("/dispatch"));
    runner.observe(TurnEvent.TOOL_EXECUTION_START, e -> events.add("tool " + e.callId()));
    runner.observe(TurnEvent.TOOL_EXECUTION_END, e -> events.add("/tool " + e.callId()));
    return agent(runner).build();
  }

  private void answer(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    String asked = ctx.turnMessages().snapshot().getLast().text();
    if (asked.equals("storm") && ctx.turnToolCalls().isEmpty()) {
      List<ToolCallRequest> calls =
          IntStream.range(0, CALLS)
              .mapToObj(
                  n ->
                      new ToolCallRequest(
                          "c" + n,
                          SPECIAL.getOrDefault(n, "works"),
                          Json.read("{\"n\":" + n + "}")))
              .toList();
      call(ctx, helpers, calls);
    } else {
      ctx.storeMessage(Message.assistant(ctx.turnToolCalls().size() + " results"));
      ctx.ack();
    }
  }

  private static void assertComplete(Answer answer) {
    assertThat(answer.status()).isEqualTo(Answer.Status.COMPLETED);
    assertThat(answer.text()).isEqualTo("50 results");
    List<ToolCall> calls = answer.toolCalls();
    assertThat(calls)
        .extracting(call -> call.providerId().orElseThrow())
        .containsExactlyElementsOf(IntStream.range(0, CALLS).mapToObj(n -> "c" + n).toList());
    assertThat(calls).as("a prompt sorts by this").extracting(ToolCall::createdAt).isSorted();
    for (int n = 0; n < CALLS; n++) {
      assertThat(calls.get(n).isError()).as("call " + n).isEqualTo(n == 13);
      assertThat(calls.get(n).text()).contains(expected(n));
    }
  }

  private static String expected(int n) {
    return switch (SPECIAL.getOrDefault(n, "works")) {
      case "hangs" -> "hung " + n;
      case "throws" -> "broken";
      case "pays" -> "paid " + n;
      case "asks" -> "asked " + n;
      default -> "worked " + n;
    };
  }

  @Test
  void startsNothingBeforeTheApprovalAndThenKeepsTheOrder() {
    inner.countDown();
    Answer asked = conversation.send("storm");
    assertThat(asked.status()).isEqualTo(Answer.Status.WAITING);
    assertThat(asked.gates()).hasSize(1);
    assertThat(started).isEmpty();

    assertComplete(conversation.decide(asked.gate(), true));
    assertThat(started).hasSize(CALLS);
    assertThat(conversation.ask("next")).isEqualTo("50 results");
  }

  @Test
  void streamsWhileOneCallWaitsAndNestsItsEvents() {
    inner.countDown();
    AgentStream stream = conversation.stream("storm", o -> o.waitForGates(Duration.ofMinutes(1)));
    List<AgentEvent> told = StreamedEvents.of(stream).soFar();
    await().until(() -> !gates.list(GateQuery.UNDECIDED).isEmpty());
    await().until(() -> others.getCount() == 1);
    GateRecord gate = gates.list(GateQuery.UNDECIDED).getFirst();
    gates.settle(gate.ref(), BOSS, GateDecision.resolve(true));

    assertComplete(stream.answer().join());
    await().until(() -> told.getLast() instanceof AgentStream.End);
    List<TurnToolCallContent> calls =
        told.stream()
            .filter(TurnToolCallContent.class::isInstance)
            .map(TurnToolCallContent.class::cast)
            .toList();
    List<String> announced =
        calls.stream().filter(c -> !c.isComplete()).map(TurnToolCallContent::id).toList();
    assertThat(announced).hasSize(CALLS).doesNotHaveDuplicates();
    assertThat(announced)
        .isEqualTo(stream.answer().join().toolCalls().stream().map(ToolCall::id).toList());
    assertThat(calls.stream().filter(TurnToolCallContent::isComplete))
        .extracting(TurnToolCallContent::id)
        .containsExactlyInAnyOrderElementsOf(announced);
    assertThat(events.getFirst()).isEqualTo("dispatch");
    assertThat(events.getLast()).isEqualTo("/dispatch");
    assertThat(events).hasSize(2 * CALLS + 2).doesNotHaveDuplicates();
    events.stream()
        .filter(event -> event.startsWith("tool"))
        .forEach(event -> assertThat(events).containsSubsequence(event, "/" + event));
  }

  @Test
  void oneAbortEndsAllThatHang() throws Exception {
    AgentStream stream = conversation.stream("storm", o -> o.waitForGates(Duration.ofMinutes(1)));
    CompletableFuture<Answer> answer = stream.answer();
    hanging.await();
    asking.await();
    await().until(() -> !gates.list(GateQuery.UNDECIDED).isEmpty());
    await().until(() -> others.getCount() == 2);

    stream.abort();
    assertThatThrownBy(answer::join)
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOf(AgentTurnException.class)
        .matches(e -> AdkException.is(e, AdkErrorCode.E_TURN_ABORTED));

    assertThat(started).doesNotContain("pays");
    assertThat(gates.list(GateQuery.UNDECIDED)).isEmpty();
    assertThat(storage.log(stream.scope())).hasSize(1);
    assertThat(conversation.ask("next")).isEqualTo("0 results");
  }
}
