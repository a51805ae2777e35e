package dev.adk4j.loop;

import static dev.adk4j.harness.Failures.assertFails;
import static dev.adk4j.harness.Failures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import dev.adk4j.event.AgentEvent.ToolExecutionStart;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.harness.LogArtifact;
import dev.adk4j.primitive.Media;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.NullNode;

class ToolTests {

  private static final String SCHEMA =
      "{\"type\":\"object\",\"required\":[\"q\"],\"properties\":{\"q\":{\"type\":\"string\"},\"n\":{\"type\":\"integer\",\"default\":3}}}";

  private final FakeDispatch dispatch = new FakeDispatch();

  @Test
  void reportsAllErrorsAtOnce() {
    AdkException e =
        failure(
            AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE,
            () ->
                Tool.artifactTool("")
                    .inputSchema("{\"type\":\"string\"}")
                    .artifactType(LogArtifact.TYPE)
                    .build());
    assertThat(((ValidationException) e.getCause()).violations())
        .extracting(Violation::path)
        .containsExactlyInAnyOrder(
            "$.name", "$.description", "$.handler", "$.artifactType", "$.inputSchema.type");
  }

  @Test
  void refusesMetaWithoutACopy() {
    Map<String, Object> endless = new HashMap<>();
    endless.put("self", endless);
    assertFails(AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE, () -> search().meta(endless).build())
        .hasMessageContaining("$.meta");
  }

  @Test
  void describesTheValidatingSchema() {
    Tool tool = search().build();
    assertThat(tool.describe())
        .isEqualTo(new Tool.Description("search", "Searches.", tool.inputSchema().json()));
  }

  @Test
  void keepsItsMetaFromHandlers() throws Exception {
    List<Object> seen = new ArrayList<>();
    Tool tool =
        search()
            .meta(Map.of("hits", 0))
            .handler(
                (args, ctx, meta) -> {
                  seen.add(meta.get("hits"));
                  meta.set("hits", 1);
                  return ToolOutput.text("ok");
                })
            .build();
    tool.executor(dispatch.context()).execute(Json.read("{\"q\":\"a\"}"));
    tool.executor(dispatch.context()).execute(Json.read("{\"q\":\"a\"}"));
    assertThat(seen).hasSize(2).doesNotContain(1);
  }

  @Test
  void takesAbsentArgumentsForAnEmptyObjectAndNullForNull() {
    Tool tool = search().inputSchema("{\"type\":\"object\"}").build();
    assertThat(tool.validate(null)).isEqualTo(Json.read("{}"));
    assertFails(AdkErrorCode.E_INVALID_TOOL_ARGS, () -> tool.validate(NullNode.getInstance()));
  }

  @Test
  void runsTheHandlerBetweenItsTwoEvents() throws Exception {
    List<@Nullable Object> seen = new ArrayList<>();
    Tool tool =
        search()
            .handler(
                (args, ctx, meta) -> {
                  seen.add(args);
                  seen.add(ctx);
                  seen.add(List.copyOf(dispatch.events));
                  return ToolOutput.text("found");
                })
            .build();

    ToolOutput output = tool.executor(dispatch.context()).execute(Json.read("{\"q\":\"a\"}"));

    assertThat(((ToolOutput.Text) output).text().value()).isEqualTo("found");
    assertThat(seen.get(0)).isEqualTo(Json.read("{\"q\":\"a\",\"n\":3}"));
    assertThat(seen.get(1)).isSameAs(dispatch.context());
    String callId = Checksum.of("search", JsonValue.parse("{\"q\":\"a\"}"));
    ToolExecutionStart start =
        new ToolExecutionStart(
            "turn-1", "search", callId, JsonValue.parse("{\"q\":\"a\",\"n\":3}"), FakeDispatch.NOW);
    assertThat(seen.get(2)).isEqualTo(List.of(start));
    assertThat(dispatch.events).hasSize(2);
    ToolExecutionEnd end = (ToolExecutionEnd) dispatch.events.get(1);
    assertThat(end.callId()).isEqualTo(callId);
    assertThat(end.isError()).isFalse();
    assertThat(end.durationMs()).isNotNegative();
  }

