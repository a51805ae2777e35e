package dev.adk4j.memory.internal.store;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.memory.store.MemoryPart;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryPartJsonTests {

  @Test
  void everyKindOfPartComesBackAsItWas() {
    MemoryPart.Media media = new MemoryPart.Media("m", "image", "image/png", "a.png");
    List<MemoryPart> parts =
        List.of(
            new MemoryPart.Text("hello \u0000 \ud83d\ude00"),
            new MemoryPart.Reasoning(""),
            new MemoryPart.ToolUse("call", "search", JsonValue.of(Map.of("q", List.of(1, 2.5)))),
            new MemoryPart.ToolResult("call", "text", true, List.of(media)),
            new MemoryPart.ToolResult("call", "", false, List.of()),
            media);

    assertThat(MemoryPartJson.read(MemoryPartJson.write(parts))).isEqualTo(parts);
    assertThat(MemoryPartJson.read(MemoryPartJson.write(List.of()))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "[",
        "[{\"text\":\"half a ",
        "null",
        "5",
        "{}",
        "{\"text\":\"no list\"}",
        "[null]",
        "[7]",
        "[{}]",
        "[[]]",
        "[{\"text\":7}]",
        "[{\"text\":null}]",
        "[{\"reasoning\":{}}]",
        "[{\"toolUse\":\"call\"}]",
        "[{\"toolUse\":\"call\",\"tool\":\"search\"}]",
        "[{\"toolResult\":\"call\",\"content\":\"x\",\"isError\":false}]",
        "[{\"toolResult\":\"call\",\"content\":\"x\",\"media\":[]}]",
        "[{\"toolResult\":\"call\",\"content\":\"x\",\"isError\":\"no\",\"media\":[]}]",
        "[{\"toolResult\":\"call\",\"content\":\"x\",\"isError\":true,\"media\":[{}]}]",
        "[{\"mediaId\":\"m\",\"kind\":\"image\",\"mimeType\":\"image/png\"}]",
      })
  void rejectsDamagedText(String damaged) {
    assertFails(AdkErrorCode.E_STORAGE_CORRUPT, () -> MemoryPartJson.read(damaged))
        .message()
        .doesNotContain("half a");
  }

  @Test
  void rejectsDeeplyNestedText() {
    String deep = "[".repeat(100_000);
    assertThatThrownBy(() -> MemoryPartJson.read(deep)).isInstanceOf(AdkException.class);
  }
}
