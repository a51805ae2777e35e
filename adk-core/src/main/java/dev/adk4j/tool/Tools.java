package dev.adk4j.tool;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.Tool;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.value.JsonValue;

/** Tools whose arguments are a Java type, usually a record; the schema is derived from it. */
public final class Tools {

  private Tools() {}

  /**
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE}
   */
  public static <T> Tool typed(
      String name, String description, Class<T> input, TypedToolHandler<T> handler) {
    return builder(name, input, handler).description(description).build();
  }

  /** For a tool that needs more than a description; schema and handler are set. */
  public static <T> Tool.Builder builder(String name, Class<T> input, TypedToolHandler<T> handler) {
    return Tool.builder(name)
        .inputSchema(schemaOf(input, input.getSimpleName() + " of tool '" + name + "'"))
        .handler(
            (args, ctx, meta) -> handler.handle(ToolJson.bind(args, ToolJson.type(input)), ctx));
  }

  /**
   * The schema of a record or bean. Record components are required unless they are {@code
   * Optional}, {@code @Nullable}, or say otherwise with {@link ToolParam} or Jackson's annotations;
   * fields of other classes are not, unless these say so. {@code Optional} and {@code @Nullable}
   * ones also take null. Arguments that fit the schema but not the type, such as a date that is
   * none, are violations as well.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE} where the type cannot
   *     be read from an object
   */
  public static <T> ToolSchema schemaOf(Class<T> input) {
    return schemaOf(input, input.getSimpleName());
  }

  private static <T> ToolSchema schemaOf(Class<T> input, String what) {
    Violations violations = new Violations();
    SupportedTypes.check(input, "$.inputSchema", what, violations);
    violations.throwIfAny(AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE);
    return ToolSchema.of(JsonValue.of(JavaSchemas.of(input)))
        .withCheck((args, found) -> ToolJson.tryBind(args, ToolJson.type(input), "$", found));
  }
}
