package dev.adk4j.schema;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violations;
import dev.adk4j.value.JsonValue;
import java.util.Collection;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON Schema (2020-12) of a tool's arguments. The model sees the schema that validates.
 * Immutable, thread-safe.
 *
 * <p>The root is an object. Its creation adds default restrictions:
 *
 * <ul>
 *   <li>Objects accept only the stated properties, at every level, unless {@code
 *       additionalProperties} or {@code unevaluatedProperties} is present. If several schemas
 *       describe one object ({@code allOf}, a {@code $ref} or alternatives next to {@code
 *       properties}), it is closed as a whole and its parts stay open; plain alternatives (only
 *       {@code anyOf} or {@code oneOf}) are closed individually. Only schemas of objects are
 *       closed: {@code {}} accepts any value.
 *   <li>Texts have at least one character, unless {@code minLength}, {@code enum}, {@code const} or
 *       an empty {@code default} is present.
 * </ul>
 *
 * <p>Conditions ({@code if}, {@code not}, {@code contains}, {@code propertyNames}) are unchanged.
 * With an older {@code $schema}, which has no {@code unevaluatedProperties}, an object described in
 * several places stays open.
 *
 * @since 0.1.0
 */
public final class ToolSchema {

  private final JsonSchema schema;
  private final @Nullable ArgsCheck check;

  private ToolSchema(JsonSchema schema, @Nullable ArgsCheck check) {
    this.schema = schema;
    this.check = check;
  }

  /**
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE} with all violations
   */
  public static ToolSchema parse(String json) {
    return of(checked(() -> JsonSchema.read(json)));
  }

  /**
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE} with all violations
   */
  public static ToolSchema of(JsonValue schema) {
    return create(schema, true);
  }

  /**
   * Returns an external schema, such as a remote tool's, unchanged: adds no restrictions and fills
   * in no defaults, which is left to the tool behind it. Forms that are not JSON Schema but have
   * only one meaning are accepted: null members that mean absent ones, {@code required} inside a
   * property, OpenAPI's {@code nullable}, and similar ones.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE} with all violations
   */
  public static ToolSchema verbatim(JsonValue schema) {
    return create(schema, false);
  }

  /**
   * Does the same for a text.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_INITIAL_TOOL_VALUE} with all violations
   */
  public static ToolSchema verbatim(String json) {
    return verbatim(checked(() -> JsonSchema.read(json)));
  }

  /** Returns the schema of a tool without arguments. */
  public static ToolSchema empty() {
    return parse("{\"type\":\"object\",\"properties\":{}}");
  }

  private static ToolSchema create(JsonValue given, boolean ours) {
    JsonNode schema = given.node();
    Violations violations = new Violations();
    if (!ours && schema instanceof ObjectNode others) {
      checked(() -> OddForms.readArguments(others));
    }
    violations.check(
        "object".equals(schema.path("type").stringValue(null)),
        "$.type",
        "type",
        "must be \"object\" for a tool");
    try {
      SchemaRules.check(schema);
      if (violations.isEmpty()) {
        if (ours) {
          ClosedByDefault.apply(schema);
        }
        JsonSchema.Absence absence =
            ours ? JsonSchema.Absence.DEFAULTED_AS_NULLS_ARE : JsonSchema.Absence.KEPT;
        return new ToolSchema(JsonSchema.compile(schema, absence), null);
      }
    } catch (ValidationException e) {
      violations.addAll("$", e);
    }
    throw violations.asException(AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE);
  }

  private static <T> T checked(Supplier<T> reading) {
    try {
      return reading.get();
    } catch (ValidationException e) {
      throw new Violations().addAll("$", e).asException(AdkErrorCode.E_INVALID_INITIAL_TOOL_VALUE);
    }
  }

  /**
   * Returns the same schema with an additional required argument in the first position: a text that
   * is one of the values. Replaces an argument of that name. Fast: validates nothing again.
   *
   * @param values not empty
   */
  public ToolSchema withChoice(String name, String description, Collection<String> values) {
    ObjectNode wider = (ObjectNode) json().node();
    ObjectNode properties = wider.objectNode();
    ObjectNode choice =
        properties.putObject(name).put("type", "string").put("description", description);
    values.forEach(choice.putArray("enum")::add);
    for (Map.Entry<String, JsonNode> other : wider.path("properties").properties()) {
      properties.putIfAbsent(other.getKey(), other.getValue());
    }
    wider.set("properties", properties);
    ArrayNode required = wider.arrayNode().add(name);
    wider
        .path("required")
        .forEach(
            other -> {
              if (!name.equals(other.stringValue(null))) {
                required.add(other);
              }
            });
    wider.set("required", required);
    return new ToolSchema(JsonSchema.trusted(wider, schema.absence()), check);
  }

  /** Returns the same schema with an additional check after it. */
  public ToolSchema withCheck(ArgsCheck check) {
    return new ToolSchema(schema, this.check == null ? check : this.check.and(check));
  }

  /** Returns the schema used for validation. */
  public JsonValue json() {
    return schema.json();
  }

  /**
   * Validates without converting, and fills in defaults. A null of an optional, non-nullable
   * property counts as absent; a {@link #verbatim} schema leaves both to the tool behind it.
   *
   * @return a copy with the defaults, owned by the caller
   * @throws ValidationException with all violations, with paths such as {@code $.items[0].name}
   */
  public JsonNode validate(JsonNode args) {
    JsonNode complete = schema.validate(args);
    if (check != null) {
      Violations violations = new Violations();
      check.check(complete, violations);
      SchemaRules.throwIfAny(violations);
    }
    return complete;
  }

  /**
   * A rule that a schema cannot express, such as "{@code end} is after {@code start}". Runs only on
   * arguments that match the schema, defaults filled in. Must be thread-safe.
   */
  @FunctionalInterface
  public interface ArgsCheck {

    /**
     * Adds violations, with paths such as {@code $.range.end}. Exceptions of the check are thrown
     * to the caller.
     *
     * @param args must not be changed
     */
    void check(JsonNode args, Violations violations);

    /** Returns this check followed by the other; the violations of both are reported together. */
    default ArgsCheck and(ArgsCheck other) {
      return (args, violations) -> {
        check(args, violations);
        other.check(args, violations);
      };
    }
  }
}
