package dev.adk4j.boot.internal.callback;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.boot.internal.diagnosis.StartupFailure;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.Tool;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Tools of the application: {@link Tool} beans, methods with {@link AgentTool}, and {@link
 * ToolProvider} beans.
 */
final class ToolBeans {

  private static final Logger log = LoggerFactory.getLogger(ToolBeans.class);

  private ToolBeans() {}

  /** Beans with annotated methods and the classes that declare these, by definition. */
  static Map<String, Class<?>> annotated(ConfigurableListableBeanFactory beanFactory) {
    Map<String, Class<?>> types = new LinkedHashMap<>();
    for (String name : AnnotatedBeans.withMethods(beanFactory, AgentTool.class).keySet()) {
      types.put(name, Objects.requireNonNull(AnnotatedBeans.declared(beanFactory, name)));
    }
    return Collections.unmodifiableMap(types);
  }

  /** Returns true if there are other tools, by definition. */
  static boolean arePresent(ListableBeanFactory beanFactory) {
    return beanFactory.getBeanNamesForType(ToolProvider.class, true, false).length > 0
        || beanFactory.getBeanNamesForType(Tool.class, true, false).length > 0;
  }

  /**
   * Returns the tools that every turn has: the beans in their order, then the annotated methods.
   * {@link AnnotatedToolBean} creates the beans of the annotated methods later.
   *
   * @throws StartupFailure if a bean's methods cannot be tools, or have the name of another tool;
   *     contains the bean
   */
  static List<Tool> configured(
      ConfigurableListableBeanFactory beanFactory, Map<String, Class<?>> annotated) {
    UnaryOperator<Tool> limit = limit(beanFactory);
    List<Tool> tools =
        new ArrayList<>(
            beanFactory.getBeanProvider(Tool.class).orderedStream().map(limit).toList());
    if (annotated.isEmpty()) {
      // keeps the types of artifacts unloaded
      return tools;
    }
    Map<String, String> origins = new HashMap<>();
    tools.forEach(tool -> origins.putIfAbsent(tool.name(), "a Tool bean"));
    ArtifactTypes types =
        beanFactory.getBeanProvider(ArtifactTypes.class).getIfAvailable(ArtifactTypes::builtIns);
    annotated.forEach(
        (name, type) -> {
          String origin = "a method of the bean '" + name + "' (" + type.getName() + ")";
          for (Tool tool : new AnnotatedToolBean(beanFactory, name, type).tools(types)) {
            String other = origins.putIfAbsent(tool.name(), origin);
            if (other != null) {
              throw InvalidTools.twice(tool.name(), other, origin);
            }
            tools.add(limit.apply(tool));
          }
        });
    return tools;
  }

  /**
   * Fetches the tools of the providers for a context, in order, without those that every turn has.
   * A failing provider is left out. Each kind of failure is logged once, and only turns that
   * require one of its tools fail.
   */
  static FetchToolsCallback fetched(ListableBeanFactory beanFactory) {
    ObjectProvider<ToolProvider> providers = beanFactory.getBeanProvider(ToolProvider.class);
    UnaryOperator<Tool> limit = limit(beanFactory);
    Set<String> told = ConcurrentHashMap.newKeySet();
    return ctx -> {
      Map<String, Tool> tools = new LinkedHashMap<>();
      for (ToolProvider provider : providers.orderedStream().toList()) {
        String name = provider.getClass().getName();
        try {
          for (Tool tool : provider.tools(ctx)) {
            if (tools.putIfAbsent(tool.name(), limit.apply(tool)) != null
                && told.add(name + tool.name())) {
              log.warn(
                  "The tool '{}' of {} is left out because its name is already used.",
                  tool.name(),
                  name);
            }
          }
        } catch (InterruptedException e) {
          throw e;
        } catch (Throwable e) {
          FatalErrors.rethrow(e);
          // a message may differ each time, such as by a request number
          if (told.add(name + e.getClass().getName())) {
            log.warn("The tools of {} are left out.", name, e);
          }
          ctx.tools().leaveOut(Map.of("*" + name, "The tools of " + name + " are left out: " + e));
        }
      }
      return List.copyOf(tools.values());
    };
  }

  /** Gives tools that have no time of their own that of {@code adk.tools.timeout}. */
  private static UnaryOperator<Tool> limit(ListableBeanFactory beanFactory) {
    Duration timeout =
        Binder.get(beanFactory.getBean(Environment.class))
            .bind("adk.tools.timeout", Duration.class)
            .orElse(null);
    return tool ->
        timeout == null || tool.timeout().isPresent()
            ? tool
            : tool.toBuilder().timeout(timeout).build();
  }
}
