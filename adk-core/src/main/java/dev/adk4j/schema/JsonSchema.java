package dev.adk4j.schema;

import com.networknt.schema.Schema;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.value.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/**
 * A JSON Schema of draft 2020-12, checked when it is made. Validates without converting: {@code
 * "3"} is no number, and null is a value, not an absence. References stay within the schema ({@code
 * #/$defs/…}); {@code format} describes and asserts nothing.
 *
 * <p>Values may come from anybody: nesting, numbers, the work done for one value and the time of a
 * {@code pattern} are bounded, and what exceeds a bound is a violation. Immutable, thread-safe.
 *
 * <p>Defaults are filled in before validation, wherever a property is absent: through {@code
 * properties}, {@code additionalProperties}, {@code items}, {@code prefixItems}, {@code $ref} and
 * {@code allOf}, and through the first alternative of an {@code anyOf} or {@code oneOf} that the
 * value fits as it was given. An object that is absent is not created for the sake of defaults
 * inside it. Conditions ({@code if}, {@code dependentSchemas}) fill in nothing.
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
   * @throws ValidationException naming everything that is wrong with the schema, with paths into it
   */
  public static JsonSchema parse(String json) {
    return of(read(json));
  }

  /**
   * @throws ValidationException naming everything that is wrong with the schema, with paths into it
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

  /** For a schema known to be right; compiled when it is first used. */
  static JsonSchema trusted(JsonNode schema, Absence absence) {
    return new JsonSchema(JsonValue.of(schema), absence);
  }

  static JsonValue read(String json) {
    try {
      return JsonValue.parse(json);
    } catch (AdkException e) {
      throw e instanceof ValidationException known ? known : notJson(e);
    }
  }

  private static ValidationException notJson(AdkException e) {
    return new ValidationException(
        List.of(new Violation("$", "json", "is not JSON: " + e.getMessage())));
  }

  /** Returns the schema as it validates. */
  public JsonValue json() {
    return json;
  }

  /**
   * Validates and fills in defaults.
   *
   * @param value null counts as JSON's null
   * @return a copy with the defaults; the caller's own
   * @throws ValidationException naming everything that is wrong, with paths such as {@code
   *     $.items[0].name}; at most 100 violations, the last then saying how many more there are
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

  /** Twice when two threads come first, which harms nobody. */
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

  /** Treatment of a property that is not given. */
  enum Absence {
    /** It stays absent. */
    KEPT,
    /** Its default takes its place. */
    DEFAULTED,
    /** The same, and a null that an optional property does not take counts as not given. */
    DEFAULTED_AS_NULLS_ARE
  }

  private record Compiled(Schema schema, @Nullable Defaults defaults) {}
}
