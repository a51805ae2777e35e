package dev.adk4j.turn;

import static dev.adk4j.harness.Engine.acking;
import static dev.adk4j.harness.Engine.raw;
import static dev.adk4j.harness.Engine.runner;
import static dev.adk4j.harness.Engine.tool;
import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.failure;
import static dev.adk4j.harness.Failures.raise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.harness.Tape;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.NoopStorageAdapter;
import dev.adk4j.storage.StoreThoughtCallback;
import dev.adk4j.value.Scope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TurnRunnerConfigTests {

  @Test
  void everyMissingCallbackIsNamedAtOnce() {
    AdkException e =
        failure(AdkErrorCode.E_INVALID_TURN_RUNNER_CONFIG, () -> TurnRunner.builder().build());
    assertThat(e.status()).isEqualTo(529);
    assertThat(e.fatal()).isTrue();
    assertThat(e.help()).contains("must be present");
    List<String> expected =
        new ArrayList<>(
            Arrays.stream(CallbackKey.values()).map(k -> "$." + k.configKey()).toList());
    expected.add("$.executorCallback");
    assertThat(((ValidationException) e.getCause()).violations())
        .extracting("path")
        .containsExactlyElementsOf(expected);
    expected.forEach(path -> assertThat(e.getMessage()).contains(path));
    assertThat(e.getMessage())
        .contains("$.fetchMemoriesCallback is required and was null: give a FetchMemoriesCallback");
    assertThat(CallbackKey.values()).hasSize(27);
  }

  @Test
  void oneMissingCallbackIsEnoughToRefuse() {
    TurnRunner.Builder builder = runner().callback(StoreThoughtCallback.class, null);
    assertThatThrownBy(builder::build)
        .hasMessageContaining("$.storeThoughtCallback")
        .hasMessageNotContaining("$.storeMessageCallback");
  }

  @Test
  void bindsEachCallbackByItsInterface() {
    for (CallbackKey key : CallbackKey.values()) {
      TurnRunner.Builder builder = runner();
      builder.callback(key.type(), null);
      assertThatThrownBy(builder::build).hasMessageContaining("$." + key.configKey());
    }
    assertThatThrownBy(() -> runner().callback(Runnable.class, () -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none of the 27 callbacks");
  }

  @Test
  void nullElementsAndNullPartsAreNamed() {
    assertThatThrownBy(
            () ->
                runner()
                    .tools(Collections.singletonList((Tool) null))
                    .turnInputPipeline(Collections.singletonList((TurnMiddleware) null))
                    .clock(null)
                    .build())
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("$.tools[0]")
        .hasMessageContaining("$.turnInputPipeline[0]")
        .hasMessageContaining("$.clock");
  }

  @Test
  void buildRefusesTwoToolsOfOneName() {
    AdkException e =
        failure(
            AdkErrorCode.E_INVALID_TURN_RUNNER_CONFIG,
            () ->
                runner()
                    .addTool(tool("search", (a, c, m) -> ToolOutput.text("")))
                    .addTool(tool("search", (a, c, m) -> ToolOutput.text("")))
                    .build());
    assertThat(AdkException.is(e.getCause(), AdkErrorCode.E_TOOL_ALREADY_REGISTERED)).isTrue();
    assertThat(e).hasMessageContaining("'search'");
  }

  @Test
  void listsAreCopied() {
    List<Tool> tools = new ArrayList<>(List.of(tool("a", (x, c, m) -> ToolOutput.text(""))));
    Tape tape = new Tape();
    List<TurnMiddleware> input =
        new ArrayList<>(List.of(dev.adk4j.harness.Engine.noting(tape, "m")));
    TurnRunner runner = runner().tools(tools).turnInputPipeline(input).build();
    tools.clear();
    input.clear();

    runner.run(raw());

    assertThat(runner.describe().tools()).containsExactly("a");
    assertThat(tape.lines()).containsExactly("m in", "m out");
  }

  @Test
  void anInvalidRawContextIsThrownBeforeAnyEvent() {
    TurnRunner runner =
        runner().scopeResolver(raw -> raise(new SecurityException("nobody is logged in"))).build();
    Tape tape = Tape.of(runner);
    List<RawTurnContext> bad = new ArrayList<>();
    bad.add(null);
    bad.add(RawTurnContext.builder().build());
    bad.add(RawTurnContext.builder().systemPrompt("").standingInstructions("a", null).build());
    bad.add(RawTurnContext.builder().systemPrompt("").stash(null).build());
    bad.add(
        RawTurnContext.builder()
            .systemPrompt("")
            .input((dev.adk4j.primitive.Message) null)
            .build());
    bad.add(raw());
    for (RawTurnContext raw : bad) {
      assertFails(AdkErrorCode.E_INVALID_TURN_CONTEXT, () -> runner.run(raw));
      assertThatThrownBy(() -> runner.start(raw)).isInstanceOf(AdkException.class);
    }
    assertThatThrownBy(() -> runner.run(raw())).hasCauseInstanceOf(SecurityException.class);
    assertThat(tape.lines()).isEmpty();
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void refusesAStashWithoutTextKeys() {
    Map wrong = Map.of(1, "x");
    AdkException e =
        failure(
            AdkErrorCode.E_INVALID_TURN_CONTEXT,
            () ->
                runner()
                    .build()
                    .run(RawTurnContext.builder().systemPrompt("").stash(wrong).build()));
    assertThat(AdkException.is(e.getCause(), AdkErrorCode.E_INVALID_INITIAL_REGISTRY_VALUE))
        .isTrue();
  }

  @Test
  void theScopeComesFromTheRawContextElseFromTheResolver() {
    AtomicReference<Scope> seen = new AtomicReference<>();
    TurnRunner runner =
        runner()
            .scopeResolver(raw -> Scope.of("acme", "ada", "c1"))
            .executor(acking(ctx -> seen.set(ctx.scope())))
            .build();
    runner.run(raw());
    assertThat(seen.get()).isEqualTo(Scope.of("acme", "ada", "c1"));
    runner.run(RawTurnContext.builder().systemPrompt("").scope(Scope.conversation("c2")).build());
    assertThat(seen.get()).isEqualTo(Scope.conversation("c2"));
    runner().executor(acking(ctx -> seen.set(ctx.scope()))).build().run(raw());
    assertThat(seen.get()).isEqualTo(Scope.DEFAULT);
  }

  @Test
  void descriptionNamesTheClassBehindEachCallback() {
    TurnRunner.Description description =
        runner()
            .turnInputPipeline(List.of(new AcceptInput()))
            .dispatchInputPipeline(List.of(new MaxIterations(3)))
            .build()
            .describe();
    assertThat(description.callbacks())
        .hasSize(27)
        .containsEntry("storeMessageCallback", NoopStorageAdapter.class.getName());
    assertThat(description.callbacks().keySet()).first().isEqualTo("fetchMemoriesCallback");
    assertThat(description.turnInputPipeline()).containsExactly(AcceptInput.class.getName());
    assertThat(description.dispatchInputPipeline()).containsExactly(MaxIterations.class.getName());
    assertThat(description.turnOutputPipeline()).isEmpty();
  }
}
