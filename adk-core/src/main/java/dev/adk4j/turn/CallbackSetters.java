package dev.adk4j.turn;

import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.CallbackKey;
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
import dev.adk4j.storage.PersistentStorage;
import dev.adk4j.storage.RefreshStandingInstructionsCallback;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.storage.StorageBindings;
import dev.adk4j.storage.StoreMediaBytesCallback;
import dev.adk4j.storage.StoreMemoryCallback;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.storage.StoreRetrievableBytesCallback;
import dev.adk4j.storage.StoreRetrievableCallback;
import dev.adk4j.storage.StoreStandingInstructionCallback;
import dev.adk4j.storage.StoreThoughtCallback;
import dev.adk4j.storage.StoreToolCallCallback;
import dev.adk4j.storage.ToolCallGroupReplacer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The required half of a runner's configuration: one setter for each callback, bundles of them, and
 * the executor.
 */
abstract class CallbackSetters<B extends CallbackSetters<B>> {

  final StorageBindings callbacks = new StorageBindings();
  @Nullable DispatchExecutor executor;

  abstract B self();

  /** All 27 callbacks; setters called later replace single ones. */
  public B storage(StorageAdapter storage) {
    callbacks.bindAll(storage);
    return self();
  }

  /** All callbacks but {@code fetchTools}; setters called later replace single ones. */
  public B persistentStorage(PersistentStorage storage) {
    callbacks.bindAll(storage);
    return self();
  }

  /** Required. */
  public B executorCallback(DispatchExecutor executor) {
    this.executor = executor;
    return self();
  }

  /** The same as {@link #executorCallback}. */
  public B executor(DispatchExecutor executor) {
    return executorCallback(executor);
  }

  /**
   * Replaces what answers a callback so far by something around it; nothing where nothing answers
   * it yet, so call this after the setters.
   *
   * @param callback the callback's interface, such as {@code StoreMessageCallback.class}
   * @throws IllegalArgumentException where that is none of the 27
   */
  public <T> B wrapCallback(Class<T> callback, UnaryOperator<T> wrapper) {
    CallbackKey key = CallbackKey.of(callback);
    T given = callback.cast(callbacks.bound(key));
    return given == null ? self() : bind(key, wrapper.apply(given));
  }

  /** Optional; a bundle that implements it brings it along. */
  public B toolCallGroupReplacer(@Nullable ToolCallGroupReplacer replacer) {
    callbacks.bindToolCallGroupReplacer(replacer);
    return self();
  }

  /**
   * Puts what {@code wrapper} makes of the replacer into its place; nothing happens where there is
   * none, so call this after the setters.
   */
  public B wrapToolCallGroupReplacer(UnaryOperator<ToolCallGroupReplacer> wrapper) {
    ToolCallGroupReplacer given = callbacks.toolCallGroupReplacer();
    return given == null ? self() : toolCallGroupReplacer(wrapper.apply(given));
  }

  public B fetchMemoriesCallback(FetchMemoriesCallback callback) {
    return bind(CallbackKey.FETCH_MEMORIES, callback);
  }

  public B fetchMessagesCallback(FetchMessagesCallback callback) {
    return bind(CallbackKey.FETCH_MESSAGES, callback);
  }

  public B fetchThoughtsCallback(FetchThoughtsCallback callback) {
    return bind(CallbackKey.FETCH_THOUGHTS, callback);
  }

  public B fetchToolCallsCallback(FetchToolCallsCallback callback) {
    return bind(CallbackKey.FETCH_TOOL_CALLS, callback);
  }

  public B fetchToolsCallback(FetchToolsCallback callback) {
    return bind(CallbackKey.FETCH_TOOLS, callback);
  }

  public B fetchRetrievablesCallback(FetchRetrievablesCallback callback) {
    return bind(CallbackKey.FETCH_RETRIEVABLES, callback);
  }

  public B refreshStandingInstructionsCallback(RefreshStandingInstructionsCallback callback) {
    return bind(CallbackKey.REFRESH_STANDING_INSTRUCTIONS, callback);
  }

  public B storeMessageCallback(StoreMessageCallback callback) {
    return bind(CallbackKey.STORE_MESSAGE, callback);
  }

  public B mutateMessageCallback(MutateMessageCallback callback) {
    return bind(CallbackKey.MUTATE_MESSAGE, callback);
  }

  public B deleteMessageCallback(DeleteMessageCallback callback) {
    return bind(CallbackKey.DELETE_MESSAGE, callback);
  }

  public B storeMemoryCallback(StoreMemoryCallback callback) {
    return bind(CallbackKey.STORE_MEMORY, callback);
  }

  public B mutateMemoryCallback(MutateMemoryCallback callback) {
    return bind(CallbackKey.MUTATE_MEMORY, callback);
  }

  public B deleteMemoryCallback(DeleteMemoryCallback callback) {
    return bind(CallbackKey.DELETE_MEMORY, callback);
  }

  public B storeThoughtCallback(StoreThoughtCallback callback) {
    return bind(CallbackKey.STORE_THOUGHT, callback);
  }

  public B mutateThoughtCallback(MutateThoughtCallback callback) {
    return bind(CallbackKey.MUTATE_THOUGHT, callback);
  }

  public B deleteThoughtCallback(DeleteThoughtCallback callback) {
    return bind(CallbackKey.DELETE_THOUGHT, callback);
  }

  public B storeToolCallCallback(StoreToolCallCallback callback) {
    return bind(CallbackKey.STORE_TOOL_CALL, callback);
  }

  public B mutateToolCallCallback(MutateToolCallCallback callback) {
    return bind(CallbackKey.MUTATE_TOOL_CALL, callback);
  }

  public B deleteToolCallCallback(DeleteToolCallCallback callback) {
    return bind(CallbackKey.DELETE_TOOL_CALL, callback);
  }

  public B storeRetrievableCallback(StoreRetrievableCallback callback) {
    return bind(CallbackKey.STORE_RETRIEVABLE, callback);
  }

  public B mutateRetrievableCallback(MutateRetrievableCallback callback) {
    return bind(CallbackKey.MUTATE_RETRIEVABLE, callback);
  }

  public B deleteRetrievableCallback(DeleteRetrievableCallback callback) {
    return bind(CallbackKey.DELETE_RETRIEVABLE, callback);
  }

  public B storeStandingInstructionCallback(StoreStandingInstructionCallback callback) {
    return bind(CallbackKey.STORE_STANDING_INSTRUCTION, callback);
  }

  public B mutateStandingInstructionCallback(MutateStandingInstructionCallback callback) {
    return bind(CallbackKey.MUTATE_STANDING_INSTRUCTION, callback);
  }

  public B deleteStandingInstructionCallback(DeleteStandingInstructionCallback callback) {
    return bind(CallbackKey.DELETE_STANDING_INSTRUCTION, callback);
  }

  public B storeMediaBytesCallback(StoreMediaBytesCallback callback) {
    return bind(CallbackKey.STORE_MEDIA_BYTES, callback);
  }

  public B storeRetrievableBytesCallback(StoreRetrievableBytesCallback callback) {
    return bind(CallbackKey.STORE_RETRIEVABLE_BYTES, callback);
  }

  private B bind(CallbackKey key, @Nullable Object callback) {
    callbacks.bind(key, callback);
    return self();
  }
}
