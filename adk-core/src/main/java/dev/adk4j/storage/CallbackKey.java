package dev.adk4j.storage;

import dev.adk4j.loop.AgentContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the 27 callbacks that each turn runner needs, with the interface and the kind of record of
 * each. The one table that bindings, checks, opt-outs and documentation are made from.
 */
public enum CallbackKey {
  FETCH_MEMORIES(
      FetchMemoriesCallback.class, CallbackKind.MEMORIES, FetchMemoriesCallback::fetchMemories),
  FETCH_MESSAGES(
      FetchMessagesCallback.class, CallbackKind.MESSAGES, FetchMessagesCallback::fetchMessages),
  FETCH_THOUGHTS(
      FetchThoughtsCallback.class, CallbackKind.THOUGHTS, FetchThoughtsCallback::fetchThoughts),
  FETCH_TOOL_CALLS(
      FetchToolCallsCallback.class,
      CallbackKind.TOOL_CALLS,
      FetchToolCallsCallback::fetchToolCalls),
  FETCH_TOOLS(FetchToolsCallback.class, CallbackKind.TOOLS, FetchToolsCallback::fetchTools),
  FETCH_RETRIEVABLES(
      FetchRetrievablesCallback.class,
      CallbackKind.RETRIEVABLES,
      FetchRetrievablesCallback::fetchRetrievables),
  REFRESH_STANDING_INSTRUCTIONS(
      RefreshStandingInstructionsCallback.class,
      CallbackKind.STANDING_INSTRUCTIONS,
      RefreshStandingInstructionsCallback::refreshStandingInstructions),
  STORE_MESSAGE(
      StoreMessageCallback.class, CallbackKind.MESSAGES, StoreMessageCallback::storeMessage),
  MUTATE_MESSAGE(
      MutateMessageCallback.class, CallbackKind.MESSAGES, MutateMessageCallback::mutateMessage),
  DELETE_MESSAGE(
      DeleteMessageCallback.class, CallbackKind.MESSAGES, DeleteMessageCallback::deleteMessage),
  STORE_MEMORY(StoreMemoryCallback.class, CallbackKind.MEMORIES, StoreMemoryCallback::storeMemory),
  MUTATE_MEMORY(
      MutateMemoryCallback.class, CallbackKind.MEMORIES, MutateMemoryCallback::mutateMemory),
  DELETE_MEMORY(
      DeleteMemoryCallback.class, CallbackKind.MEMORIES, DeleteMemoryCallback::deleteMemory),
  STORE_THOUGHT(
      StoreThoughtCallback.class, CallbackKind.THOUGHTS, StoreThoughtCallback::storeThought),
  MUTATE_THOUGHT(
      MutateThoughtCallback.class, CallbackKind.THOUGHTS, MutateThoughtCallback::mutateThought),
  DELETE_THOUGHT(
      DeleteThoughtCallback.class, CallbackKind.THOUGHTS, DeleteThoughtCallback::deleteThought),
  STORE_TOOL_CALL(
      StoreToolCallCallback.class, CallbackKind.TOOL_CALLS, StoreToolCallCallback::storeToolCall),
  MUTATE_TOOL_CALL(
      MutateToolCallCallback.class,
      CallbackKind.TOOL_CALLS,
      MutateToolCallCallback::mutateToolCall),
  DELETE_TOOL_CALL(
      DeleteToolCallCallback.class,
      CallbackKind.TOOL_CALLS,
      DeleteToolCallCallback::deleteToolCall),
  STORE_RETRIEVABLE(
      StoreRetrievableCallback.class,
      CallbackKind.RETRIEVABLES,
      StoreRetrievableCallback::storeRetrievable),
  MUTATE_RETRIEVABLE(
      MutateRetrievableCallback.class,
      CallbackKind.RETRIEVABLES,
      MutateRetrievableCallback::mutateRetrievable),
  DELETE_RETRIEVABLE(
      DeleteRetrievableCallback.class,
      CallbackKind.RETRIEVABLES,
      DeleteRetrievableCallback::deleteRetrievable),
  STORE_STANDING_INSTRUCTION(
      StoreStandingInstructionCallback.class,
      CallbackKind.STANDING_INSTRUCTIONS,
      StoreStandingInstructionCallback::storeStandingInstruction),
  MUTATE_STANDING_INSTRUCTION(
      MutateStandingInstructionCallback.class,
      CallbackKind.STANDING_INSTRUCTIONS,
      MutateStandingInstructionCallback::mutateStandingInstruction),
  DELETE_STANDING_INSTRUCTION(
      DeleteStandingInstructionCallback.class,
      CallbackKind.STANDING_INSTRUCTIONS,
      DeleteStandingInstructionCallback::deleteStandingInstruction),
  STORE_MEDIA_BYTES(StoreMediaBytesCallback.class, CallbackKind.BYTES),
  STORE_RETRIEVABLE_BYTES(StoreRetrievableBytesCallback.class, CallbackKind.BYTES);

