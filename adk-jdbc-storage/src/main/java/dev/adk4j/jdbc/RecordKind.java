package dev.adk4j.jdbc;

import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.SnapshotCodec;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKind;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * Kind of record and its table.
 *
 * @param same tests if two records have the same content, ignoring the readers' caches
 */
record RecordKind<T>(
    RecordTable table,
    Function<T, String> id,
    BiPredicate<T, T> same,
    BiFunction<SnapshotCodec, T, JsonNode> encode,
    BiFunction<SnapshotCodec, JsonNode, T> decode) {

  static final RecordKind<Message> MESSAGE =
      new RecordKind<>(
          RecordTable.MESSAGE,
          Message::id,
          Message::sameContentAs,
          SnapshotCodec::encode,
          SnapshotCodec::decodeMessage);

  static final RecordKind<Thought> THOUGHT =
      new RecordKind<>(
          RecordTable.THOUGHT,
          Thought::id,
          Thought::sameContentAs,
          SnapshotCodec::encode,
          SnapshotCodec::decodeThought);

  static final RecordKind<ToolCall> TOOL_CALL =
      new RecordKind<>(
          RecordTable.TOOL_CALL,
          ToolCall::id,
          ToolCall::sameContentAs,
          SnapshotCodec::encode,
          SnapshotCodec::decodeToolCall);

  static final RecordKind<Memory> MEMORY =
      new RecordKind<>(
          RecordTable.MEMORY,
          Memory::id,
          Memory::sameContentAs,
          SnapshotCodec::encode,
          SnapshotCodec::decodeMemory);

  static final RecordKind<Retrievable> RETRIEVABLE =
      new RecordKind<>(
          RecordTable.RETRIEVABLE,
          Retrievable::id,
          Retrievable::sameContentAs,
          SnapshotCodec::encode,
          SnapshotCodec::decodeRetrievable);

  static RecordKind<?> of(CallbackKind kind) {
    return switch (kind) {
      case MESSAGES -> MESSAGE;
      case THOUGHTS -> THOUGHT;
      case TOOL_CALLS -> TOOL_CALL;
      case MEMORIES -> MEMORY;
      case RETRIEVABLES -> RETRIEVABLE;
      default -> throw new IllegalArgumentException(kind + " has no table of records");
    };
  }
}
