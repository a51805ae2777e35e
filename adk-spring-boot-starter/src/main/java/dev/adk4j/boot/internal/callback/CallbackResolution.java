package dev.adk4j.boot.internal.callback;

import dev.adk4j.storage.CallbackKey;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Assignment of an implementation to each of the 27 callbacks and the executor, by bean definition.
 *
 * @param callbacks in the order of {@link CallbackKey}; those with a problem are absent
 * @param executor null if there is a problem with it
 * @param annotatedTools beans with {@code @AgentTool} methods, and the classes that declare them
 * @param problems all problems, that of the executor last
 */
public record CallbackResolution(
    Map<CallbackKey, Assignment> callbacks,
    Assignment.@Nullable Bean executor,
    Map<String, Class<?>> annotatedTools,
    List<CallbackProblem> problems) {}
