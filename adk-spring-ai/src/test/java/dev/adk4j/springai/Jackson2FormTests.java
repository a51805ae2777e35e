package dev.adk4j.springai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.gate.GateState;
import dev.adk4j.primitive.Identity;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.tool.ApprovalGuard;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jackson 2, which some providers' clients bring along, writes the display form too. */
class Jackson2FormTests {

  private static final String ARGS =
      "{\"n\":12345678901234567890,\"d\":1.50,\"z\":null,\"deep\":{\"b\":[{}],\"a\":\"ü\"}}";

  private final ObjectMapper mapper = new ObjectMapper();

  @Test
  void writesTheDisplayForm() throws Exception {
    assertThat(
            mapper.writeValueAsString(
                new ApprovalGuard.Request("t", "d", JsonValue.parse(ARGS), "c", "i")))
        .isEqualTo(
            "{\"tool\":\"t\",\"description\":\"d\",\"args\":"
                + ARGS
                + ",\"checksum\":\"c\",\"toolCallId\":\"i\"}");
    Message message = Message.user("m", "hi", Instant.EPOCH);
    assertThat(mapper.writeValueAsString(List.of(message)))
        .isEqualTo("[" + message.display() + "]");
    Thought thought =
        Thought.builder()
            .id("t")
            .content("hm")
            .payload(JsonValue.of("secret"))
            .replayCompatibility("v1")
            .createdAt(Instant.EPOCH)
            .updatedAt(Instant.EPOCH)
            .build();
    assertThat(mapper.writeValueAsString(thought))
        .isEqualTo(thought.display().toString())
        .doesNotContain("secret");
    assertThat(
            mapper.writeValueAsString(
                List.of(
                    Tokenizable.of("x"),
                    Identity.of(42, "Bob"),
                    ToolResults.text("r"),
                    new SpooledArtifact(SpoolReader.of("secret")),
                    GateState.OPEN)))
        .isEqualTo("[\"x\",{\"identifier\":42,\"representation\":\"Bob\"},\"r\",{},\"open\"]");
  }
}
