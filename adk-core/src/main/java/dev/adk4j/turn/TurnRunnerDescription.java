package dev.adk4j.turn;

import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.storage.CallbackKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a runner consists of: names of tools and classes, no content.
 *
 * @param callbacks configuration key, such as {@code storeMessageCallback}, to the class that
 *     answers it; all 27
 */
public record TurnRunnerDescription(
    Map<String, String> callbacks,
    String executor,
    List<String> tools,
    List<String> turnInputPipeline,
    List<String> turnOutputPipeline,
    List<String> dispatchInputPipeline,
    List<String> dispatchOutputPipeline) {

  static TurnRunnerDescription of(
      StorageBindings callbacks,
      Object executor,
      List<Tool> tools,
      List<TurnMiddleware> turnInput,
      List<TurnMiddleware> turnOutput,
      List<DispatchMiddleware> dispatchInput,
      List<DispatchMiddleware> dispatchOutput) {
    Map<String, String> classes = new LinkedHashMap<>();
    for (CallbackKey key : CallbackKey.values()) {
      Class<?> bound = callbacks.boundClass(key);
      classes.put(key.configKey(), bound == null ? "" : bound.getName());
    }
    return new TurnRunnerDescription(
        Collections.unmodifiableMap(classes),
        executor.getClass().getName(),
        tools.stream().map(Tool::name).toList(),
        names(turnInput),
        names(turnOutput),
        names(dispatchInput),
        names(dispatchOutput));
  }

  private static List<String> names(List<?> pipeline) {
    return pipeline.stream().map(middleware -> middleware.getClass().getName()).toList();
  }
}
