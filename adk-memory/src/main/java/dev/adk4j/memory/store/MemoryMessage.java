package dev.adk4j.memory.store;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.memory.internal.Metadata;
import dev.adk4j.primitive.MessageRole;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Captured message in the form passed to stores and extractors. Immutable.
 *
 * @param messageId unique within its conversation
 * @param metadata JSON values
 */
public record MemoryMessage(
    String messageId,
    MessageRole role,
    List<MemoryPart> parts,
    Instant createdAt,
    Map<String, @Nullable Object> metadata) {

  public MemoryMessage {
    Violations violations =
        new Violations()
            .requiredText(messageId, "$.messageId")
            .required(role, "$.role")
            .noNulls(parts, "$.parts")
            .required(createdAt, "$.createdAt");
    metadata = Metadata.copy(metadata, "$.metadata", violations);
    violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    parts = List.copyOf(parts);
  }

  /** Returns a message with one text and no metadata. */
  public static MemoryMessage text(String messageId, MessageRole role, String text, Instant at) {
    return new MemoryMessage(messageId, role, List.of(new MemoryPart.Text(text)), at, Map.of());
  }

  public MemoryMessage withParts(List<MemoryPart> parts) {
    return new MemoryMessage(messageId, role, parts, createdAt, metadata);
  }

  /** Returns the texts, one per line; empty if there is none. */
  public String text() {
    return parts.stream()
        .filter(MemoryPart.Text.class::isInstance)
        .map(part -> ((MemoryPart.Text) part).text())
        .collect(Collectors.joining("\n"));
  }

  /** Shows the id, no content. */
  @Override
  public String toString() {
    return "MemoryMessage[" + messageId + "]";
  }
}
