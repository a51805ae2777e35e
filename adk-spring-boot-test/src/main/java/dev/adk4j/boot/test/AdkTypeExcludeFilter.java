package dev.adk4j.boot.test;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.TurnRunnerCustomizer;
import dev.adk4j.event.EventListener;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Instrumentation;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolProvider;
import dev.adk4j.turn.ScopeResolver;
import dev.adk4j.vector.retrieval.Retriever;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;
import org.springframework.core.type.ClassMetadata;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/** Includes only the components of an agent, by their type or by the annotations of a method. */
final class AdkTypeExcludeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<AdkTest> {

  private static final List<String> METHODS =
      List.of(AgentTool.class.getName(), TurnEventListener.class.getName());

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
                Retriever.class,
                ScopeResolver.class,
                TurnRunnerCustomizer.class));
    Arrays.stream(CallbackKey.values()).map(CallbackKey::type).forEach(includes::add);
    return includes;
  }

  @Override
  protected boolean defaultInclude(MetadataReader type, MetadataReaderFactory types)
      throws IOException {
    return super.defaultInclude(type, types) || hasMethod(type, types);
  }

  /** Also checks inherited methods, like the starter. */
  private static boolean hasMethod(MetadataReader type, MetadataReaderFactory types)
      throws IOException {
    if (METHODS.stream().anyMatch(type.getAnnotationMetadata()::hasAnnotatedMethods)) {
      return true;
    }
    ClassMetadata metadata = type.getClassMetadata();
    String parent = metadata.getSuperClassName();
    if (parent != null && hasMethod(parent, types)) {
      return true;
    }
    for (String implemented : metadata.getInterfaceNames()) {
      if (hasMethod(implemented, types)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasMethod(String type, MetadataReaderFactory types) throws IOException {
    return !type.startsWith("java.") && hasMethod(types.getMetadataReader(type), types);
  }
}
