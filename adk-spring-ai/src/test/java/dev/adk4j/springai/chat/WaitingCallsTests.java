package dev.adk4j.springai.chat;

import static dev.adk4j.springai.chat.ScriptedChatModel.call;
import static dev.adk4j.springai.chat.ScriptedChatModel.calls;
import static dev.adk4j.springai.chat.ScriptedChatModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.ToolResponseMessage;

/** Calls of a model's answer that wait for approvals, with and without streaming. */
class WaitingCallsTests {

  private static final Scope SCOPE = Scope.of("acme", "ann", "c");

  private final TurnStore gates = TurnStore.inMemory();
  private final TurnStore store = gates;

  @AutoClose
  private final GateService desk =
      GateService.of(
          gates,
          GateService.Options.DEFAULT.withAuthorizer(
              (actor, gate) -> GateAuthorizer.Answer.grant()));

  private final ScriptedChatModel model = new ScriptedChatModel();
  private final List<String> done = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void waitTogetherAndGoOnWithoutAskingTheModel(boolean streams) {
    model
        .then(text("Let me see."), calls(call("a", "look", "{}"), call("b", "pay", "{}")))
        .then(text("Paid."));
    TurnRunner runner = runner(streams);
    AtomicReference<Optional<StoredTurn>> waiting = new AtomicReference<>();
    runner
        .turn(
            RawTurnContext.builder()
                .systemPrompt("You are a test.")
                .scope(SCOPE)
                .parkApprovals(true)
                .input(Message.user("Pay."))
                .build())
        .inspect(ctx -> waiting.set(ctx.waiting()))
        .run();
    StoredTurn turn = waiting.get().orElseThrow();
    assertThat(done).isEmpty();
    assertThat(model.prompts).hasSize(1);
    assertThat(turn.calls()).extracting(StoredTurn.Call::providerId).containsExactly("a", "b");

    desk.settle(turn.gates().getFirst(), GateActor.of("boss", "acme"), GateDecision.resolve(true));
    StoredTurn claimed =
        store.claim("acme", turn.turnId(), "node", Duration.ofMinutes(1)).orElseThrow();
    runner.run(
        RawTurnContext.builder()
            .systemPrompt("You are a test.")
            .parkApprovals(true)
            .resume(claimed)
            .build());

    assertThat(done).containsExactly("look", "pay");
    assertThat(model.prompts).hasSize(2);
    assertThat(model.prompts.getLast().getInstructions())
        .filteredOn(message -> message.getMessageType() == MessageType.TOOL)
        .flatExtracting(message -> ((ToolResponseMessage) message).getResponses())
        .extracting(ToolResponseMessage.ToolResponse::id)
        .containsExactly("a", "b");
    StoredTurn end = store.find(SCOPE, turn.turnId()).orElseThrow();
    assertThat(end.state()).isEqualTo(State.COMPLETED);
    assertThat(end.answer().text()).isEqualTo("Paid.");
  }

  private TurnRunner runner(boolean streams) {
    return TurnRunner.builder()
        .storage(new InMemoryStorageAdapter())
        .tools(List.of(tool("look").build(), tool("pay").guard(ApprovalGuard.required()).build()))
        .gates(desk)
        .turnInputPipeline(
            List.of(HydrateTurn.builder().messages(9).toolCalls(9).build(), new AcceptInput()))
        .executor(
            ChatModelExecutor.builder(model)
                .options(LlmExecutorOptions.builder().autoAck(true).stream(streams).build())
                .build())
        .build();
  }

  private Tool.Builder tool(String name) {
    return Tool.builder(name)
        .description("Does it.")
        .inputSchema(ToolSchema.empty())
        .handler(
            (args, ctx, meta) -> {
              done.add(name);
              return ToolOutput.text("done");
            });
  }
}
