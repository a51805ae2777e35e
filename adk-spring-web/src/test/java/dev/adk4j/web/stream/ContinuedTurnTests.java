package dev.adk4j.web.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentRegistry;
import dev.adk4j.client.AgentStream;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.InputLimit;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.limit.RequestLimits;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.test.Script;
import dev.adk4j.test.ScriptedExecutor;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.Tools;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.turn.TurnRunner;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The events of turns that wait and go on, here and elsewhere. */
@Timeout(60)
class ContinuedTurnTests {

  private static final GateActor ANN = GateActor.of("ann", "default");

  @AutoClose private final GateService gates = GateService.of(TurnStore.inMemory());
  private final TurnStore store = gates.store();
  @AutoClose private final AgentRegistry waiting = AgentRegistry.of(gates);
  private TurnRunner runner;
  private Conversation conversation;
  private TurnEvents events;

  @BeforeEach
  void start() {
    runner =
        TurnRunner.builder()
            .storage(new InMemoryStorageAdapter())
            .gates(gates)
            .executor(
                ScriptedExecutor.of(
                    Script.empty()
                        .callTool("refund", Map.of("amount", 100))
                        .nextIteration()
                        .say("Do", "ne.")))
            .tools(Tools.of(new Desk()))
            .turnInputPipeline(
                List.of(HydrateTurn.builder().messages(20).build(), new AcceptInput()))
            .build();
    conversation =
        AgentClient.builder(runner)
            .systemPrompt("")
            .registry(waiting)
            .build()
            .conversation("ann", "c1");
    events = events();
    waiting.beforeContinued(events::goOn);
  }

  private TurnEvents events() {
    return new TurnEvents(
        runner,
        StreamOptions.DEFAULTS,
        InstantSource.system(),
        InputLimit.NONE,
        RequestLimits.none(),
        null,
        null);
  }

  @Test
  void tellsOfAGateWhatDecidesIt() throws Exception {
    StreamEvent gate = asked().get(1);

    assertThat(gate.name()).isEqualTo("turnGateOpen");
    assertThat(gate.data())
        .contains(
            "\"tool\":\"refund\"", "\"checksum\":\"", "\"toolCallId\":\"", "\"blocking\":false")
        .contains("\"schema\":{");
  }

  @Test
  void namesTheWaitingGateAsTheEventDoes() throws Exception {
    String event = asked().get(1).data();

    WaitingGate gate = conversation.waiting().orElseThrow().gate();
    assertThat(event)
        .contains("\"ref\":\"" + gate.id(), "\"toolCallId\":\"" + gate.toolCallId())
        .contains("\"checksum\":\"" + gate.checksum());
    assertThat(gate.schema()).isNotNull();
    assertThat(conversation.abort("another")).isFalse();
  }

  @Test
  void goesOnBehindTheEventsWithWhichTheTurnBeganToWait() throws Exception {
    List<StreamEvent> before = asked();
    Answer open = conversation.waiting().orElseThrow();
    RecordingSink sink = new RecordingSink();

    String turnId = conversation.settle(open.gate().id(), GateDecision.resolve(true), ANN);
    events.continued(conversation, turnId, open.gate().id()).start(sink);

    List<StreamEvent> after = sink.awaitEnd();
    assertThat(after.getFirst().number()).isEqualTo(before.getLast().number() + 1);
    assertThat(after)
        .extracting(StreamEvent::name)
        .contains("turnGateClosed", "toolCall", "message");
    assertThat(after.getLast().data()).contains("\"status\":\"completed\"");
  }

  @Test
  void replaysBothPartsAsOne() throws Exception {
    List<StreamEvent> before = asked();
    Answer open = conversation.waiting().orElseThrow();
    conversation.decide(open.gate().id(), GateDecision.resolve(true), ANN);
    RecordingSink late = new RecordingSink();
    events.continued(conversation, open.turnId(), open.gate().id()).start(late);
    RecordingSink all = new RecordingSink();

    events.replay(conversation.scope(), open.turnId(), null, all);

    List<StreamEvent> together = all.awaitEnd();
    assertThat(together.subList(0, before.size())).isEqualTo(before);
    assertThat(together.subList(before.size(), together.size())).isEqualTo(late.awaitEnd());
  }

