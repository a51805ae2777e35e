package dev.adk4j.storage;

import static dev.adk4j.storage.CallbackKind.BYTES;
import static dev.adk4j.storage.CallbackKind.MEMORIES;
import static dev.adk4j.storage.CallbackKind.MESSAGES;
import static dev.adk4j.storage.CallbackKind.RETRIEVABLES;
import static dev.adk4j.storage.CallbackKind.STANDING_INSTRUCTIONS;
import static dev.adk4j.storage.CallbackKind.THOUGHTS;
import static dev.adk4j.storage.CallbackKind.TOOLS;
import static dev.adk4j.storage.CallbackKind.TOOL_CALLS;

import dev.adk4j.loop.AgentContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists the 27 callbacks that each turn runner needs: interface, kind of record, verb and method of
 * each. The single source for bindings, contexts, storages, checks, opt-outs and documentation.
 *
 * @since 0.1.0
 */
public enum CallbackKey {
  FETCH_MEMORIES(MEMORIES, FetchMemoriesCallback.class, FetchMemoriesCallback::fetchMemories),
  FETCH_MESSAGES(MESSAGES, FetchMessagesCallback.class, FetchMessagesCallback::fetchMessages),
  FETCH_THOUGHTS(THOUGHTS, FetchThoughtsCallback.class, FetchThoughtsCallback::fetchThoughts),
  FETCH_TOOL_CALLS(
      TOOL_CALLS, FetchToolCallsCallback.class, FetchToolCallsCallback::fetchToolCalls),
  FETCH_TOOLS(TOOLS, FetchToolsCallback.class, FetchToolsCallback::fetchTools),
  FETCH_RETRIEVABLES(
      RETRIEVABLES, FetchRetrievablesCallback.class, FetchRetrievablesCallback::fetchRetrievables),
  REFRESH_STANDING_INSTRUCTIONS(
      STANDING_INSTRUCTIONS,
      RefreshStandingInstructionsCallback.class,
      RefreshStandingInstructionsCallback::refreshStandingInstructions),
  STORE_MESSAGE(MESSAGES, StoreMessageCallback.class, StoreMessageCallback::storeMessage),
  MUTATE_MESSAGE(MESSAGES, MutateMessageCallback.class, MutateMessageCallback::mutateMessage),
  DELETE_MESSAGE(MESSAGES, DeleteMessageCallback.class, DeleteMessageCallback::deleteMessage),
  STORE_MEMORY(MEMORIES, StoreMemoryCallback.class, StoreMemoryCallback::storeMemory),
  MUTATE_MEMORY(MEMORIES, MutateMemoryCallback.class, MutateMemoryCallback::mutateMemory),
  DELETE_MEMORY(MEMORIES, DeleteMemoryCallback.class, DeleteMemoryCallback::deleteMemory),
  STORE_THOUGHT(THOUGHTS, StoreThoughtCallback.class, StoreThoughtCallback::storeThought),
  MUTATE_THOUGHT(THOUGHTS, MutateThoughtCallback.class, MutateThoughtCallback::mutateThought),
  DELETE_THOUGHT(THOUGHTS, DeleteThoughtCallback.class, DeleteThoughtCallback::deleteThought),
  STORE_TOOL_CALL(TOOL_CALLS, StoreToolCallCallback.class, StoreToolCallCallback::storeToolCall),
  MUTATE_TOOL_CALL(
      TOOL_CALLS, MutateToolCallCallback.class, MutateToolCallCallback::mutateToolCall),
  DELETE_TOOL_CALL(
      TOOL_CALLS, DeleteToolCallCallback.class, DeleteToolCallCallback::deleteToolCall),
  STORE_RETRIEVABLE(
      RETRIEVABLES, StoreRetrievableCallback.class, StoreRetrievableCallback::storeRetrievable),
  MUTATE_RETRIEVABLE(
      RETRIEVABLES, MutateRetrievableCallback.class, MutateRetrievableCallback::mutateRetrievable),
  DELETE_RETRIEVABLE(
      RETRIEVABLES, DeleteRetrievableCallback.class, DeleteRetrievableCallback::deleteRetrievable),
  STORE_STANDING_INSTRUCTION(
      STANDING_INSTRUCTIONS,
      StoreStandingInstructionCallback.class,
      StoreStandingInstructionCallback::storeStandingInstruction),
  MUTATE_STANDING_INSTRUCTION(
      STANDING_INSTRUCTIONS,
      MutateStandingInstructionCallback.class,
      MutateStandingInstructionCallback::mutateStandingInstruction),
  DELETE_STANDING_INSTRUCTION(
      STANDING_INSTRUCTIONS,
      DeleteStandingInstructionCallback.class,
      DeleteStandingInstructionCallback::deleteStandingInstruction),
  STORE_MEDIA_BYTES(BYTES, StoreMediaBytesCallback.class),
  STORE_RETRIEVABLE_BYTES(BYTES, StoreRetrievableBytesCallback.class);

  /** Defines a callback's operation on its records. */
  public enum Verb {
    /** Returns the records of the scope. */
    FETCH,
    /** Adds a record. */
    STORE,
    /** Replaces a record, or adds it. */
    MUTATE,
    /** Removes a record. */
    DELETE
  }

  private final Class<?> type;
  private final CallbackKind kind;
  private final Verb verb;
  private final @Nullable Fetch<Object> fetch;
  private final @Nullable Write<Object, Object> write;
  private final String operation;

  /** Stores bytes. */
  CallbackKey(CallbackKind kind, Class<?> type) {
    this(type, kind, null, null);
  }

  @SuppressWarnings("unchecked")
  <C> CallbackKey(CallbackKind kind, Class<C> type, Fetch<C> fetch) {
    this(type, kind, (Fetch<Object>) fetch, null);
  }

  @SuppressWarnings("unchecked")
  <C, V> CallbackKey(CallbackKind kind, Class<C> type, Write<C, V> write) {
    this(type, kind, null, (Write<Object, Object>) write);
  }

  CallbackKey(
      Class<?> type,
      CallbackKind kind,
      @Nullable Fetch<Object> fetch,
      @Nullable Write<Object, Object> write) {
    this.type = type;
    this.kind = kind;
    this.verb = fetch != null ? Verb.FETCH : Verb.valueOf(name().substring(0, name().indexOf('_')));
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
   * @throws IllegalArgumentException if it is none of the 27
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

  /** Returns the callback's operation on its records. */
  public Verb verb() {
    return verb;
  }

  /** Returns true for the 18 callbacks that write a record. */
  public boolean writes() {
    return write != null;
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
   * @param value the record, the id for a delete, or the standing instruction
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
