package dev.adk4j.jdbc;

import dev.adk4j.primitive.AbstractRecord;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.SnapshotCodec;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKind;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;

/** Kind of record, its table, and the way to read it. */
record RecordKind<R extends AbstractRecord<R>>(
    RecordTable table, BiFunction<SnapshotCodec, JsonNode, R> decode) {

  static final RecordKind<Message> MESSAGE =
      new RecordKind<>(RecordTable.MESSAGE, SnapshotCodec::decodeMessage);

  static final RecordKind<Thought> THOUGHT =
      new RecordKind<>(RecordTable.THOUGHT, SnapshotCodec::decodeThought);

  static final RecordKind<ToolCall> TOOL_CALL =
      new RecordKind<>(RecordTable.TOOL_CALL, SnapshotCodec::decodeToolCall);

  static final RecordKind<Memory> MEMORY =
      new RecordKind<>(RecordTable.MEMORY, SnapshotCodec::decodeMemory);

  static final RecordKind<Retrievable> RETRIEVABLE =
      new RecordKind<>(RecordTable.RETRIEVABLE, SnapshotCodec::decodeRetrievable);

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
