package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.acking;
import static dev.adk4j.harness.Engine.memory;
import static dev.adk4j.harness.Engine.message;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.retrievable;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Engine.text;
import static dev.adk4j.harness.Engine.toolCall;
import static dev.adk4j.harness.Engine.turning;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.harness.Tape;
import dev.adk4j.primitive.Message;
import dev.adk4j.storage.FetchMemoriesCallback;
import dev.adk4j.storage.FetchMessagesCallback;
import dev.adk4j.storage.FetchRetrievablesCallback;
import dev.adk4j.storage.FetchThoughtsCallback;
import dev.adk4j.storage.FetchToolCallsCallback;
import dev.adk4j.storage.RefreshStandingInstructionsCallback;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.token.Tokenizable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadyMadeMiddlewareTests {

  @Test
  void acceptInputStoresAndAddsEachMessageInOrder() {
    List<String> log = new ArrayList<>();
    runner()
        .callback(StoreMessageCallback.class, (ctx, m) -> log.add("store " + m.id()))
        .turnInputPipeline(List.of(new AcceptInput()))
        .executor(acking(ctx -> ctx.turnMessages().forEach(m -> log.add("sees " + m.id()))))
        .build()
        .run(RawTurnContext.builder().systemPrompt("").input(message("a"), message("b")).build());
    assertThat(log).containsExactly("store a", "store b", "sees a", "sees b");
  }

  @Test
  void hydrateFetchesTheNewestRecordsOfItsKinds() {
    List<String> seen = new ArrayList<>();
    TurnRunner runner =
        runner()
            .callback(
                FetchMessagesCallback.class,
                ctx -> List.of(message("1"), message("2"), message("3")))
            .callback(FetchMemoriesCallback.class, ctx -> List.of(memory("m")))
            .callback(
                FetchRetrievablesCallback.class,
                ctx -> List.of(retrievable("r1"), retrievable("r2")))
            .callback(FetchToolCallsCallback.class, ctx -> List.of(toolCall("c")))
            .callback(
                FetchThoughtsCallback.class,
                ctx -> raise(new IllegalStateException("nobody asked for thoughts")))
            .callback(
                RefreshStandingInstructionsCallback.class,
                ctx -> List.of(text("stored"), text("given")))
            .turnInputPipeline(
                List.of(
                    HydrateTurn.builder()
                        .messages(2)
                        .memories(5)
                        .retrievables(1)
                        .toolCalls(1)
                        .standingInstructions(true)
                        .build(),
                    new AcceptInput()))
            .build();
    runner
        .turn(
            RawTurnContext.builder()
                .systemPrompt("")
                .standingInstructions("given")
                .input(message("in"))
                .build())
        .inspect(
            ctx -> {
              ctx.turnMessages().forEach(m -> seen.add(m.id()));
              ctx.turnMemories().forEach(m -> seen.add(m.id()));
              ctx.turnRetrievables().forEach(r -> seen.add(r.id()));
              ctx.turnToolCalls().forEach(c -> seen.add(c.id()));
              ctx.standingInstructions().stream().map(Tokenizable::value).forEach(seen::add);
            })
        .run();
    assertThat(seen).containsExactly("2", "3", "in", "m", "r2", "c", "given", "stored");
  }

  @ParameterizedTest
  @CsvSource({"4, 3, 1", "5, 3, 1", "6, 3, 4", "8, 3, 4", "9, 3, 7", "9, 100, 6", "7, 1, 3"})
  void hydrateLeavesOutOlderRecordsInSteps(int stored, int step, int first) {
    List<String> seen = new ArrayList<>();
    TurnRunner runner =
        runner()
            .callback(
                FetchMessagesCallback.class,
                ctx ->
                    IntStream.rangeClosed(1, stored)
                        .mapToObj(i -> message(String.valueOf(i)))
                        .toList())
            .turnInputPipeline(List.of(HydrateTurn.builder().messages(5).step(step).build()))
            .build();

    runner.turn(raw()).inspect(ctx -> ctx.turnMessages().forEach(m -> seen.add(m.id()))).run();

    assertThat(seen)
        .isEqualTo(IntStream.rangeClosed(first, stored).mapToObj(String::valueOf).toList());
  }

  @Test
  void hydrateRefusesNegativeLimits() {
    assertThatThrownBy(() -> HydrateTurn.builder().step(0).build()).hasMessageContaining("$.step");
    assertThatThrownBy(() -> HydrateTurn.builder().messages(-1).thoughts(-2).build())
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("$.messages")
        .hasMessageContaining("$.thoughts");
  }

  @Test
  void maxIterationsRefusesTheFirstIterationBeyond() {
    List<Integer> ran = new ArrayList<>();
    Tape tape =
        Tape.run(
            runner()
                .dispatchInputPipeline(List.of(new MaxIterations(3)))
                .executor((ctx, helpers) -> ran.add(ctx.iteration())));
    assertThat(ran).containsExactly(0, 1, 2);
    assertThat(tape.lines())
        .contains("dispatchEnd(nack, iterations 3)", "error(E_DISPATCH_LIMIT_REACHED)");
    assertThat(tape.event(ErrorEvent.class).error())
        .hasMessageContaining("3 iterations")
        .satisfies(e -> assertThat(((AdkException) e).args()).containsExactly("iterations", 3));
    assertThatThrownBy(() -> new MaxIterations(0)).hasMessageContaining("was 0");
  }

  @Test
  void repeatedToolCallsAreRefusedAndHistoryDoesNotCount() {
    List<Integer> ran = new ArrayList<>();
    Tape tape =
        Tape.run(
            runner()
                .turnInputPipeline(
                    List.of(
                        turning(
                            ctx -> {
                              for (int i = 0; i < 5; i++) {
                                ctx.turnToolCalls()
                                    .add(toolCall("old" + i, "search", Map.of("q", "x")));
                              }
                            })))
                .dispatchInputPipeline(List.of(new MaxRepeatedToolCalls(2)))
                .executor(
                    (ctx, helpers) -> {
                      ran.add(ctx.iteration());
                      ctx.storeToolCall(
                          toolCall("new" + ctx.iteration(), "search", Map.of("q", "x")));
                      ctx.storeToolCall(
                          toolCall(
                              "other" + ctx.iteration(), "search", Map.of("q", ctx.iteration())));
                    }));
    assertThat(ran).containsExactly(0, 1, 2);
    AdkException error = tape.event(ErrorEvent.class).error();
    assertThat(error.errorCode()).isEqualTo(AdkErrorCode.E_DISPATCH_LIMIT_REACHED);
    assertThat(error).hasMessageContaining("'search' was called 3 times");
    assertThatThrownBy(() -> new MaxRepeatedToolCalls(-1)).hasMessageContaining("was -1");
  }

  @Test
  void aMessageIsSeenOnceAlsoWhenTwoMiddlewareAddIt() {
    Message message = message("a");
    List<Integer> sizes = new ArrayList<>();
    runner()
        .turnInputPipeline(
            List.of(
                new AcceptInput(),
                turning(
                    ctx -> {
                      ctx.turnMessages().add(message);
                      sizes.add(ctx.turnMessages().size());
                    })))
        .build()
        .run(RawTurnContext.builder().systemPrompt("").input(message).build());
    assertThat(sizes).containsExactly(1);
  }
}