  private final Class<?> type;
  private final CallbackKind kind;
  private final @Nullable Fetch<Object> fetch;
  private final @Nullable Write<Object, Object> write;
  private final String operation;

  /** Stores bytes. */
  CallbackKey(Class<?> type, CallbackKind kind) {
    this(type, kind, null, null);
  }

  @SuppressWarnings("unchecked")
  <C> CallbackKey(Class<C> type, CallbackKind kind, Fetch<C> fetch) {
    this(type, kind, (Fetch<Object>) fetch, null);
  }

  @SuppressWarnings("unchecked")
  <C, V> CallbackKey(Class<C> type, CallbackKind kind, Write<C, V> write) {
    this(type, kind, null, (Write<Object, Object>) write);
  }

  CallbackKey(
      Class<?> type,
      CallbackKind kind,
      @Nullable Fetch<Object> fetch,
      @Nullable Write<Object, Object> write) {
    this.type = type;
    this.kind = kind;
    this.fetch = fetch;
    this.write = write;
    String name = type.getSimpleName();
    this.operation =
        Character.toLowerCase(name.charAt(0))
            + name.substring(1, name.length() - "Callback".length());
  }

  /**
   * Returns the key of that functional interface.
   *
   * @throws IllegalArgumentException where it is none of the 27
   */
  public static CallbackKey of(Class<?> type) {
    for (CallbackKey key : values()) {
      if (key.type == type) {
        return key;
      }
    }
    throw new IllegalArgumentException(type.getName() + " is none of the 27 callbacks");
  }

  /** Returns the functional interface, such as {@link StoreMessageCallback}. */
  public Class<?> type() {
    return type;
  }

  /** Returns the kind of record that the callback stores or fetches. */
  public CallbackKind kind() {
    return kind;
  }

  /** Returns the name of the interface's method, such as {@code storeMessage}. */
  public String operation() {
    return operation;
  }

  /** Returns the name in a configuration, such as {@code storeMessageCallback}. */
  public String configKey() {
    return operation + "Callback";
  }

  /** Calls one of the seven callbacks that fetch a list. */
  public @Nullable List<?> fetch(Object callback, AgentContext ctx) throws Exception {
    if (fetch == null) {
      throw new IllegalArgumentException(this + " does not fetch");
    }
    return fetch.from(callback, ctx);
  }

  /**
   * Calls one of the 18 callbacks that write.
   *
   * @param value the record, the id of a delete, or the standing instruction
   */
  public void write(Object callback, AgentContext ctx, Object value) throws Exception {
    if (write == null) {
      throw new IllegalArgumentException(this + " does not write");
    }
    write.to(callback, ctx, value);
  }

  private interface Fetch<C> {
    List<?> from(C callback, AgentContext ctx) throws Exception;
  }

  private interface Write<C, V> {
    void to(C callback, AgentContext ctx, V value) throws Exception;
  }
}
