package dev.adk4j.internal;

import dev.adk4j.error.Violation;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.LogicalType;

/**
 * Reads Java values from JSON trees, exactly or not at all, and reports why a value could not be
 * read.
 */
public final class JsonBinding {

  private JsonBinding() {}

  /**
   * Disables all conversions of a mapper: no text is a number, no number an enum, no empty value
   * null, and no member is ignored. Enums use their names, since {@code toString} is for people and
   * may change.
   */
  public static JsonMapper.Builder exact(JsonMapper.Builder builder) {
    return builder
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .disable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_TO_STRING)
        .withCoercionConfigDefaults(
            all -> {
              for (CoercionInputShape shape : CoercionInputShape.values()) {
                all.setCoercion(shape, CoercionAction.Fail);
              }
            })
        .withCoercionConfig(
            LogicalType.Integer,
            whole -> whole.setCoercion(CoercionInputShape.Float, CoercionAction.TryConvert))
        .withCoercionConfig(
            LogicalType.Float,
            real -> real.setCoercion(CoercionInputShape.Integer, CoercionAction.TryConvert))
        .addModule(new ExactTypes());
  }

  public static <T> T bind(JsonMapper mapper, JsonNode value, JavaType type) {
    return mapper.readerFor(type).readValue(new ExactNumbers(mapper.treeAsTokens(value)));
  }

  /** Returns true for types that are one text in JSON, in a single form. */
  public static boolean isText(Class<?> type) {
    return TextForms.ALL.containsKey(type);
  }

  /** Describes such a type to a model; has no effect for others. */
  public static void describe(Class<?> type, ObjectNode schema) {
    TextForms.Form form = TextForms.ALL.get(type);
    if (form != null) {
      schema.put("type", "string");
      if (form.format().isEmpty()) {
        schema.put("description", "A" + form.words().substring(1) + ".");
      } else {
        schema.put("format", form.format());
      }
    }
  }

  /** Rejects a map that would lose an entry. */
  public static JacksonException keyGivenTwice(JsonParser parser, JavaType map) {
    String twice = "has a duplicate key";
    return ValueInstantiationException.from(
        parser, twice, map, new IllegalArgumentException(twice));
  }

  /** Never quotes the value, unlike Jackson's own message. */
  public static String reason(JacksonException e, JavaType type) {
    Throwable cause = e.getCause();
    if (e instanceof ValueInstantiationException && cause != null && cause.getMessage() != null) {
      return "is refused: " + cause.getMessage();
    }
    if (e instanceof UnrecognizedPropertyException) {
      return "is not allowed here";
    }
    if ((cause == null ? e : cause) instanceof InputCoercionException number) {
      return "cannot be read as "
          + number.getTargetType().getSimpleName()
          + "; the number is out of its range, or would be rounded";
    }
    Class<?> known =
        e instanceof MismatchedInputException mismatched ? mismatched.getTargetType() : null;
    return "cannot be read as "
        + (known == null ? type.getRawClass() : known).getSimpleName()
        + (e instanceof NotAsWrittenException text ? "; give " + text.getOriginalMessage() : "");
  }

  /** Returns the path of the value that could not be read, below {@code path}. */
  public static String path(String path, JacksonException e) {
    String at = path;
    for (JacksonException.Reference step : e.getPath()) {
      String name = step.getPropertyName();
      if (name != null) {
        at = Violation.member(at, name);
      } else if (step.getIndex() >= 0) {
        at = Violation.element(at, step.getIndex());
      }
    }
    return at;
  }
}
