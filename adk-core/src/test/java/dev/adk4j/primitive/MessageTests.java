package dev.adk4j.primitive;

import static dev.adk4j.error.AdkErrorCode.E_INVALID_INITIAL_MESSAGE_VALUE;
import static dev.adk4j.primitive.Samples.AT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Json;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageTests {

  private static final Map<String, Object> VALID =
      Samples.map(
          "{'id': 'm', 'role': 'user', 'content': 'hi', 'createdAt': '2024-01-01', 'updatedAt': 1704067200000}");

  @Test
  void shortcutsMakeFreshMessages() {
    Message message = Message.user("hi");
    assertThat(message.role()).isEqualTo(MessageRole.USER);
    assertThat(message.content()).map(Tokenizable::value).contains("hi");
    assertThat(message.id()).isNotEqualTo(Message.user("hi").id());
    assertThat(message.createdAt()).isEqualTo(message.updatedAt());
    assertThat(message.createdAt().getNano() % 1_000_000).isZero();
    assertThat(message.identity().identifier()).isEqualTo("user");
    assertThat(message.attachments()).isEmpty();
    assertThat(Message.assistant("id", "ok", AT).identity().representation().value())
        .isEqualTo("assistant");
  }

  @Test
  void takesUntypedValues() {
    Message message = Message.fromMap(VALID);
    assertThat(message.createdAt()).isEqualTo(AT).isEqualTo(message.updatedAt());
    assertThat(
            message.sameContentAs(
                Message.fromJson(Json.read(Json.mapper().writeValueAsString(VALID)))))
        .isTrue();
  }

  @Test
  void needsContentOrAttachments() {
    Message.Builder bare =
        Message.builder().id("m").role(MessageRole.USER).createdAt(AT).updatedAt(AT);
    assertThat(Samples.violations(E_INVALID_INITIAL_MESSAGE_VALUE, bare::build))
        .containsExactly("$.content");
    assertThat(bare.attachments(Samples.image()).build().content()).isEmpty();
    assertThat(bare.attachments(List.of()).content("hi").build().attachments()).isEmpty();
    assertThat(bare.content(Tokenizable.of("")).build().content())
        .map(Tokenizable::value)
        .contains("");
    assertThat(Samples.violations(E_INVALID_INITIAL_MESSAGE_VALUE, () -> bare.content("").build()))
        .containsExactly("$.content");
  }

  @Test
  void namesAllViolationsWithPaths() {
    Map<String, Object> map =
        Map.of(
            "id",
            "",
            "role",
            "system",
            "content",
            5,
            "attachments",
            Arrays.asList(Samples.image(), "x", null),
            "identity",
            Map.of("identifier", true, "representation", "", "y", 1),
            "createdAt",
            "not a date",
            "z z",
            1);
    assertThat(Samples.violations(E_INVALID_INITIAL_MESSAGE_VALUE, () -> Message.fromMap(map)))
        .containsExactlyInAnyOrder(
            "$.id",
            "$.role",
            "$.content",
            "$.attachments[1]",
            "$.attachments[2]",
            "$.identity.identifier",
            "$.identity.representation",
            "$.identity.y",
            "$.createdAt",
            "$.updatedAt",
            "$['z z']");
  }

  @Test
  void refusesNullForOptionalFields() {
    for (String name : List.of("content", "attachments", "identity")) {
      Map<String, Object> map = Samples.with(VALID, name, null);
      assertThat(Samples.violations(E_INVALID_INITIAL_MESSAGE_VALUE, () -> Message.fromMap(map)))
          .contains("$." + name);
    }
  }

  @Test
  void attachmentsAreAListOfMedia() {
    Map<String, Object> single = Samples.with(VALID, "attachments", Samples.image());
    assertThat(Samples.violations(E_INVALID_INITIAL_MESSAGE_VALUE, () -> Message.fromMap(single)))
        .containsExactly("$.attachments");
    Media media = Samples.image();
    Message message = Message.fromMap(Samples.with(VALID, "attachments", List.of(media)));
    assertThat(message.attachments()).containsExactly(media);
    assertThatThrownBy(() -> message.attachments().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void keepsTheInstancesItIsGiven() {
    Tokenizable text = Tokenizable.of("hi");
    Identity identity = Identity.of("ada");
    Message message =
        Message.builder()
            .id("m")
            .role(MessageRole.USER)
            .content(text)
            .identity(identity)
            .createdAt(AT)
            .updatedAt(AT)
            .build();
    assertThat(message.content()).containsSame(text);
    assertThat(message.identity()).isSameAs(identity);
    assertThat(message.toBuilder().build().content()).containsSame(text);
    assertThat(message.toBuilder().identity("bob").build().identity().identifier())
        .isEqualTo("bob");
  }

  @Test
  void enumsHaveFixedTexts() {
    assertThat(MessageRole.fromWire("assistant")).isEqualTo(MessageRole.ASSISTANT);
    assertThatThrownBy(() -> MessageRole.fromWire("Assistant"))
        .hasMessageContaining("user, assistant");
    assertThat(TrustTier.fromWire("third-party-private")).isEqualTo(TrustTier.THIRD_PARTY_PRIVATE);
    assertThat(ModalityHazard.fromWire("opaque-perceptual").wire()).isEqualTo("opaque-perceptual");
    assertThat(MediaKind.fromWire("video")).isEqualTo(MediaKind.VIDEO);
  }
}
