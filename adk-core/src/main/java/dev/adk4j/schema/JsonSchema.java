package dev.adk4j.schema;

import com.networknt.schema.Schema;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.value.JsonValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/**
 * A JSON Schema of draft 2020-12, validated at its creation. Validates without converting: {@code
 * "3"} is not a number, and null is a value, not an absence. References must stay within the schema
 * ({@code #/$defs/…}); {@code format} is only a description.
 *
 * <p>Values may be untrusted: nesting, numbers, the work for one value and the time of a {@code
 * pattern} are limited, and a value that exceeds a limit is a violation. Immutable, thread-safe.
 *
 * <p>Defaults are filled in before validation, for each absent property: through {@code
 * properties}, {@code additionalProperties}, {@code items}, {@code prefixItems}, {@code $ref} and
 * {@code allOf}, and through the first alternative of an {@code anyOf} or {@code oneOf} that
 * matches the original value. An absent object is not created to fill in defaults inside it.
 * Conditions ({@code if}, {@code dependentSchemas}) fill in nothing.
 *
 * @since 0.1.0
 */
public final class JsonSchema {

  /** The largest nesting depth of a schema or a value. */
  public static final int MAX_DEPTH = 128;

  private final JsonValue json;
  private final Absence absence;
  private volatile @Nullable Compiled compiled;

  private JsonSchema(JsonValue json, Absence absence) {
    this.json = json;
    this.absence = absence;
  }

  /**
   * @throws ValidationException with all violations of the schema, with paths into it
   */
  public static JsonSchema parse(String json) {
    return of(read(json));
  }

  /**
   * @throws ValidationException with all violations of the schema, with paths into it
   */
  public static JsonSchema of(JsonValue schema) {
    return compile(schema.node(), Absence.DEFAULTED);
  }

  static JsonSchema compile(JsonNode schema, Absence absence) {
    SchemaRules.check(schema);
    JsonSchema made = new JsonSchema(JsonValue.of(schema), absence);
    Defaults defaults = made.compiled().defaults;
    if (defaults != null) {
      defaults.checkThatTheyFit();
    }
    return made;
  }

  /** Returns a schema that is known to be valid; compiled at its first use. */
  static JsonSchema trusted(JsonNode schema, Absence absence) {
    return new JsonSchema(JsonValue.of(schema), absence);
  }

  static JsonValue read(String json) {
    try {
      return JsonValue.parse(json);
    } catch (AdkException e) {
      throw e instanceof ValidationException known
          ? known
          : SchemaErrors.refused("json", "is not JSON: " + e.getMessage());
    }
  }

  /** Returns the schema used for validation. */
  public JsonValue json() {
    return json;
  }

  /**
   * Validates and fills in defaults.
   *
   * @param value null counts as the JSON null
   * @return a copy with the defaults, owned by the caller
   * @throws ValidationException with all violations, with paths such as {@code $.items[0].name}; at
   *     most 100 violations, the last of which reports the number of further ones
   */
  public JsonNode validate(@Nullable JsonNode value) {
    JsonNode given = value == null || value.isMissingNode() ? NullNode.getInstance() : value;
    JsonShape.check(given);
    JsonNode copy = given.deepCopy();
    Compiled ready = compiled();
    return BoundedPattern.within(
        () -> {
          if (ready.defaults != null) {
            ready.defaults.fill(copy);
          }
          Validators.validate(ready.schema, copy);
          return copy;
        });
  }

  Absence absence() {
    return absence;
  }

  /** Compiles twice if two threads come first, which is harmless. */
  private Compiled compiled() {
    Compiled ready = compiled;
    if (ready == null) {
      JsonNode tree = json.node();
      Schema schema = Validators.compile(tree);
      Defaults defaults =
          absence == Absence.KEPT
              ? null
              : new Defaults(tree, schema, absence == Absence.DEFAULTED_AS_NULLS_ARE);
      ready = new Compiled(schema, defaults);
      compiled = ready;
    }
    return ready;
  }

  /** Returns the schema's text. */
  @Override
  public String toString() {
    return json.text();
  }

  /** The handling of an absent property. */
  enum Absence {
    /** It stays absent. */
    KEPT,
    /** Its default replaces it. */
    DEFAULTED,
    /** As {@link #DEFAULTED}, and a null of an optional, non-nullable property counts as absent. */
    DEFAULTED_AS_NULLS_ARE
  }

  private record Compiled(Schema schema, @Nullable Defaults defaults) {}
}
