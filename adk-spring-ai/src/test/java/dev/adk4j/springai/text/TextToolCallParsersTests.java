package dev.adk4j.springai.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextToolCallParsersTests {

  private static final Set<String> TOOLS = Set.of("weather", "status");
  private static final TextToolCallParser HERMES = TextToolCallParsers.named("hermes");
  private static final TextToolCallParser LLAMA = TextToolCallParsers.named("llama3_json");
  private static final TextToolCallParser MISTRAL = TextToolCallParsers.named("mistral");

  @Test
  void findsCallsAmidText() {
    assertThat(
            calls(
                HERMES,
                """
                Let me look.
                <tool_call>
                {"name": "weather", "arguments": {"city": "Oslo"}}
                </tool_call> and
                <tool_call>{"name": "status"}</tool_call>
                """))
        .containsExactly("weather {\"city\":\"Oslo\"}", "status ");
  }

  @Test
  void findsACallWithoutItsCloser() {
    assertThat(calls(HERMES, "<tool_call>{\"name\":\"status\",\"arguments\":{}}"))
        .containsExactly("status {}");
  }

  @Test
  void aTagInsideAnArgumentEndsNothing() {
    assertThat(
            calls(
                HERMES,
                "<tool_call>{\"name\":\"weather\",\"arguments\":{\"city\":\"</tool_call> \\\" } <s>\"}}</tool_call>"))
        .containsExactly("weather {\"city\":\"</tool_call> \\\" } <s>\"}");
  }

  @Test
  void readsArgumentsInAStringOfJson() {
    assertThat(
            calls(
                HERMES,
                "<tool_call>{\"name\":\"weather\",\"arguments\":\"{\\\"city\\\":\\\"Oslo\\\"}\"}</tool_call>"))
        .containsExactly("weather {\"city\":\"Oslo\"}");
  }

  @Test
  void returnsMarkedInvalidJsonAsACall() {
    String broken = "{\"name\": \"weather\", \"arguments\": {\"city\": Oslo}}";

    assertThat(calls(HERMES, "<tool_call>" + broken + "</tool_call>"))
        .containsExactly("weather " + broken);
    assertThat(calls(HERMES, "<tool_call>{\"name\": </tool_call><tool_call>{</tool_call>"))
        .containsExactly(" {\"name\":", " {");
    assertThat(calls(MISTRAL, "[TOOL_CALLS][{\"name\": \"weather\""))
        .containsExactly("weather [{\"name\": \"weather\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Use the <tool_call> tag to call.",
        "<tool_call></tool_call>",
        "<tool_call>weather in Oslo</tool_call>",
        "<tool_calls>{\"name\":\"weather\"}</tool_calls>",
        "{\"name\":\"Bob\",\"age\":3}",
        "The JSON is {\"name\":\"weather\",\"parameters\":{}}",
        "{\"name\":\"weather\",\"parameters\":{}} is what I would call.",
        "{\"name\":7,\"parameters\":{}}",
        "{\"name\":\" \",\"parameters\":{}}",
        "{\"name\":\"weather\",\"parameters\":{}",
        "[{\"name\":\"weather\",\"parameters\":{}}]",
        "[TOOL_CALLS] is a token.",
        "[TOOL_CALLS][TOOL_CALLS]",
        "[TOOL_CALLS][]",
        "```\nno json\n```",
        "```",
        "[]",
        " ",
        ""
      })
  void ignoresTextSimilarToACall(String text) {
    assertThat(calls(TextToolCallParsers.named("auto"), text)).isEmpty();
  }

  @Test
  void readsAnAnswerOfJsonOnly() {
    assertThat(calls(LLAMA, "{\"name\": \"weather\", \"parameters\": {\"city\": \"Oslo\"}}"))
        .containsExactly("weather {\"city\":\"Oslo\"}");
    assertThat(
            calls(
                LLAMA,
                "<|python_tag|>{\"name\":\"weather\",\"parameters\":{}}; {\"name\":\"status\"}<|eot_id|>"))
        .containsExactly("weather {}", "status ");
    assertThat(calls(LLAMA, "\n```json\n{\"name\":\"elsewhere\",\"arguments\":{\"a\":1}}\n```\n"))
        .containsExactly("elsewhere {\"a\":1}");
  }

  @Test
  void oneOtherObjectMakesTheTextAnAnswer() {
    assertThat(calls(LLAMA, "{\"name\":\"weather\",\"parameters\":{}} {\"name\":\"Bob\"}"))
        .isEmpty();
  }

  @Test
  void readsMistralsList() {
    assertThat(
            calls(
                MISTRAL,
                "On it.[TOOL_CALLS] [{\"name\":\"weather\",\"arguments\":{\"city\":\"Oslo\"},\"id\":\"x\"},{\"name\":\"status\",\"arguments\":{}}]</s>"))
        .containsExactly("weather {\"city\":\"Oslo\"}", "status {}");
  }

  @Test
  void passesNonObjectArgumentsOn() {
    assertThat(calls(HERMES, "<tool_call>{\"name\":\"weather\",\"arguments\":[1]}</tool_call>"))
        .containsExactly("weather [1]");
    assertThat(calls(MISTRAL, "[TOOL_CALLS][1]")).containsExactly(" ");
  }

  @Test
  void returnsTheFirstParsersResult() {
    String both =
        "[TOOL_CALLS][{\"name\":\"status\"}]<tool_call>{\"name\":\"weather\"}</tool_call>";

    assertThat(calls(TextToolCallParsers.named("auto"), both)).containsExactly("weather ");
  }

  @Test
  void quotesOneCallOfSeveral() {
    assertThat(MISTRAL.parse("[TOOL_CALLS][{\"name\": \"a\"}, {\"name\": \"b\"}]", TOOLS))
        .extracting(TextToolCall::quote)
        .containsExactly("{\"name\":\"a\"}", "{\"name\":\"b\"}");
    assertThatThrownBy(() -> new TextToolCall("a", "", " "))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesThoseThereAre() {
    assertThat(TextToolCallParsers.named("llama3-json")).isSameAs(LLAMA);
    assertThatThrownBy(() -> TextToolCallParsers.named("qwen"))
        .isInstanceOf(AdkException.class)
        .hasMessageContaining("'qwen'")
        .hasMessageContaining("none, auto, hermes, llama3_json, mistral");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<tool_call>{</tool_call>", "<tool_call>{", "[TOOL_CALLS][", "{", "[{"})
  @Timeout(30)
  void takesTimeInProportionToTheText(String nasty) {
    assertThat(TextToolCallParsers.named("auto").parse(nasty.repeat(40_000), TOOLS)).isNotNull();
  }

  private static List<String> calls(TextToolCallParser parser, String text) {
    return parser.parse(text, TOOLS).stream()
        .map(call -> call.name() + " " + call.arguments())
        .toList();
  }
}
