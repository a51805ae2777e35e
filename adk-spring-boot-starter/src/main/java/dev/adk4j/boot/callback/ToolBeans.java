package dev.adk4j.boot.callback;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.Tool;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.ToolProvider;
import dev.adk4j.tool.Tools;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Tools of the application: {@link Tool} beans, methods with {@link AgentTool}, and {@link
 * ToolProvider} beans.
 */
final class ToolBeans {

  private ToolBeans() {}

  /** Names of the beans with annotated methods, by definition. */
  static List<String> annotated(ConfigurableListableBeanFactory beanFactory) {
    return List.copyOf(AnnotatedBeans.withMethods(beanFactory, AgentTool.class).keySet());
  }

  /** Returns true if there are others, by definition. */
  static boolean arePresent(ListableBeanFactory beanFactory) {
    return beanFactory.getBeanNamesForType(ToolProvider.class, true, false).length > 0
        || beanFactory.getBeanNamesForType(Tool.class, true, false).length > 0;
  }

  /**
   * Returns the tools that every turn has: the beans in their order, then the annotated methods.
   *
   * @throws InvalidToolsException naming the bean whose methods cannot be tools, or are named as
   *     another tool is
   */
  static List<Tool> configured(ListableBeanFactory beanFactory, List<String> annotated) {
    List<Tool> tools =
        new ArrayList<>(beanFactory.getBeanProvider(Tool.class).orderedStream().toList());
    if (annotated.isEmpty()) {
      // and the types of artifacts stay unloaded
      return tools;
    }
    Map<String, String> origins = new HashMap<>();
    tools.forEach(tool -> origins.putIfAbsent(tool.name(), "a bean that is a Tool"));
    ArtifactTypes types =
        beanFactory.getBeanProvider(ArtifactTypes.class).getIfAvailable(ArtifactTypes::builtIns);
    for (String name : annotated) {
      Object bean = beanFactory.getBean(name);
      List<Tool> found = ofMethods(name, bean, types);
      String origin = "a method of the bean '" + name + "' (" + declaring(bean).getName() + ")";
      for (Tool tool : found) {
        String other = origins.putIfAbsent(tool.name(), origin);
        if (other != null) {
          throw InvalidToolsException.twice(tool.name(), other, origin);
        }
      }
      tools.addAll(found);
    }
    return tools;
  }

  private static List<Tool> ofMethods(String name, Object bean, ArtifactTypes types) {
    Class<?> declaring = declaring(bean);
    try {
      return Tools.of(bean, declaring, types);
    } catch (AdkException e) {
      throw InvalidToolsException.of(name, declaring, e);
    }
  }

  /**
   * Returns the class whose methods are tools. A JDK proxy can be called through its interfaces
   * only.
   */
  private static Class<?> declaring(Object bean) {
    return AopUtils.isJdkDynamicProxy(bean) ? bean.getClass() : AopUtils.getTargetClass(bean);
  }

  /**
   * Fetches the tools of the providers for a context, in order. Tools that every turn has are not
   * among them.
   */
  static FetchToolsCallback fetched(ListableBeanFactory beanFactory) {
    ObjectProvider<ToolProvider> providers = beanFactory.getBeanProvider(ToolProvider.class);
    return ctx -> {
      List<Tool> tools = new ArrayList<>();
      for (ToolProvider provider : providers.orderedStream().toList()) {
        tools.addAll(provider.tools(ctx));
      }
      return tools;
    };
  }
}
