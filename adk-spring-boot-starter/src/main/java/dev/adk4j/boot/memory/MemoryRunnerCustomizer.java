package dev.adk4j.boot.memory;

import dev.adk4j.boot.TurnRunnerCustomizer;
import dev.adk4j.boot.callback.AdkCallback;
import dev.adk4j.boot.callback.Assignment;
import dev.adk4j.boot.callback.CallbackConfigurer;
import dev.adk4j.loop.Tool;
import dev.adk4j.memory.MemoryManager;
import dev.adk4j.memory.extraction.CapturingCallbacks;
import dev.adk4j.storage.DeleteMessageCallback;
import dev.adk4j.storage.DeleteThoughtCallback;
import dev.adk4j.storage.DeleteToolCallCallback;
import dev.adk4j.storage.MutateMessageCallback;
import dev.adk4j.storage.MutateThoughtCallback;
import dev.adk4j.storage.MutateToolCallCallback;
import dev.adk4j.storage.StoreMessageCallback;
import dev.adk4j.storage.StoreThoughtCallback;
import dev.adk4j.storage.StoreToolCallCallback;
import dev.adk4j.turn.TurnRunner;
import java.util.Objects;
import java.util.Set;

/**
 * Lets the callbacks that write a conversation capture what they store, where some store is
 * extracted into, and adds the stores' own tools. Comes before the application's customizers, which
 * may replace a callback altogether.
 */
final class MemoryRunnerCustomizer implements TurnRunnerCustomizer {

  private final MemoryManager memory;
  private final CallbackConfigurer callbacks;
  private final Set<String> beans;

  /**
   * @param beans names of the tools that are beans, which the runner has already
   */
  MemoryRunnerCustomizer(MemoryManager memory, CallbackConfigurer callbacks, Set<String> beans) {
    this.memory = memory;
    this.callbacks = callbacks;
    this.beans = beans;
  }

  @Override
  public void customize(TurnRunner.Builder builder) {
    for (Tool tool : memory.getTools()) {
      if (!beans.contains(tool.name())) {
        builder.addTool(tool);
      }
    }
    if (memory.extracts()) {
      capture(builder, new CapturingCallbacks(memory.extraction()));
    }
  }

  private void capture(TurnRunner.Builder builder, CapturingCallbacks capturing) {
    builder
        .storeMessageCallback(
            capturing.wrap(given(AdkCallback.STORE_MESSAGE, StoreMessageCallback.class)))
        .mutateMessageCallback(
            capturing.wrap(given(AdkCallback.MUTATE_MESSAGE, MutateMessageCallback.class)))
        .deleteMessageCallback(
            capturing.wrap(given(AdkCallback.DELETE_MESSAGE, DeleteMessageCallback.class)))
        .storeToolCallCallback(
            capturing.wrap(given(AdkCallback.STORE_TOOL_CALL, StoreToolCallCallback.class)))
        .mutateToolCallCallback(
            capturing.wrap(given(AdkCallback.MUTATE_TOOL_CALL, MutateToolCallCallback.class)))
        .deleteToolCallCallback(
            capturing.wrap(given(AdkCallback.DELETE_TOOL_CALL, DeleteToolCallCallback.class)))
        .storeThoughtCallback(
            capturing.wrap(given(AdkCallback.STORE_THOUGHT, StoreThoughtCallback.class)))
        .mutateThoughtCallback(
            capturing.wrap(given(AdkCallback.MUTATE_THOUGHT, MutateThoughtCallback.class)))
        .deleteThoughtCallback(
            capturing.wrap(given(AdkCallback.DELETE_THOUGHT, DeleteThoughtCallback.class)));
  }

  private <T> T given(AdkCallback callback, Class<T> type) {
    Assignment assignment = Objects.requireNonNull(callbacks.require().callbacks().get(callback));
    return type.cast(callbacks.instance(assignment));
  }
}
