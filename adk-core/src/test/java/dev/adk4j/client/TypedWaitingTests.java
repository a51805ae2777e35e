package dev.adk4j.client;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.answer.TypeRef;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.harness.StreamedEvents;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Values that are asked for where a call waits for a decision in between. */
@Timeout(120)
class TypedWaitingTests extends ParkingAgents {

  record Receipt(String to, int amount) {}

  record Other(String to) {}

  private static final Receipt RECEIPT = new Receipt("bob", 5);

  private final List<String> paid = Collections.synchronizedList(new ArrayList<>());
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private String answer = "{\"to\":\"bob\",\"amount\":5}";
  private int calls = 1;
  private boolean refuses;
  private boolean begun;

  private void model(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    AnswerType<?> type = AnswerType.in(ctx.stash());
    asked.add(type == null ? "text" : type + " " + type.schema().text());
    if (ctx.turnToolCalls().isEmpty()) {
      call(
          ctx,
          helpers,
          IntStream.range(0, calls).mapToObj(n -> request("pay", "{\"n\":" + n + "}")).toList());
      return;
    }
    if (refuses) {
      ctx.nack(AdkException.of(AdkErrorCode.E_ANSWER_REFUSED).message("No.").build());
      return;
    }
    ctx.storeMessage(Message.assistant(answer));
    ctx.ack();
  }

  /** A client of a process of its own over the same stores. */
  private AgentClient client() {
    if (begun) {
      waiting = process();
    }
    begun = true; // a process without an agent would take turns that it cannot run
    Tool pay =
        pay(
            "n",
            "integer",
            (args, ctx, meta) -> {
              paid.add(args.path("n").asString());
              return ToolOutput.text("paid");
            });
    return agent(runner(this::model, pay).build()).build();
  }

  private static WaitingGate gate(Conversation conversation, AnswerType<?> type) {
    try {
      conversation.ask(Message.user("Pay."), type);
    } catch (AgentWaitingException waits) {
      return waits.gates().getFirst();
    }
    throw new AssertionError("it did not wait");
  }

  @Test
  void givesTheValueAfterTheDecision() {
    Conversation conversation = client().conversation("ann", "c");
    WaitingGate gate = gate(conversation, AnswerType.of(Receipt.class));

    Answer decided = conversation.decide(gate, true);

    assertThat(decided.value(Receipt.class)).isEqualTo(RECEIPT);
    assertThat(conversation.answer(decided.turnId()).value(Receipt.class)).isEqualTo(RECEIPT);
    assertThat(paid).containsExactly("0");
    assertThat(asked).hasSize(2).allMatch(asked.getFirst()::equals);
    assertThat(asked.getFirst()).startsWith("Receipt {");
  }

  @Test
  void givesTheValueInAnotherProcess() {
    WaitingGate gate = gate(client().conversation("ann", "c"), AnswerType.of(Receipt.class));
    waiting.close();

    Conversation restarted = client().conversation("ann", "c");
    assertThat(restarted.decide(gate, true).value(Receipt.class)).isEqualTo(RECEIPT);
    Conversation later = client().conversation("ann", "c");
    assertThat(later.decide(gate, true).value(Receipt.class)).isEqualTo(RECEIPT);
    assertThat(asked).hasSize(2).allMatch(asked.getFirst()::equals);
  }

  @Test
  void waitsForTheSecondGateBeforeThereIsAValue() {
    calls = 2;
    Conversation conversation = client().conversation("ann", "c");
    Answer waits = conversation.send("Pay.", o -> o.answer(Receipt.class));

    Answer half = conversation.decide(waits.gates().getFirst(), true);
    assertThatThrownBy(() -> half.value(Receipt.class))
        .isInstanceOfSatisfying(
            AgentWaitingException.class,
            e -> assertThat(e.gates()).containsExactly(waits.gates().getLast()));
    assertThat(conversation.decide(half.gate(), true).value(Receipt.class)).isEqualTo(RECEIPT);
    assertThat(paid).containsExactly("0", "1");
  }

  @Test
  void tellsTheCodeOfAValueThatDoesNotFit() {
    answer = "{\"to\":\"bob\"}";
    Conversation conversation = client().conversation("ann", "c");
    WaitingGate gate = gate(conversation, AnswerType.of(Receipt.class));
    Answer decided = conversation.decide(gate, true);
    assertFails(AdkErrorCode.E_ANSWER_TYPE, () -> decided.value(Receipt.class))
        .isInstanceOf(AgentTurnException.class);
  }

  @Test
  void refusesAnotherTypeThanTheOneThatWasAskedFor() {
    Conversation conversation = client().conversation("ann", "c");
    Answer text = conversation.decide(conversation.send("Pay.").gate(), true);
    assertThatIllegalStateException()
        .isThrownBy(() -> text.value(Receipt.class))
        .withMessageContaining("was asked for text, not for a Receipt");

    AgentClient client = client();
    Conversation typed = client.conversation("ann", "d");
    Answer receipt = typed.decide(typed.send("Pay.", o -> o.answer(Receipt.class)).gate(), true);
    assertThatIllegalStateException()
        .isThrownBy(() -> receipt.value(Other.class))
        .withMessageContaining("was asked for a Receipt, not for a Other");
  }

  @Test
  void streamsTheTextAndTheValueAtTheEnd() throws Exception {
    AgentClient client =
        AgentClient.of(
            (ctx, helpers) -> {
              helpers.reportMessage("m", answer.substring(0, 7));
              helpers.reportMessage("m", answer.substring(7), true);
              ctx.ack();
            });
    AgentStream stream = client.stream("Pay.", o -> o.answer(Receipt.class));
    StreamedEvents<AgentEvent> events = StreamedEvents.of(stream);

    assertThat(stream.answer().get().value(Receipt.class)).isEqualTo(RECEIPT);
    List<AgentEvent> all = events.all().join();
    assertThat(all)
        .filteredOn(AgentStream.Text.class::isInstance)
        .extracting(event -> ((AgentStream.Text) event).text())
        .containsExactly(answer.substring(0, 7), answer.substring(7));
    assertThat(all.getLast())
        .isInstanceOfSatisfying(
            AgentStream.End.class,
            end -> assertThat(end.answer().value(Receipt.class)).isEqualTo(RECEIPT));
  }

  @Test
  void tellsTheCodeWhereTheTurnFailsAfterTheDecision() {
    refuses = true;
    Conversation conversation = client().conversation("ann", "c");
    WaitingGate gate = gate(conversation, AnswerType.of(Receipt.class));
    assertFails(AdkErrorCode.E_ANSWER_REFUSED, () -> conversation.decide(gate, true))
        .isInstanceOf(AgentTurnException.class);
  }

  @Test
  void keepsTheSchemaOfATypeWithoutItsClass() {
    AnswerType<Receipt> type = AnswerType.of(Receipt.class);
    AnswerType<JsonNode> stored = AnswerType.ofStored(type.stored());

    assertThat(stored.hasSchemaOf(type)).isTrue();
    assertThat(stored.stored()).isEqualTo(type.stored());
    assertThat(stored).hasToString("Receipt");
    assertThat(stored.schema()).isEqualTo(type.schema());
    assertThat(stored.read(answer)).isEqualTo(Json.read(answer));
    assertThat(stored.write(RECEIPT)).isEqualTo(answer);
    assertThatThrownBy(() -> stored.read("{\"to\":1}")).hasMessageContaining("$.to");
    AnswerType<?> list = AnswerType.of(new TypeRef<Map<String, Integer>>() {});
    assertThat(AnswerType.ofStored(list.stored()).stored()).isEqualTo(list.stored());
  }
}
