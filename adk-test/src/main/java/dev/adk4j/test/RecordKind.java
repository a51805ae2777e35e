package dev.adk4j.test;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.PersistentStorage;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Kind of stored records with an id, for rules shared by all five kinds. */
record RecordKind<T>(
    String name,
    Class<T> type,
    Owner owner,
    Function<T, String> idOf,
    BiFunction<RandomPrimitives, String, T> sample,
    Fetch<T> fetching,
    Write<T> storing,
    Write<T> mutating,
    Write<String> deleting) {

  static final RecordKind<Message> MESSAGE =
      new RecordKind<>(
          "message",
          Message.class,
          Owner.CONVERSATION,
          Message::id,
          RandomPrimitives::message,
          PersistentStorage::fetchMessages,
          PersistentStorage::storeMessage,
          PersistentStorage::mutateMessage,
          PersistentStorage::deleteMessage);

  static final RecordKind<Thought> THOUGHT =
      new RecordKind<>(
          "thought",
          Thought.class,
          Owner.CONVERSATION,
          Thought::id,
          RandomPrimitives::thought,
          PersistentStorage::fetchThoughts,
          PersistentStorage::storeThought,
          PersistentStorage::mutateThought,
          PersistentStorage::deleteThought);

  static final RecordKind<ToolCall> TOOL_CALL =
      new RecordKind<>(
          "tool call",
          ToolCall.class,
          Owner.CONVERSATION,
          ToolCall::id,
          RandomPrimitives::toolCall,
          PersistentStorage::fetchToolCalls,
          PersistentStorage::storeToolCall,
          PersistentStorage::mutateToolCall,
          PersistentStorage::deleteToolCall);

  static final RecordKind<Retrievable> RETRIEVABLE =
      new RecordKind<>(
          "retrievable",
          Retrievable.class,
          Owner.CONVERSATION,
          Retrievable::id,
          RandomPrimitives::retrievable,
          PersistentStorage::fetchRetrievables,
          PersistentStorage::storeRetrievable,
          PersistentStorage::mutateRetrievable,
          PersistentStorage::deleteRetrievable);

  static final RecordKind<Memory> MEMORY =
      new RecordKind<>(
          "memory",
          Memory.class,
          Owner.SUBJECT,
          Memory::id,
          RandomPrimitives::memory,
          PersistentStorage::fetchMemories,
          PersistentStorage::storeMemory,
          PersistentStorage::mutateMemory,
          PersistentStorage::deleteMemory);

  static final List<RecordKind<?>> ALL = List.of(MESSAGE, THOUGHT, TOOL_CALL, RETRIEVABLE, MEMORY);

  /** Kinds that share a conversation's numbering. */
  static final List<RecordKind<?>> NUMBERED = List.of(MESSAGE, THOUGHT, TOOL_CALL);

  T cast(Object record) {
    return type.cast(record);
  }

  @Override
  public String toString() {
    return name;
  }

  /** Owner of records within the tenant. */
  enum Owner {
    CONVERSATION,
    SUBJECT
  }

  @FunctionalInterface
  interface Fetch<T> {
    List<T> call(PersistentStorage storage, AgentContext ctx) throws Exception;
  }

  @FunctionalInterface
  interface Write<T> {
    void call(PersistentStorage storage, AgentContext ctx, T argument) throws Exception;
  }
}
