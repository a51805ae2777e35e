package dev.adk4j.test;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
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
 * Plain valid records for a test in which most fields do not matter; change the ones that do with
 * {@code toBuilder()}. Times are {@link #TIME}.
 */
public final class Samples {

  public static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

  private Samples() {}

  public static Message userMessage(String id, String text) {
    return Message.user(id, text, TIME);
  }

  public static Message assistantMessage(String id, String text) {
    return Message.assistant(id, text, TIME);
  }

  public static Thought thought(String id, String text) {
    return Thought.builder().id(id).content(text).createdAt(TIME).updatedAt(TIME).build();
  }

  /** Opaque: with a payload of the vendor {@code vendor}. */
  public static Thought opaqueThought(String id, JsonValue payload) {
    return Thought.builder()
        .id(id)
        .payload(payload)
        .replayCompatibility("vendor")
        .createdAt(TIME)
        .updatedAt(TIME)
        .build();
  }

  /** A call that was answered with text. */
  public static ToolCall toolCall(String id, String tool, Object args, String answer) {
    return toolCall(id, tool, args, ToolResults.text(answer));
  }

  /** A call that was answered; its checksum is the right one. */
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

  /** Sure and important to one half each. */
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

  /** Public knowledge of a third party. */
  public static Retrievable retrievable(String id, String text) {
    return Retrievable.builder()
        .id(id)
        .content(text)
        .trustTier(TrustTier.THIRD_PARTY_PUBLIC)
        .createdAt(TIME)
        .updatedAt(TIME)
        .build();
  }

  /** An image a user sent, in memory. */
  public static Media image(byte... bytes) {
    return Media.userAttachment(MediaKind.IMAGE, "image/png", "image.png", MediaReader.of(bytes));
  }

  /** A plain text artifact in memory. */
  public static SpooledArtifact artifact(String text) {
    return new SpooledArtifact(SpoolReader.of(text));
  }
}
