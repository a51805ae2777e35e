package dev.adk4j.primitive;

import static dev.adk4j.error.AdkErrorCode.E_INVALID_INITIAL_THOUGHT_VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ThoughtTests {

  @Test
  void belongsToTheAssistantUnlessSaid() {
    assertThat(Samples.thought().content("x").build().identity().identifier())
        .isEqualTo("assistant");
    assertThat(Samples.thought().content("x").identity("bob").build().identity().identifier())
        .isEqualTo("bob");
  }

  @Test
  void aPayloadNeedsItsTag() {
    assertThat(
            Samples.violations(
                E_INVALID_INITIAL_THOUGHT_VALUE,
                () -> Samples.thought().payload(JsonValue.parse("{}")).build()))
        .containsExactly("$.replayCompatibility");
    Thought opaque =
        Samples.thought()
            .payload(JsonValue.parse("{\"x\":1.50}"))
            .replayCompatibility("v1")
            .build();
    assertThat(opaque.content().value()).isEmpty();
    assertThat(opaque.payload()).map(JsonValue::text).contains("{\"x\":1.50}");
    assertThat(opaque.toBuilder().content("").build().content().value()).isEmpty();
  }

  @Test
  void withoutAPayloadContentIsRequired() {
    assertThat(Samples.violations(E_INVALID_INITIAL_THOUGHT_VALUE, () -> Samples.thought().build()))
        .containsExactly("$.content");
    assertThat(
            Samples.violations(
                E_INVALID_INITIAL_THOUGHT_VALUE, () -> Samples.thought().content("").build()))
        .containsExactly("$.content");
    assertThat(Samples.thought().content(Tokenizable.of("")).build().content().value()).isEmpty();
  }

  @Test
  void aNullPayloadIsNone() {
    Thought thought = Samples.thought().content("x").payload(JsonValue.NULL).build();
    assertThat(thought.payload()).isEmpty();
    assertThat(
            Thought.fromJson(
                    Json.read(
                        "{\"id\":\"t\",\"content\":\"x\",\"payload\":null,\"createdAt\":0,\"updatedAt\":0}"))
                .payload())
        .isEmpty();
    assertThat(
            Samples.thought()
                .content("x")
                .replayCompatibility("plain-text")
                .build()
                .replayCompatibility())
        .contains("plain-text");
  }

  @Test
  void thePayloadIsACopy() {
    ObjectNode node = Json.mapper().createObjectNode().put("a", 1);
    Thought thought = Samples.thought().payload(node).replayCompatibility("v").build();
    node.put("a", 2);
    assertThat(thought.payload()).map(JsonValue::text).contains("{\"a\":1}");
  }
}