  /** A person may decide before the thread that starts the turn knows its id. */
  @Test
  void keepsTheEventsOfATurnThatGoesOnBeforeItsStartHasReturned() throws Exception {
    AgentStream stream = conversation.stream("Refund order 4711.");
    AgentStream slow =
        (AgentStream)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {AgentStream.class},
                (proxy, method, args) -> {
                  Object result = method.invoke(stream, args);
                  if (result instanceof TurnHandle turn) {
                    assertThat(turn.join(Duration.ofMinutes(1))).isTrue();
                    String gate = conversation.waiting().orElseThrow().gate().id();
                    conversation.decide(gate, GateDecision.resolve(true), ANN);
                  }
                  return result;
                });
    String turnId = events.begin(slow).turnId();

    assertThat(read(events, turnId))
        .extracting(StreamEvent::name)
        .containsSubsequence("turnGateOpen", "end", "turnGateClosed", "message", "end");
  }

  @Test
  void tellsTheTextOfATurnThatGoesOnElsewhere() throws Exception {
    TurnEvents there = events();
    asked();
    Answer open = conversation.waiting().orElseThrow();
    RecordingSink sink = new RecordingSink();

    String turnId = conversation.settle(open.gate().id(), GateDecision.resolve(true), ANN);
    there.continued(conversation, turnId, open.gate().id()).start(sink);

    List<StreamEvent> told = sink.awaitEnd();
    assertThat(told).extracting(StreamEvent::name).containsExactly("message", "end");
    assertThat(told.getFirst().data()).contains("\"full\":\"Done.\"", "\"complete\":true");
    assertThat(told.getLast().data()).contains("\"status\":\"completed\"");
  }

  @Test
  void waitsOnWhereADecisionIsMissing() throws Exception {
    asked();
    Answer open = conversation.waiting().orElseThrow();
    RecordingSink sink = new RecordingSink();

    events.continued(conversation, open.turnId(), open.gate().id()).start(sink);

    List<StreamEvent> told = sink.awaitEnd();
    assertThat(told).extracting(StreamEvent::name).containsExactly("end");
    assertThat(told.getFirst().data()).contains("\"status\":\"waiting\"");
  }

  @Test
  void followsATurnPastItsDecision() throws Exception {
    List<StreamEvent> before = asked();
    Answer open = conversation.waiting().orElseThrow();
    RecordingSink sink = new RecordingSink();
    events.follow(conversation, open.turnId(), 0).start(sink);
    sink.awaitEvents(before.size());

    conversation.settle(open.gate().id(), GateDecision.resolve(true), ANN);

    List<StreamEvent> told = sink.awaitEnd();
    assertThat(told.subList(0, before.size())).isEqualTo(before);
    assertThat(told.getLast().data()).contains("\"status\":\"completed\"");
    assertThat(read(events, open.turnId())).isEqualTo(told);
  }

  @Test
  void followsATurnPastItsDecisionWhereItDidNotRun() throws Exception {
    TurnEvents there = events();
    asked();
    Answer open = conversation.waiting().orElseThrow();
    RecordingSink sink = new RecordingSink();
    there.follow(conversation, open.turnId(), 0).start(sink);
    sink.awaitEvents(1);

    conversation.settle(open.gate().id(), GateDecision.resolve(true), ANN);

    List<StreamEvent> told = sink.awaitEnd();
    assertThat(told).extracting(StreamEvent::name).containsExactly("end", "message", "end");
    assertThat(told.getFirst().data())
        .contains("\"status\":\"waiting\"", "\"gates\":[\"" + open.gate().id());
    assertThat(told.getLast().data()).contains("\"status\":\"completed\"");
    assertThat(read(there, open.turnId())).isEqualTo(told);
  }

  @Test
  void readsTheEventsThatThereAreWithoutWaiting() throws Exception {
    List<StreamEvent> before = asked();

    String turnId = conversation.waiting().orElseThrow().turnId();
    assertThat(read(events, turnId)).isEqualTo(before);
    assertThat(before.getLast().data()).contains("\"gates\":[\"");
  }

  private List<StreamEvent> read(TurnEvents where, String turnId) throws Exception {
    List<StreamEvent> all = new ArrayList<>();
    where.read(conversation, turnId, 0, Duration.ZERO, all::add);
    return all;
  }

  private List<StreamEvent> asked() throws Exception {
    RecordingSink sink = new RecordingSink();
    events.start(conversation.stream("Refund order 4711."), sink);
    return sink.awaitEnd();
  }

  static final class Desk {

    @AgentTool(value = "Refunds.", approval = Approval.BY_USER)
    public String refund(int amount) {
      return "refunded " + amount;
    }
  }
}
