package dev.adk4j.tool;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.value.JsonValue;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates tools from Java: from handlers with a typed input, usually a record, and from methods
 * with {@link AgentTool}. Derives schemas from the types.
 *
 * @since 0.1.0
 */
public final class Tools {

  private Tools() {}

  /**
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE}
   */
  public static <T> Tool typed(
      String name, String description, Class<T> input, TypedHandler<T> handler) {
    return builder(name, input, handler).description(description).build();
  }

  /**
   * Returns a builder for a tool that needs more than a description, with schema and handler set.
   *
   * <p>Record components are required unless they are {@code Optional} or {@code @Nullable}, or
   * {@link ToolParam} or Jackson's annotations declare otherwise; fields of other classes are
   * optional unless these annotations declare otherwise. {@code Optional} and {@code @Nullable}
   * members also accept null. Arguments that match the schema but not the type, such as an invalid
   * date, are violations too.
   *
   * @param input a record or bean
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE} if the type cannot be
   *     read from an object
   */
  public static <T> Tool.Builder builder(String name, Class<T> input, TypedHandler<T> handler) {
    return Tool.builder(name)
        .inputSchema(schemaOf(input, input.getSimpleName() + " of tool '" + name + "'"))
        .handler(
            (args, ctx, meta) -> handler.handle(ToolJson.bind(args, ToolJson.type(input)), ctx));
  }

  private static <T> ToolSchema schemaOf(Class<T> input, String what) {
    Violations violations = new Violations();
    SupportedTypes.check(input, "$.inputSchema", what, violations);
    violations.throwIfAny(AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE);
    return ToolSchema.of(JsonValue.of(JavaSchemas.of(input)))
        .withCheck((args, found) -> ToolJson.tryBind(args, ToolJson.type(input), "$", found));
  }

  /**
   * Returns the tools of a bean's annotated methods, including those of superclasses and
   * interfaces, ordered by name.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE} with every method and
   *     parameter that is not suitable, and for a bean without an annotated method
   */
  public static List<Tool> of(Object bean) {
    return of(bean, bean.getClass());
  }

  /**
   * Supports proxies: reads the annotations from {@code declaring} and calls the methods on {@code
   * bean}.
   */
  public static List<Tool> of(Object bean, Class<?> declaring) {
    return of(bean, declaring, ArtifactTypes.builtIns());
  }

  /** Does the same with additional artifact types. */
  public static List<Tool> of(Object bean, Class<?> declaring, ArtifactTypes types) {
    return ofLazy(() -> bean, declaring, types);
  }

  /**
   * Does the same for a bean that is looked up for each call and need not exist before the first
   * one.
   */
  public static List<Tool> ofLazy(Supplier<?> bean, Class<?> declaring, ArtifactTypes types) {
    Violations violations = new Violations();
    List<Tool> tools = new ArrayList<>();
    Map<String, Method> named = new LinkedHashMap<>();
    BoundTypes bound = BoundTypes.of(declaring);
    for (Method method : annotated(declaring, bound)) {
      AgentTool stated = Objects.requireNonNull(method.getAnnotation(AgentTool.class));
      Method other = named.putIfAbsent(MethodTool.nameOf(method, stated), method);
      if (other != null) {
        violations.add(
            "$." + method.getName(),
            "name",
            "is a second tool '"
                + MethodTool.nameOf(method, stated)
                + "' next to "
                + other
                + ": give it a name");
      }
      Tool tool = MethodTool.of(bean, method, stated, bound, types, violations);
      if (tool != null) {
        tools.add(tool);
      }
    }
    violations.check(
        !named.isEmpty(), "$", "required", declaring.getName() + " has no method with @AgentTool");
    violations.throwIfAny(AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE);
    return List.copyOf(tools);
  }

  /** Returns the annotated methods ordered by name, since reflection has no defined order. */
  private static List<Method> annotated(Class<?> declaring, BoundTypes bound) {
    Map<List<Object>, Method> found = new HashMap<>();
    collect(declaring, found, bound);
    return found.values().stream()
        .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toString))
        .toList();
  }

  private static void collect(
      @Nullable Class<?> type, Map<List<Object>, Method> found, BoundTypes bound) {
    if (type == null || type == Object.class) {
      return;
    }
    for (Method method : type.getDeclaredMethods()) {
      if (!method.isSynthetic() && method.isAnnotationPresent(AgentTool.class)) {
        found.putIfAbsent(bound.signature(method), method);
      }
    }
    collect(type.getSuperclass(), found, bound);
    for (Class<?> implemented : type.getInterfaces()) {
      collect(implemented, found, bound);
    }
  }

  /** Handles a tool's calls with a typed input. Must be thread-safe. */
  @FunctionalInterface
  public interface TypedHandler<T> {

    /**
     * @param input the arguments, validated, defaults filled in
     */
    ToolOutput handle(T input, DispatchContext ctx) throws Exception;
  }
}
