package dev.adk4j.tool;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ToolsTests {

  record Input(
      @ToolParam(description = "The town.") String city,
      @JsonPropertyDescription("How many.")
          @JsonProperty("max_results")
          @ToolParam(defaultValue = "5")
          int max,
      @Nullable Instant at,
      @ToolParam(required = false) List<String> tags) {}

  private final FakeDispatch dispatch = new FakeDispatch();

  @Test
  void bindsArgumentsToARecord() {
    Tool tool =
        Tools.typed(
            "weather",
            "Tells the weather.",
            Input.class,
            (in, ctx) -> ToolOutput.text(in + ctx.turnId()));
    assertThat(text(tool, "{\"city\":\"Oslo\",\"at\":\"2026-01-02T03:04:05Z\"}"))
        .isEqualTo("Input[city=Oslo, max=5, at=2026-01-02T03:04:05Z, tags=null]turn-1");
    assertThat(tool.inputSchema().json())
        .isEqualTo(
            JsonValue.parse(
                """
                {"type":"object","properties":{
                  "city":{"type":"string","description":"The town.","minLength":1},
                  "max_results":{"type":"integer","description":"How many.","default":5},
                  "at":{"anyOf":[{"type":"null"},{"type":"string","format":"date-time","minLength":1}]},
                  "tags":{"type":"array","items":{"type":"string","minLength":1}}},
                 "required":["city"],"additionalProperties":false}
                """));
  }

  @Test
  void threeWaysToWriteAToolDoTheSame() {
    Tool.Handler lambda =
        (args, ctx, meta) -> ToolOutput.text("hi " + args.get("name").stringValue());
    Tool built =
        Tool.builder("greet")
            .description("Greets.")
            .inputSchema(
                "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}")
            .handler(lambda)
            .build();
    record Name(String name) {}
    Tool typed =
        Tools.typed(
            "greet", "Greets.", Name.class, (in, ctx) -> ToolOutput.text("hi " + in.name()));
    class Bean {
      @AgentTool(description = "Greets.")
      String greet(String name) {
        return "hi " + name;
      }
    }
    Tool annotated = Tools.of(new Bean()).getFirst();

    assertThat(typed.describe()).isEqualTo(built.describe());
    assertThat(annotated.describe()).isEqualTo(built.describe());
    for (Tool tool : List.of(built, typed, annotated)) {
      assertThat(text(tool, "{\"name\":\"Ann\"}")).isEqualTo("hi Ann");
      assertFails(AdkErrorCode.E_INVALID_TOOL_ARGS, () -> text(tool, "{\"name\":\"\"}"));
    }
  }

  record Nothing() {}

  @Test
  void anEmptyRecordTakesNoArguments() {
    ToolSchema schema =
        Tools.typed("t", "d", Nothing.class, (in, ctx) -> ToolOutput.text("")).inputSchema();
    assertThat(schema.validate(Json.read("{}"))).isEqualTo(Json.read("{}"));
    assertThatThrownBy(() -> schema.validate(Json.read("{\"a\":1}")))
        .hasMessage("$.a is not allowed here");
  }

  record Watched(List<Thread> threads) {}

  @Test
  void namesToolAndComponentOfAnImpossibleType() {
    assertFails(
            AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE,
            () -> Tools.typed("watch", "w", Watched.class, (in, ctx) -> ToolOutput.text("")))
        .hasMessageContaining("of tool 'watch'.threads has the type java.lang.Thread");
  }

  @Test
  void aMapTakesAnyArguments() {
    Tool tool =
        Tools.typed("free", "f", Map.class, (in, ctx) -> ToolOutput.text(String.valueOf(in)));
    assertThat(text(tool, "{\"a\":{\"b\":[1]}}")).isEqualTo("{a={b=[1]}}");
  }

  @Test
  void refusesTypesOtherThanObjects() {
    for (Class<?> type :
        List.of(String.class, int.class, List.class, Thread.class, Runnable.class)) {
      assertThatThrownBy(() -> Tools.builder("t", type, (in, ctx) -> ToolOutput.text("")))
          .as(type.getName())
          .matches(e -> AdkException.is(e, AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE));
    }
  }

  @Test
  void builderTakesFurtherSettingsOfATypedTool() {
    Tool tool =
        Tools.builder("t", Nothing.class, (in, ctx) -> ToolOutput.text("x"))
            .description("d")
            .trusted(true)
            .meta(Map.of("a", 1))
            .build();
    assertThat(tool.trusted()).isTrue();
    assertThat(tool.meta().keys()).containsExactly("a");
  }

  private String text(Tool tool, String args) {
    ToolOutput output = tool.executor(dispatch.context()).execute(Json.read(args));
    return ((ToolOutput.Text) output).text().value();
  }
}
