package dev.adk4j.springai.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolChoiceTests {

  @Test
  void isReadFromText() {
    assertThat(ToolChoice.parse("auto")).isEqualTo(ToolChoice.auto());
    assertThat(ToolChoice.parse("none")).isEqualTo(ToolChoice.none());
    assertThat(ToolChoice.parse("required")).isEqualTo(ToolChoice.required());
    assertThat(ToolChoice.parse("function:weather")).isEqualTo(ToolChoice.function("weather"));
    assertThat(ToolChoice.parse("allowed_tools:weather, search"))
        .isEqualTo(ToolChoice.allowedTools(List.of("weather", "search")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "weather",
        "Auto",
        "function:",
        "function: ",
        "allowed_tools:",
        "allowed_tools:a,,b"
      })
  void refusesUnknownChoicesWithTheKnownOnes(String text) {
    assertThatThrownBy(() -> ToolChoice.parse(text))
        .isInstanceOfSatisfying(
            AdkException.class,
            e -> assertThat(e.errorCode()).isEqualTo(LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS))
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("function:NAME");
  }
}
