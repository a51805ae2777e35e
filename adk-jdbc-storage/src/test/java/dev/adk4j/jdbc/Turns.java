package dev.adk4j.jdbc;

import dev.adk4j.bytes.MediaReader;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.test.AgentContexts;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.Map;

/** Short ways to contexts and records. */
final class Turns {

  static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");

  private Turns() {}

  /** In a tenant of its own. */
  static AgentContext context() {
    return AgentContexts.forScope(Scope.of("tenant-" + Ids.next(), "subject", "conversation"));
  }

  static AgentContext in(String tenant, String subject, String conversation) {
    return AgentContexts.forScope(Scope.of(tenant, subject, conversation));
  }

  static Message user(String id) {
    return Message.user(
        id, "What is the weather like in Oslo today, and should I take an umbrella?", AT);
  }

  static Message assistant(String id) {
    return Message.assistant(id, "It is three degrees and raining in Oslo, so yes, take one.", AT);
  }

  static Message withAttachment(String id, MediaReader reader) {
    return user(id).toBuilder()
        .attachments(Media.userAttachment(MediaKind.IMAGE, "image/png", "photo.png", reader))
        .build();
  }

  static Thought thought(String id) {
    return Thought.builder()
        .id(id)
        .content("Rain means umbrella.")
        .createdAt(AT)
        .updatedAt(AT)
        .build();
  }

  static ToolCall toolCall(String id) {
    return toolCall(id, ToolResults.text("3 degrees, rain"));
  }

  static ToolCall toolCall(String id, ToolResults results) {
    return ToolCall.builder()
        .id(id)
        .tool("weather")
        .args(JsonValue.of(Map.of("city", "Oslo")))
        .checksum("c-" + id)
        .isComplete(true)
        .isError(false)
        .results(results)
        .createdAt(AT)
        .updatedAt(AT)
        .completedAt(AT)
        .build();
  }

  static Memory memory(String id) {
    return Memory.builder()
        .id(id)
        .content("Lives in Oslo.")
        .confidence(0.9)
        .importance(0.5)
        .createdAt(AT)
        .updatedAt(AT)
        .build();
  }

  static Retrievable retrievable(String id) {
    return Retrievable.builder()
        .id(id)
        .content("Oslo has 170 rainy days a year.")
        .trustTier(TrustTier.THIRD_PARTY_PUBLIC)
        .createdAt(AT)
        .updatedAt(AT)
        .build();
  }
}
