package dev.adk4j.turn;

import dev.adk4j.event.EventKey;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.token.Tokenizable;
import java.util.Arrays;

/**
 * What a standalone dispatch can be listened to besides its events: each write, once it is
 * persisted, never one that was discarded. A stored or mutated record is given itself, a deleted
 * one by its id, a standing instruction always itself.
 */
public final class MutationHook {

  public static final EventKey.Functional<Message> STORED_MESSAGE =
      new EventKey.Functional<>("storedMessage");
  public static final EventKey.Functional<Message> MUTATED_MESSAGE =
      new EventKey.Functional<>("mutatedMessage");
  public static final EventKey.Functional<String> DELETED_MESSAGE =
      new EventKey.Functional<>("deletedMessage");
  public static final EventKey.Functional<Memory> STORED_MEMORY =
      new EventKey.Functional<>("storedMemory");
  public static final EventKey.Functional<Memory> MUTATED_MEMORY =
      new EventKey.Functional<>("mutatedMemory");
  public static final EventKey.Functional<String> DELETED_MEMORY =
      new EventKey.Functional<>("deletedMemory");
  public static final EventKey.Functional<Thought> STORED_THOUGHT =
      new EventKey.Functional<>("storedThought");
  public static final EventKey.Functional<Thought> MUTATED_THOUGHT =
      new EventKey.Functional<>("mutatedThought");
  public static final EventKey.Functional<String> DELETED_THOUGHT =
      new EventKey.Functional<>("deletedThought");
  public static final EventKey.Functional<ToolCall> STORED_TOOL_CALL =
      new EventKey.Functional<>("storedToolCall");
  public static final EventKey.Functional<ToolCall> MUTATED_TOOL_CALL =
      new EventKey.Functional<>("mutatedToolCall");
  public static final EventKey.Functional<String> DELETED_TOOL_CALL =
      new EventKey.Functional<>("deletedToolCall");
  public static final EventKey.Functional<Retrievable> STORED_RETRIEVABLE =
      new EventKey.Functional<>("storedRetrievable");
  public static final EventKey.Functional<Retrievable> MUTATED_RETRIEVABLE =
      new EventKey.Functional<>("mutatedRetrievable");
  public static final EventKey.Functional<String> DELETED_RETRIEVABLE =
      new EventKey.Functional<>("deletedRetrievable");
  public static final EventKey.Functional<Tokenizable> STORED_STANDING_INSTRUCTION =
      new EventKey.Functional<>("storedStandingInstruction");
  public static final EventKey.Functional<Tokenizable> MUTATED_STANDING_INSTRUCTION =
      new EventKey.Functional<>("mutatedStandingInstruction");
  public static final EventKey.Functional<Tokenizable> DELETED_STANDING_INSTRUCTION =
      new EventKey.Functional<>("deletedStandingInstruction");

  private MutationHook() {}

  static boolean isOne(EventKey<?> key) {
    return Arrays.stream(CallbackKey.values())
        .filter(k -> k.operation().matches("(store|mutate|delete).*(?<!Bytes)"))
        .anyMatch(k -> of(k).equals(key));
  }

  static EventKey.Functional<?> of(CallbackKey key) {
    return switch (key) {
      case STORE_MESSAGE -> STORED_MESSAGE;
      case MUTATE_MESSAGE -> MUTATED_MESSAGE;
      case DELETE_MESSAGE -> DELETED_MESSAGE;
      case STORE_MEMORY -> STORED_MEMORY;
      case MUTATE_MEMORY -> MUTATED_MEMORY;
      case DELETE_MEMORY -> DELETED_MEMORY;
      case STORE_THOUGHT -> STORED_THOUGHT;
      case MUTATE_THOUGHT -> MUTATED_THOUGHT;
      case DELETE_THOUGHT -> DELETED_THOUGHT;
      case STORE_TOOL_CALL -> STORED_TOOL_CALL;
      case MUTATE_TOOL_CALL -> MUTATED_TOOL_CALL;
      case DELETE_TOOL_CALL -> DELETED_TOOL_CALL;
      case STORE_RETRIEVABLE -> STORED_RETRIEVABLE;
      case MUTATE_RETRIEVABLE -> MUTATED_RETRIEVABLE;
      case DELETE_RETRIEVABLE -> DELETED_RETRIEVABLE;
      case STORE_STANDING_INSTRUCTION -> STORED_STANDING_INSTRUCTION;
      case MUTATE_STANDING_INSTRUCTION -> MUTATED_STANDING_INSTRUCTION;
      case DELETE_STANDING_INSTRUCTION -> DELETED_STANDING_INSTRUCTION;
      default -> throw new IllegalArgumentException(key + " does not write");
    };
  }
}
