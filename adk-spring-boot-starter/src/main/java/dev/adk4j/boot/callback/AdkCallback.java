package dev.adk4j.boot.callback;

import dev.adk4j.storage.DeleteMemoryCallback;
import dev.adk4j.storage.DeleteMessageCallback;
import dev.adk4j.storage.DeleteRetrievableCallback;
import dev.adk4j.storage.DeleteStandingInstructionCallback;
import dev.adk4j.storage.DeleteThoughtCallback;
import dev.adk4j.storage.DeleteToolCallCallback;
import dev.adk4j.storage.FetchMemoriesCallback;
import dev.adk4j.storage.FetchMessagesCallback;
import dev.adk4j.storage.FetchRetrievablesCallback;
import dev.adk4j.storage.FetchThoughtsCallback;
import dev.adk4j.storage.FetchToolCallsCallback;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.storage.MutateMemoryCallback;
import dev.adk4j.storage.MutateMessageCallback;
import dev.adk4j.storage.MutateRetrievableCallback;
import dev.adk4j.storage.MutateStandingInstructionCallback;
import dev.adk4j.storage.MutateThoughtCallback;
import dev.adk4j.storage.MutateToolCallCallback;
import dev.adk4j.storage.RefreshStandingInstructionsCallback;
import dev.adk4j.storage.StoreMediaBytesCallback;
import dev.adk4j.storage.StoreMemoryCallback;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.storage.StoreRetrievableBytesCallback;
import dev.adk4j.storage.StoreRetrievableCallback;
import dev.adk4j.storage.StoreStandingInstructionCallback;
import dev.adk4j.storage.StoreThoughtCallback;
import dev.adk4j.storage.StoreToolCallCallback;
import dev.adk4j.turn.TurnRunner;
import java.util.function.BiConsumer;
import org.springframework.util.StringUtils;

/**
 * The 27 callbacks a turn runner cannot be built without: the interface of each, and what opts out
 * of it.
 */
