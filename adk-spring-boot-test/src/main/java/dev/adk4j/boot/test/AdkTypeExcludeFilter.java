package dev.adk4j.boot.test;

import dev.adk4j.boot.TurnRunnerCustomizer;
import dev.adk4j.event.EventListener;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.tool.ToolProvider;
import dev.adk4j.turn.ScopeResolver;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;

/** Includes only the components of an agent. */
final class AdkTypeExcludeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<AdkTest> {

  AdkTypeExcludeFilter(Class<?> testClass) {
    super(testClass);
  }

  @Override
  protected Set<Class<?>> getKnownIncludes() {
    Set<Class<?>> includes =
        new LinkedHashSet<>(
            List.of(
                TurnMiddleware.class,
                DispatchMiddleware.class,
                DispatchExecutor.class,
                Tool.class,
                ToolProvider.class,
                EventListener.class,
                Instrumentation.class,
                ScopeResolver.class,
                TurnRunnerCustomizer.class));
    Arrays.stream(CallbackKey.values()).map(CallbackKey::type).forEach(includes::add);
    return includes;
  }
}
