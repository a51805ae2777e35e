package dev.adk4j.test;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import java.time.Instant;

/**
 * Creates valid records for tests in which most fields are irrelevant. Change the others with
 * {@code toBuilder()}. Times are {@link #TIME}.
 *
 * @since 0.1.0
 */
public final class Samples {

  public static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

  private Samples() {}

  public static Message userMessage(String id, String text) {
    return Message.user(id, text, TIME);
  }

  public static Thought thought(String id, String text) {
    return Thought.builder().id(id).content(text).createdAt(TIME).updatedAt(TIME).build();
  }

  /** Returns a call with a text result. */
  public static ToolCall toolCall(String id, String tool, Object args, String answer) {
    return toolCall(id, tool, args, ToolResults.text(answer));
  }

  /** Returns a call with results and a correct checksum. */
  public static ToolCall toolCall(String id, String tool, Object args, ToolResults results) {
    JsonValue json = JsonValue.of(args);
    return ToolCall.builder()
        .id(id)
        .tool(tool)
        .args(json)
        .checksum(Checksum.of(tool, json))
        .isComplete(true)
        .isError(false)
        .results(results)
        .createdAt(TIME)
        .updatedAt(TIME)
        .completedAt(TIME)
        .build();
  }

  /** Returns a memory with a confidence and an importance of 0.5. */
  public static Memory memory(String id, String text) {
    return Memory.builder()
        .id(id)
        .content(text)
        .confidence(0.5)
        .importance(0.5)
        .createdAt(TIME)
        .updatedAt(TIME)
        .build();
  }

  /** Returns a retrievable with public third-party content. */
  public static Retrievable retrievable(String id, String text) {
    return Retrievable.builder()
        .id(id)
        .content(text)
        .trustTier(TrustTier.THIRD_PARTY_PUBLIC)
        .createdAt(TIME)
        .updatedAt(TIME)
        .build();
  }

  /** Returns a plain text artifact in memory. */
  public static SpooledArtifact artifact(String text) {
    return new SpooledArtifact(SpoolReader.of(text));
  }
}