public enum AdkCallback {
  FETCH_MEMORIES(
      FetchMemoriesCallback.class, NoopStorage.MEMORIES, TurnRunner.Builder::fetchMemoriesCallback),
  FETCH_MESSAGES(
      FetchMessagesCallback.class, NoopStorage.MESSAGES, TurnRunner.Builder::fetchMessagesCallback),
  FETCH_THOUGHTS(
      FetchThoughtsCallback.class, NoopStorage.THOUGHTS, TurnRunner.Builder::fetchThoughtsCallback),
  FETCH_TOOL_CALLS(
      FetchToolCallsCallback.class,
      NoopStorage.TOOL_CALLS,
      TurnRunner.Builder::fetchToolCallsCallback),
  FETCH_TOOLS(FetchToolsCallback.class, NoopStorage.TOOLS, TurnRunner.Builder::fetchToolsCallback),
  FETCH_RETRIEVABLES(
      FetchRetrievablesCallback.class,
      NoopStorage.RETRIEVABLES,
      TurnRunner.Builder::fetchRetrievablesCallback),
  REFRESH_STANDING_INSTRUCTIONS(
      RefreshStandingInstructionsCallback.class,
      NoopStorage.STANDING_INSTRUCTIONS,
      TurnRunner.Builder::refreshStandingInstructionsCallback),
  STORE_MESSAGE(
      StoreMessageCallback.class, NoopStorage.MESSAGES, TurnRunner.Builder::storeMessageCallback),
  MUTATE_MESSAGE(
      MutateMessageCallback.class, NoopStorage.MESSAGES, TurnRunner.Builder::mutateMessageCallback),
  DELETE_MESSAGE(
      DeleteMessageCallback.class, NoopStorage.MESSAGES, TurnRunner.Builder::deleteMessageCallback),
  STORE_MEMORY(
      StoreMemoryCallback.class, NoopStorage.MEMORIES, TurnRunner.Builder::storeMemoryCallback),
  MUTATE_MEMORY(
      MutateMemoryCallback.class, NoopStorage.MEMORIES, TurnRunner.Builder::mutateMemoryCallback),
  DELETE_MEMORY(
      DeleteMemoryCallback.class, NoopStorage.MEMORIES, TurnRunner.Builder::deleteMemoryCallback),
  STORE_THOUGHT(
      StoreThoughtCallback.class, NoopStorage.THOUGHTS, TurnRunner.Builder::storeThoughtCallback),
  MUTATE_THOUGHT(
      MutateThoughtCallback.class, NoopStorage.THOUGHTS, TurnRunner.Builder::mutateThoughtCallback),
  DELETE_THOUGHT(
      DeleteThoughtCallback.class, NoopStorage.THOUGHTS, TurnRunner.Builder::deleteThoughtCallback),
  STORE_TOOL_CALL(
      StoreToolCallCallback.class,
      NoopStorage.TOOL_CALLS,
      TurnRunner.Builder::storeToolCallCallback),
  MUTATE_TOOL_CALL(
      MutateToolCallCallback.class,
      NoopStorage.TOOL_CALLS,
      TurnRunner.Builder::mutateToolCallCallback),
  DELETE_TOOL_CALL(
      DeleteToolCallCallback.class,
      NoopStorage.TOOL_CALLS,
      TurnRunner.Builder::deleteToolCallCallback),
  STORE_RETRIEVABLE(
      StoreRetrievableCallback.class,
      NoopStorage.RETRIEVABLES,
      TurnRunner.Builder::storeRetrievableCallback),
  MUTATE_RETRIEVABLE(
      MutateRetrievableCallback.class,
      NoopStorage.RETRIEVABLES,
      TurnRunner.Builder::mutateRetrievableCallback),
  DELETE_RETRIEVABLE(
      DeleteRetrievableCallback.class,
      NoopStorage.RETRIEVABLES,
      TurnRunner.Builder::deleteRetrievableCallback),
  STORE_STANDING_INSTRUCTION(
      StoreStandingInstructionCallback.class,
      NoopStorage.STANDING_INSTRUCTIONS,
      TurnRunner.Builder::storeStandingInstructionCallback),
  MUTATE_STANDING_INSTRUCTION(
      MutateStandingInstructionCallback.class,
      NoopStorage.STANDING_INSTRUCTIONS,
      TurnRunner.Builder::mutateStandingInstructionCallback),
  DELETE_STANDING_INSTRUCTION(
      DeleteStandingInstructionCallback.class,
      NoopStorage.STANDING_INSTRUCTIONS,
      TurnRunner.Builder::deleteStandingInstructionCallback),
  STORE_MEDIA_BYTES(
      StoreMediaBytesCallback.class,
      NoopStorage.BYTES,
      TurnRunner.Builder::storeMediaBytesCallback),
  STORE_RETRIEVABLE_BYTES(
      StoreRetrievableBytesCallback.class,
      NoopStorage.BYTES,
      TurnRunner.Builder::storeRetrievableBytesCallback);

  private final Class<?> type;
  private final NoopStorage optOut;
  private final BiConsumer<TurnRunner.Builder, Object> setter;

  <C> AdkCallback(Class<C> type, NoopStorage optOut, BiConsumer<TurnRunner.Builder, C> setter) {
    this.type = type;
    this.optOut = optOut;
    this.setter = (builder, callback) -> setter.accept(builder, type.cast(callback));
  }

  /**
   * The callback's key, such as {@code storeMessage}: its method and the name used in events and
   * observations.
   */
  public String key() {
    String name = type.getSimpleName();
    return StringUtils.uncapitalize(name.substring(0, name.length() - "Callback".length()));
  }

  /** The functional interface a bean implements to answer this callback. */
  public Class<?> type() {
    return type;
  }

  /** The name that leaves it to a no-op. */
  public NoopStorage optOut() {
    return optOut;
  }

  /** Gives the callback to a builder; it must implement {@link #type()}. */
  void configure(TurnRunner.Builder builder, Object callback) {
    setter.accept(builder, callback);
  }

  /** A bean method to paste, complete but for what the application does. */
  String snippet() {
    String body =
        switch (this) {
          case STORE_MEDIA_BYTES, STORE_RETRIEVABLE_BYTES ->
              "(ctx, id, bytes) -> myStore.write(id, bytes)";
          default -> shape(key());
        };
    return "@Bean\n%s %s() {\n  return %s;\n}".formatted(type.getSimpleName(), key(), body);
  }

  private static String shape(String key) {
    if (key.startsWith("fetch") || key.startsWith("refresh")) {
      return "ctx -> myStore." + key + "(ctx.scope())";
    }
    String argument = key.startsWith("delete") && !key.endsWith("Instruction") ? "id" : "record";
    return "(ctx, %s) -> myStore.%s(ctx.scope(), %s)".formatted(argument, key, argument);
  }
}
