package dev.adk4j.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.event.GenerationStats;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What a controller that returns an answer sends. */
class AnswerJsonTests {

  private final JsonMapper mapper = JsonMapper.builder().build();

  @Test
  void anAnswerLeavesOutWhatIsNotKnown() {
    Answer answer =
        Answer.completed(
            "t1",
            Message.assistant("Done."),
            List.of(),
            GenerationStats.builder().totalTokens(7L).build(),
            null,
            null);

    assertThat(mapper.readTree(mapper.writeValueAsString(answer)))
        .isEqualTo(
            mapper.readTree(
                """
                {"turnId":"t1","status":"COMPLETED","text":"Done.","gates":[],"usage":{"totalTokens":7}}
                """));
  }

  @Test
  void aGateIsShownAsItIsDecided() {
    WaitingGate gate =
        new WaitingGate(
            "g1",
            "refund",
            JsonValue.parse("{\"order\":\"4711\"}"),
            "tool_approval",
            null,
            "c1",
            "0a1b",
            JsonValue.parse("{\"type\":\"boolean\"}"));
    Answer answer = Answer.waiting("t1", null, List.of(gate), GenerationStats.none(), null);

    assertThat(mapper.readTree(mapper.writeValueAsString(answer)))
        .isEqualTo(
            mapper.readTree(
                """
                {"turnId":"t1","status":"WAITING","text":"","usage":{},
                 "gates":[{"id":"g1","tool":"refund","args":{"order":"4711"},
                   "reason":"tool_approval","toolCallId":"c1"}]}
                """));
  }
}
