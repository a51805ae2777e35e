package dev.adk4j.memory.internal.extraction;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.memory.store.MemoryMessage;
import dev.adk4j.memory.store.MemoryPart;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Converts records of a conversation into messages for memory stores. */
public final class CapturedMessages {

  /** Largest size of a result; a larger one is replaced by its size. */
  static final long MAX_RESULT_BYTES = 1 << 20;

  private CapturedMessages() {}

  /** Converts text and descriptions of attachments, without their bytes. */
  public static MemoryMessage of(Message message) {
    List<MemoryPart> parts = new ArrayList<>();
    message
        .content()
        .map(content -> content.value())
        .filter(text -> !text.isEmpty())
        .ifPresent(text -> parts.add(new MemoryPart.Text(text)));
    message.attachments().forEach(media -> parts.add(media(media)));
    return new MemoryMessage(message.id(), message.role(), parts, message.createdAt(), Map.of());
  }

  /** Converts the text, without the vendor's payload. */
  public static MemoryMessage of(Thought thought) {
    MemoryPart text = new MemoryPart.Reasoning(thought.content().value());
    return message(thoughtId(thought.id()), MessageRole.ASSISTANT, text, thought.createdAt());
  }

  /** Converts the call and, if it has one, its result. */
  public static List<MemoryMessage> of(ToolCall call) {
    MemoryPart part = new MemoryPart.ToolUse(call.id(), call.tool(), call.args());
    MemoryMessage use = message(useId(call.id()), MessageRole.ASSISTANT, part, call.createdAt());
    if (!call.isComplete()) {
      return List.of(use);
    }
    return List.of(
        use, message(resultId(call.id()), MessageRole.USER, result(call), call.completedAt()));
  }

  private static MemoryMessage message(String id, MessageRole role, MemoryPart part, Instant at) {
    return new MemoryMessage(id, role, List.of(part), at, Map.of());
  }

  /** Converts a message, a thought or a tool call. */
  static List<MemoryMessage> ofRecord(Object record) {
    return switch (record) {
      case Message message -> List.of(of(message));
      case Thought thought -> List.of(of(thought));
      case ToolCall call -> of(call);
      default -> throw new IllegalArgumentException(record.getClass() + " is not captured");
    };
  }

  static String thoughtId(String id) {
    return "thought/" + id;
  }

  static String useId(String id) {
    return "toolCall/" + id;
  }

  static String resultId(String id) {
    return "toolResult/" + id;
  }

  private static MemoryPart.ToolResult result(ToolCall call) {
    return switch (call.results()) {
      case ToolResults.Text(var text) ->
          new MemoryPart.ToolResult(call.id(), text.value(), call.isError(), List.of());
      case ToolResults.Artifacts(var items, var single) ->
          new MemoryPart.ToolResult(
              call.id(),
              items.stream().map(CapturedMessages::text).collect(Collectors.joining("\n")),
              call.isError(),
              List.of());
      case ToolResults.MediaItems(var items, var single) ->
          new MemoryPart.ToolResult(
              call.id(), "", call.isError(), items.stream().map(CapturedMessages::media).toList());
    };
  }

  private static String text(SpooledArtifact artifact) {
    try {
      long bytes = artifact.byteLength();
      return bytes <= MAX_RESULT_BYTES ? artifact.asString() : "(a result of " + bytes + " bytes)";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MemoryPart.Media media(Media media) {
    return new MemoryPart.Media(
        media.id(), media.kind().wire(), media.mimeType(), media.filename());
  }
}
