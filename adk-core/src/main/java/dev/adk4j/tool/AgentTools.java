package dev.adk4j.tool;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.Tool;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the {@link AgentTool} methods of an object. */
public final class AgentTools {

  private AgentTools() {}

  /**
   * The tools of a bean's annotated methods, those of superclasses and interfaces included, ordered
   * by name.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE} naming every method
   *     and parameter that cannot be a tool's, and for a bean with no annotated method
   */
  public static List<Tool> of(Object bean) {
    return of(bean, bean.getClass());
  }

  /**
   * For a proxy: the annotations are read from {@code declaring}, the methods called on {@code
   * bean}.
   */
  public static List<Tool> of(Object bean, Class<?> declaring) {
    return of(bean, declaring, ArtifactTypes.builtIns());
  }

  /** With artifact types of the application's own. */
  public static List<Tool> of(Object bean, Class<?> declaring, ArtifactTypes types) {
    Violations violations = new Violations();
    List<Tool> tools = new ArrayList<>();
    Map<String, Method> named = new LinkedHashMap<>();
    for (Method method : annotated(declaring)) {
      AgentTool stated = Objects.requireNonNull(method.getAnnotation(AgentTool.class));
      Method other = named.putIfAbsent(MethodTool.nameOf(method, stated), method);
      if (other != null) {
        violations.add(
            "$." + method.getName(),
            "name",
            "is a second tool '"
                + MethodTool.nameOf(method, stated)
                + "' beside "
                + other
                + ": give it a name");
      }
      Tool tool = MethodTool.of(bean, method, stated, types, violations);
      if (tool != null) {
        tools.add(tool);
      }
    }
    violations.check(
        !named.isEmpty(), "$", "required", declaring.getName() + " has no method with @AgentTool");
    violations.throwIfAny(AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE);
    return List.copyOf(tools);
  }

  /** Reflection has no order of its own; names have. */
  private static List<Method> annotated(Class<?> declaring) {
    List<Method> found = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    collect(declaring, found, seen);
    found.sort(Comparator.comparing(Method::getName).thenComparing(Method::toString));
    return found;
  }

  private static void collect(@Nullable Class<?> type, List<Method> found, Set<String> seen) {
    if (type == null || type == Object.class) {
      return;
    }
    for (Method method : type.getDeclaredMethods()) {
      String signature = method.getName() + Arrays.toString(method.getParameterTypes());
      if (!method.isSynthetic()
          && method.isAnnotationPresent(AgentTool.class)
          && seen.add(signature)) {
        found.add(method);
      }
    }
    collect(type.getSuperclass(), found, seen);
    for (Class<?> implemented : type.getInterfaces()) {
      collect(implemented, found, seen);
    }
  }
}
