package dev.adk4j.springai.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.prompt.PromptEntry;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallIdsTests {

  @Test
  void aProviderGetsItsOwnIdsBack() {
    assertThat(sent(exchange("r1", "call_a"), exchange("r2", "functions.f:0")))
        .containsExactly("call_a", "functions.f:0");
  }

  @Test
  void aCallWithoutAnIdOfAProviderGoesUnderItsRecords() {
    assertThat(sent(exchange("r1", null), exchange("r2", "call_a")))
        .containsExactly("r1", "call_a");
  }

  @Test
  void firstOfDuplicatesKeepsItsIdAndOthersGetPortableOnes() {
    List<String> ids =
        sent(exchange("r1", "call_0"), exchange("r2", "call_0"), exchange("r3", "call_0"));
    assertThat(ids).doesNotHaveDuplicates().first().isEqualTo("call_0");
    assertThat(ids.subList(1, 3)).allMatch(id -> id.matches("[a-z0-9]{9}"));
  }

  @Test
  void growingPromptKeepsTheIdsOfItsBeginning() {
    PromptEntry[] all = new PromptEntry[50];
    for (int i = 0; i < all.length; i++) {
      all[i] = exchange("record-" + i, "call_" + i % 2);
    }
    List<String> ids = sent(all);
    assertThat(ids).doesNotHaveDuplicates();
    for (int i = 1; i < all.length; i++) {
      assertThat(sent(Arrays.copyOf(all, i))).isEqualTo(ids.subList(0, i));
    }
  }

  @Test
  void aSubstituteIsNeverTheIdOfAnotherCall() {
    String substitute = sent(exchange("r1", "x"), exchange("r2", "x")).getLast();
    assertThat(sent(exchange("r1", "x"), exchange("r2", "x"), exchange("r3", substitute)))
        .doesNotHaveDuplicates()
        .last()
        .isEqualTo(substitute);
  }

  private static List<String> sent(PromptEntry... history) {
    CallIds ids = CallIds.of(List.of(history));
    return List.of(history).stream().map(e -> ids.of((PromptEntry.ToolExchange) e)).toList();
  }

  private static PromptEntry exchange(String record, @Nullable String providerId) {
    ToolCall call =
        ToolCall.builder()
            .id(record)
            .providerId(providerId)
            .tool("t")
            .args(Map.of())
            .checksum("c")
            .isComplete(true)
            .isError(false)
            .results(ToolResults.text("r"))
            .createdAt(Instant.EPOCH)
            .updatedAt(Instant.EPOCH)
            .completedAt(Instant.EPOCH)
            .build();
    return new PromptEntry.ToolExchange(
        call, "{}", null, null, List.of(new PromptEntry.TextPart("r")));
  }
}
