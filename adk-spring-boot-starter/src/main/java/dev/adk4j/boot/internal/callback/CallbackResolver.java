package dev.adk4j.boot.internal.callback;

import dev.adk4j.boot.internal.callback.CallbackProblem.Missing;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.CallbackKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds the beans of the 27 callbacks and the executor. It reads only bean definitions, so that
 * neither lazy initialization nor the order of creation matters. A bean of the application takes
 * precedence over its opt-out, and the opt-out over a bean of a module.
 */
public record CallbackResolver(
    ConfigurableListableBeanFactory beanFactory, Set<CallbackKind> noop) {

  /** Resolves everything before it reports problems. */
  public CallbackResolution resolve() {
    Map<String, Class<?>> annotatedTools = ToolBeans.annotated(beanFactory);
    Map<CallbackKey, Assignment> callbacks = new EnumMap<>(CallbackKey.class);
    List<CallbackProblem> problems = new ArrayList<>();
    for (CallbackKey callback : CallbackKey.values()) {
      Assignment found = assign(callback, !annotatedTools.isEmpty(), problems);
      if (found != null) {
        callbacks.put(callback, found);
      }
    }
    Assignment.Bean executor =
        assign(
            BeanCandidates.of(beanFactory, DispatchExecutor.class),
            DispatchExecutor.class,
            problems);
    return new CallbackResolution(
        Collections.unmodifiableMap(callbacks), executor, annotatedTools, List.copyOf(problems));
  }

  private @Nullable Assignment assign(
      CallbackKey callback, boolean annotated, List<CallbackProblem> problems) {
    BeanCandidates candidates = BeanCandidates.of(beanFactory, callback.type());
    if (!candidates.hasRegular()) {
      if (callback == CallbackKey.FETCH_TOOLS && (annotated || ToolBeans.arePresent(beanFactory))) {
        return new Assignment.ToolBeans();
      }
      if (noop.contains(callback.kind())) {
        return new Assignment.Noop(callback.kind());
      }
    }
    return assign(candidates, callback.type(), problems);
  }

  private static Assignment.@Nullable Bean assign(
      BeanCandidates candidates, Class<?> type, List<CallbackProblem> problems) {
    Assignment.Bean single = candidates.single();
    if (single == null) {
      problems.add(candidates.isEmpty() ? new Missing(type) : candidates.ambiguous());
    }
    return single;
  }
}
