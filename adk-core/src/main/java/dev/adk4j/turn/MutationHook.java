package dev.adk4j.turn;

import dev.adk4j.event.EventKey;
import dev.adk4j.event.EventKey.Functional;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.token.Tokenizable;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Key for listening to the writes of a standalone dispatch, in addition to its events. A write is
 * reported after it is persisted; a discarded write is never reported. The event is a stored or
 * mutated record itself, the id of a deleted record, or a standing instruction itself.
 */
public final class MutationHook {

  private static final Map<CallbackKey, Functional<?>> HOOKS = new EnumMap<>(CallbackKey.class);

  public static final Functional<Message> STORED_MESSAGE = hook(CallbackKey.STORE_MESSAGE);
  public static final Functional<Message> MUTATED_MESSAGE = hook(CallbackKey.MUTATE_MESSAGE);
  public static final Functional<String> DELETED_MESSAGE = hook(CallbackKey.DELETE_MESSAGE);
  public static final Functional<Memory> STORED_MEMORY = hook(CallbackKey.STORE_MEMORY);
  public static final Functional<Memory> MUTATED_MEMORY = hook(CallbackKey.MUTATE_MEMORY);
  public static final Functional<String> DELETED_MEMORY = hook(CallbackKey.DELETE_MEMORY);
  public static final Functional<Thought> STORED_THOUGHT = hook(CallbackKey.STORE_THOUGHT);
  public static final Functional<Thought> MUTATED_THOUGHT = hook(CallbackKey.MUTATE_THOUGHT);
  public static final Functional<String> DELETED_THOUGHT = hook(CallbackKey.DELETE_THOUGHT);
  public static final Functional<ToolCall> STORED_TOOL_CALL = hook(CallbackKey.STORE_TOOL_CALL);
  public static final Functional<ToolCall> MUTATED_TOOL_CALL = hook(CallbackKey.MUTATE_TOOL_CALL);
  public static final Functional<String> DELETED_TOOL_CALL = hook(CallbackKey.DELETE_TOOL_CALL);
  public static final Functional<Retrievable> STORED_RETRIEVABLE =
      hook(CallbackKey.STORE_RETRIEVABLE);
  public static final Functional<Retrievable> MUTATED_RETRIEVABLE =
      hook(CallbackKey.MUTATE_RETRIEVABLE);
  public static final Functional<String> DELETED_RETRIEVABLE = hook(CallbackKey.DELETE_RETRIEVABLE);
  public static final Functional<Tokenizable> STORED_STANDING_INSTRUCTION =
      hook(CallbackKey.STORE_STANDING_INSTRUCTION);
  public static final Functional<Tokenizable> MUTATED_STANDING_INSTRUCTION =
      hook(CallbackKey.MUTATE_STANDING_INSTRUCTION);
  public static final Functional<Tokenizable> DELETED_STANDING_INSTRUCTION =
      hook(CallbackKey.DELETE_STANDING_INSTRUCTION);

  private MutationHook() {}

  private static <T> Functional<T> hook(CallbackKey write) {
    Functional<T> hook =
        new Functional<>(write.operation().replaceFirst("^(store|mutate|delete)", "$1d"));
    HOOKS.put(write, hook);
    return hook;
  }

  static boolean isOne(EventKey<?> key) {
    return HOOKS.containsValue(key);
  }

  /** Returns the hook of one of the 18 callbacks that write. */
  static Functional<?> of(CallbackKey write) {
    return Objects.requireNonNull(HOOKS.get(write));
  }
}
