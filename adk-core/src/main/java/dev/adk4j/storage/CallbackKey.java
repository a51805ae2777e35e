package dev.adk4j.storage;

/** The 27 callbacks every turn runner needs. */
public enum CallbackKey {
  FETCH_MEMORIES(FetchMemoriesCallback.class),
  FETCH_MESSAGES(FetchMessagesCallback.class),
  FETCH_THOUGHTS(FetchThoughtsCallback.class),
  FETCH_TOOL_CALLS(FetchToolCallsCallback.class),
  FETCH_TOOLS(FetchToolsCallback.class),
  FETCH_RETRIEVABLES(FetchRetrievablesCallback.class),
  REFRESH_STANDING_INSTRUCTIONS(RefreshStandingInstructionsCallback.class),
  STORE_MESSAGE(StoreMessageCallback.class),
  MUTATE_MESSAGE(MutateMessageCallback.class),
  DELETE_MESSAGE(DeleteMessageCallback.class),
  STORE_MEMORY(StoreMemoryCallback.class),
  MUTATE_MEMORY(MutateMemoryCallback.class),
  DELETE_MEMORY(DeleteMemoryCallback.class),
  STORE_THOUGHT(StoreThoughtCallback.class),
  MUTATE_THOUGHT(MutateThoughtCallback.class),
  DELETE_THOUGHT(DeleteThoughtCallback.class),
  STORE_TOOL_CALL(StoreToolCallCallback.class),
  MUTATE_TOOL_CALL(MutateToolCallCallback.class),
  DELETE_TOOL_CALL(DeleteToolCallCallback.class),
  STORE_RETRIEVABLE(StoreRetrievableCallback.class),
  MUTATE_RETRIEVABLE(MutateRetrievableCallback.class),
  DELETE_RETRIEVABLE(DeleteRetrievableCallback.class),
  STORE_STANDING_INSTRUCTION(StoreStandingInstructionCallback.class),
  MUTATE_STANDING_INSTRUCTION(MutateStandingInstructionCallback.class),
  DELETE_STANDING_INSTRUCTION(DeleteStandingInstructionCallback.class),
  STORE_MEDIA_BYTES(StoreMediaBytesCallback.class),
  STORE_RETRIEVABLE_BYTES(StoreRetrievableBytesCallback.class);

  private final Class<?> type;
  private final String operation;

  CallbackKey(Class<?> type) {
    this.type = type;
    String name = type.getSimpleName();
    this.operation =
        Character.toLowerCase(name.charAt(0))
            + name.substring(1, name.length() - "Callback".length());
  }

  /**
   * The key of that functional interface.
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

  /** The functional interface, such as {@link StoreMessageCallback}. */
  public Class<?> type() {
    return type;
  }

  /** The interface's method, such as {@code storeMessage}. */
  public String operation() {
    return operation;
  }

  /** The configuration key, such as {@code storeMessageCallback}. */
  public String configKey() {
    return operation + "Callback";
  }
}
