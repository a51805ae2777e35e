package dev.adk4j.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.harness.FakeDispatch;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a model is handed for values of the library's own types: their display form. */
class ToolResultFormTests {

  private static final Instant AT = Instant.parse("2024-01-01T00:00:00Z");
  private static final String TIMES =
      "\"createdAt\":\"2024-01-01T00:00:00.000Z\",\"updatedAt\":\"2024-01-01T00:00:00.000Z\"";
  private static final JsonValue JSON =
      JsonValue.parse("{\"n\":12345678901234567890,\"d\":1.50,\"z\":null,\"a\":[{}]}");
  private static final Memory MEMORY =
      Memory.builder()
          .id("m")
          .content("likes tea")
          .confidence(1)
          .importance(0.5)
          .createdAt(AT)
          .updatedAt(AT)
          .build();
  private static final String MEMORY_JSON =
      "{\"id\":\"m\",\"content\":\"likes tea\",\"confidence\":1.0,\"importance\":0.5,"
          + TIMES
          + "}";
  private static final Message MESSAGE = Message.user("u", "hi", AT);
  private static final String MESSAGE_JSON =
      "{\"id\":\"u\",\"role\":\"user\",\"content\":\"hi\",\"attachments\":[],"
          + "\"identity\":{\"identifier\":\"user\",\"representation\":\"user\"},"
          + TIMES
          + "}";

  record Found(Memory best, Optional<Memory> other, Tokenizable text, JsonValue raw) {}

  static List<Arguments> values() {
    Thought thought =
        Thought.builder()
            .id("t")
            .content("hm")
            .payload(JsonValue.of("secret"))
            .replayCompatibility("v1")
            .createdAt(AT)
            .updatedAt(AT)
            .build();
    return List.of(
        Arguments.of(JSON, JSON.text()),
        Arguments.of(MEMORY, MEMORY_JSON),
        Arguments.of(Optional.of(MEMORY), MEMORY_JSON),
        Arguments.of(List.of(MESSAGE, MESSAGE), "[" + MESSAGE_JSON + "," + MESSAGE_JSON + "]"),
        Arguments.of(List.of(Tokenizable.of("a"), JSON), "[\"a\"," + JSON.text() + "]"),
        Arguments.of(Map.of("m", Optional.of(MESSAGE)), "{\"m\":" + MESSAGE_JSON + "}"),
        Arguments.of(
            new Found(MEMORY, Optional.empty(), Tokenizable.dynamic(ctx -> "now"), JSON),
            "{\"best\":"
                + MEMORY_JSON
                + ",\"other\":null,\"text\":\"now\",\"raw\":"
                + JSON.text()
                + "}"),
        Arguments.of(
            List.of(thought),
            "[{\"id\":\"t\",\"content\":\"hm\","
                + "\"identity\":{\"identifier\":\"assistant\",\"representation\":\"assistant\"},"
                + "\"replayCompatibility\":\"v1\","
                + TIMES
                + "}]"),
        Arguments.of(ToolResults.text("done"), "\"done\""),
        Arguments.of(List.of(new SpooledArtifact(SpoolReader.of("secret"))), "[{}]"));
  }

  @ParameterizedTest
  @MethodSource("values")
  void aModelGetsTheDisplayForm(Object value, String json) {
    ToolOutput.Text output = (ToolOutput.Text) call(value);
    assertThat(Json.read(output.text().value())).isEqualTo(Json.read(json));
    assertThat(output.text().value()).doesNotContain("secret");
  }

  @Test
  void aTextIsHandedOverAsItIs() {
    Tokenizable text = Tokenizable.of("plain");
    assertThat(call(text)).isEqualTo(ToolOutput.text(text));
  }

  @Test
  void aValueWithoutAFormFailsTheCallAndNamesItsType() {
    assertThatThrownBy(() -> call(Map.of("state", Attributes.of(Map.of("a", "secret")))))
        .hasStackTraceContaining("A dev.adk4j.value.Attributes has no JSON form")
        .hasMessageNotContaining("secret");
  }

  static final class Asks {

    @AgentTool(description = "Asks.")
    String ask(JsonValue json, Message message, ToolResults results, Optional<Tokenizable> text) {
      return "";
    }
  }

  @Test
  void aModelIsNeverAskedForThem() {
    assertThatThrownBy(() -> Tools.of(new Asks()))
        .hasMessageContaining("$.ask.json")
        .hasMessageContaining("$.ask.message")
        .hasMessageContaining("$.ask.results")
        .hasMessageContaining("$.ask.text");
  }

  static final class Answers {

    private final @Nullable Object answer;

    Answers(@Nullable Object answer) {
      this.answer = answer;
    }

    @AgentTool(description = "Answers.")
    @Nullable Object answer() {
      return answer;
    }
  }

  private static ToolOutput call(Object answer) {
    Tool tool = Tools.of(new Answers(answer)).getFirst();
    return tool.executor(new FakeDispatch().context()).execute(Json.mapper().createObjectNode());
  }
}