  @Test
  void refusesBadArgumentsWithoutEventsOrHandler() {
    Tool tool = search().handler((args, ctx, meta) -> ToolOutput.text("never")).build();
    assertFails(
            AdkErrorCode.E_INVALID_TOOL_ARGS,
            () -> tool.executor(dispatch.context()).execute(Json.read("{\"n\":\"3\",\"x\":1}")))
        .hasCauseInstanceOf(ValidationException.class)
        .hasMessageContaining("$.q is required")
        .hasMessageContaining("$.n must be integer, was string")
        .hasMessageContaining("$.x is not allowed here");
    assertThat(dispatch.events).isEmpty();
  }

  @Test
  void wrapsHandlerFailuresAndEndsTheExecution() {
    for (Throwable thrown :
        List.of(new IOException("disk"), new AssertionError("no"), new StackOverflowError())) {
      dispatch.events.clear();
      Tool tool = search().handler((args, ctx, meta) -> sneaky(thrown)).build();
      assertFails(
              AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR,
              () -> tool.executor(dispatch.context()).execute(Json.read("{\"q\":\"a\"}")))
          .hasCause(thrown);
      assertThat(((ToolExecutionEnd) dispatch.events.getLast()).isError()).isTrue();
    }
  }

  @Test
  void letsVirtualMachineErrorsThrough() {
    OutOfMemoryError error = new OutOfMemoryError("test");
    Tool tool = search().handler((args, ctx, meta) -> sneaky(error)).build();
    assertThatThrownBy(() -> tool.executor(dispatch.context()).execute(Json.read("{\"q\":\"a\"}")))
        .isSameAs(error);
    assertThat(((ToolExecutionEnd) dispatch.events.getLast()).isError()).isTrue();
  }

  @Test
  void keepsTheInterruptOfAHandler() {
    Tool tool = search().handler((args, ctx, meta) -> sneaky(new InterruptedException())).build();
    assertThatThrownBy(() -> tool.executor(dispatch.context()).execute(Json.read("{\"q\":\"a\"}")))
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void takesANullResultForAFailure() {
    Tool tool = search().handler((args, ctx, meta) -> nothing()).build();
    assertFails(
        AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR,
        () -> tool.executor(dispatch.context()).execute(Json.read("{\"q\":\"a\"}")));
  }

  @Test
  void runsTheHandlerInsideTheInstrumentation() throws Exception {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    dispatch.instrumentation =
        new Instrumentation() {
          @Override
          public <T extends @Nullable Object> T around(
              Operation operation, Invocation<T> invocation) throws Exception {
            order.add("open " + ((Operation.ToolExecution) operation).tool().name());
            try {
              return invocation.proceed();
            } finally {
              order.add("close");
            }
          }
        };
    Tool tool =
        search()
            .handler(
                (args, ctx, meta) -> {
                  order.add("handle");
                  return ToolOutput.text("");
                })
            .build();
    tool.executor(dispatch.context()).execute(Json.read("{\"q\":\"a\"}"));
    assertThat(order).containsExactly("open search", "handle", "close");
  }

  @Test
  void outputsAreNeverEmptyListsAndKeepTheirBytes() {
    assertThatThrownBy(() -> ToolOutput.media(List.<Media>of()))
        .isInstanceOf(IllegalArgumentException.class);
    byte[] bytes = {1, 2};
    ToolOutput.Bytes output = (ToolOutput.Bytes) ToolOutput.bytes(bytes);
    bytes[0] = 9;
    assertThat(output.bytes()).containsExactly(1, 2);
  }

  private static Tool.Builder search() {
    return Tool.builder("search")
        .description("Searches.")
        .inputSchema(SCHEMA)
        .handler((args, ctx, meta) -> ToolOutput.text("ok"));
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable, R> R sneaky(Throwable thrown) throws E {
    throw (E) thrown;
  }

  @SuppressWarnings("NullAway")
  private static ToolOutput nothing() {
    return null;
  }
}
