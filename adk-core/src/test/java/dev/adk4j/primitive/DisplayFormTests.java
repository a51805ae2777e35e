package dev.adk4j.primitive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkException;
import dev.adk4j.harness.LogArtifact;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class DisplayFormTests {

  private final JsonMapper mapper = new JsonMapper();
  private final SpooledArtifact artifact = new LogArtifact(SpoolReader.of("secret"), "secret");

  @Test
  void writesTheDisplayForm() {
    assertThat(mapper.writeValueAsString(Identity.of(42, "Bob")))
        .isEqualTo("{\"identifier\":42,\"representation\":\"Bob\"}");
    assertThat(mapper.writeValueAsString(Map.of("t", Tokenizable.of("x"))))
        .isEqualTo("{\"t\":\"x\"}");
    assertThat(mapper.writeValueAsString(Message.user("m", "hi", Samples.AT)))
        .isEqualTo(
            "{\"id\":\"m\",\"role\":\"user\",\"content\":\"hi\",\"attachments\":[],"
                + "\"identity\":{\"identifier\":\"user\",\"representation\":\"user\"},"
                + "\"createdAt\":\"2024-01-01T00:00:00.000Z\",\"updatedAt\":\"2024-01-01T00:00:00.000Z\"}");
    assertThat(
            mapper.writeValueAsString(
                List.of(artifact, TrustTier.FIRST_PARTY, JsonValue.parse("[1.50]"))))
        .isEqualTo("[{},\"first-party\",[1.50]]");
    assertThat(mapper.writeValueAsString(Samples.retrievable().content(artifact).build()))
        .contains("\"content\":{}")
        .contains("\"sizeUnknown\":true")
        .doesNotContain("secret");
  }

  @Test
  void keepsResultsByKind() {
    Media media = Samples.image().toBuilder().id("i").build();
    assertThat(mapper.writeValueAsString(ToolResults.text("x"))).isEqualTo("\"x\"");
    assertThat(mapper.writeValueAsString(ToolResults.artifact(artifact))).isEqualTo("{}");
    assertThat(mapper.writeValueAsString(ToolResults.artifacts(List.of(artifact))))
        .isEqualTo("[{}]");
    assertThat(mapper.writeValueAsString(ToolResults.media(media)))
        .startsWith("{\"id\":\"i\"")
        .doesNotContain("reader");
    assertThat(mapper.writeValueAsString(ToolResults.media(List.of(media))))
        .startsWith("[{\"id\":\"i\"");
  }

  @Test
  void readsNestedValues() {
    record Page(List<Message> messages, MessageRole role, Tokenizable note) {}
    Page page = new Page(List.of(Message.user("hi")), MessageRole.USER, Tokenizable.of("n"));
    Page read = mapper.readValue(mapper.writeValueAsString(page), Page.class);
    assertThat(read.messages().getFirst().sameContentAs(page.messages().getFirst())).isTrue();
    assertThat(read.role()).isEqualTo(MessageRole.USER);
    assertThat(read.note().value()).isEqualTo("n");
  }

  @Test
  void refusesUnknownFieldsAndTypes() {
    Message withMedia = Message.user("hi").toBuilder().attachments(Samples.image()).build();
    refused(withMedia, Message.class);
    refused(Samples.image(), Media.class);
    refused(Samples.retrievable().content(artifact).build(), Retrievable.class);
    refused(Samples.call().results(artifact).build(), ToolCall.class);
    refused(Samples.thought().content("x").build(), Thought.class);
    refused(ToolResults.text("x"), ToolResults.class);
  }

  private void refused(Object value, Class<?> type) {
    String json = mapper.writeValueAsString(value);
    assertThatThrownBy(() -> mapper.readValue(json, type))
        .isInstanceOf(JacksonException.class)
        .hasRootCauseInstanceOf(AdkException.class);
  }

  @Test
  void invalidInputIsJacksonsKindOfError() {
    assertThatThrownBy(() -> mapper.readValue("{\"id\":1}", Message.class))
        .isInstanceOf(JacksonException.class)
        .hasMessageContaining("$.id must be text");
  }
}
