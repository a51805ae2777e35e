package dev.adk4j.boot.internal.callback;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.error.AdkException;
import dev.adk4j.loop.Tool;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Tools;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * A bean with annotated methods. Its tools are read from the declared class of its definition, so
 * that the bean itself may depend on the agent. The bean is resolved when all singletons exist, or,
 * if it is lazy, at the first call.
 */
final class AnnotatedToolBean {

  private final ConfigurableListableBeanFactory beanFactory;
  private final String name;
  private final Class<?> type;
  private final SingletonSupplier<Object> bean;

  AnnotatedToolBean(ConfigurableListableBeanFactory beanFactory, String name, Class<?> type) {
    this.beanFactory = beanFactory;
    this.name = name;
    this.type = type;
    this.bean = SingletonSupplier.of(() -> checked(beanFactory.getBean(name)));
  }

  List<Tool> tools(ArtifactTypes types) {
    if (beanFactory.containsBeanDefinition(name)
        && !beanFactory.isSingleton(name)
        && !beanFactory.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(name))) {
      throw InvalidTools.of(
          name,
          type,
          List.of(
              "its scope is '%s', but a tool is called at any time on any thread: make it a singleton, or give the scope a proxy (proxyMode = TARGET_CLASS)"
                  .formatted(beanFactory.getMergedBeanDefinition(name).getScope())),
          null);
    }
    try {
      return Tools.ofLazy(bean::obtain, type, types);
    } catch (AdkException e) {
      throw InvalidTools.of(name, type, e);
    }
  }

  /** Checks the bean if it was created at startup; a lazy bean is checked when it is created. */
  void check() {
    if (beanFactory.containsSingleton(name)) {
      checked(beanFactory.getBean(name));
    }
  }

  /** Rejects methods that its proxy does not expose, and those that its declared type hides. */
  private Object checked(Object created) {
    Set<Method> declared = AnnotatedBeans.methods(type, AgentTool.class);
    List<String> problems = new ArrayList<>();
    if (AopUtils.isAopProxy(created)) {
      for (Method method : declared) {
        try {
          AopUtils.selectInvocableMethod(method, created.getClass());
        } catch (IllegalStateException e) {
          problems.add(method.getName() + ": " + e.getMessage());
        }
      }
    }
    Set<String> known =
        declared.stream().map(AnnotatedToolBean::signature).collect(Collectors.toSet());
    Class<?> actual = ClassUtils.getUserClass(AopUtils.getTargetClass(created));
    for (Method method : AnnotatedBeans.methods(actual, AgentTool.class)) {
      if (!known.contains(signature(method))) {
        problems.add(
            method.getName()
                + ": is not found, because the bean is declared as "
                + type.getName()
                + "; declare it as "
                + actual.getName());
      }
    }
    if (!problems.isEmpty()) {
      throw InvalidTools.of(name, actual, problems, null);
    }
    return created;
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }
}
