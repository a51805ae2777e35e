package dev.adk4j.schema.internal;

import dev.adk4j.internal.JsonBinding;
import dev.adk4j.value.Json;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Year;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The parts of a schema that are the same for the arguments and for the answers of a model: values
 * without parts, constants, null and descriptions.
 */
public final class SchemaForms {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /**
   * @param words describe the limits; null if a model cannot be asked for such a value
   * @param limit ends the names of the keywords that limit the value; empty for a value without
   *     limits
   */
  private record Scalar(String type, @Nullable String words, String limit, int least, int most) {

    Scalar(String type) {
      this(type, "", "", 0, 0);
    }
  }

  /**
   * The forms of wrappers are those of their primitive types as well. Small integers are limited,
   * since Jackson reads 200 into a byte as -56.
   */
  private static final Map<Class<?>, Scalar> SCALARS =
      Map.ofEntries(
          Map.entry(Boolean.class, new Scalar("boolean")),
          Map.entry(
              Byte.class, new Scalar("integer", null, "imum", Byte.MIN_VALUE, Byte.MAX_VALUE)),
          Map.entry(
              Short.class,
              new Scalar(
                  "integer", "From -32768 to 32767.", "imum", Short.MIN_VALUE, Short.MAX_VALUE)),
          Map.entry(Integer.class, new Scalar("integer")),
          Map.entry(Long.class, new Scalar("integer")),
          Map.entry(BigInteger.class, new Scalar("integer")),
          Map.entry(Year.class, new Scalar("integer")),
          Map.entry(Float.class, new Scalar("number")),
          Map.entry(Double.class, new Scalar("number")),
          Map.entry(BigDecimal.class, new Scalar("number")),
          Map.entry(Number.class, new Scalar("number")),
          Map.entry(String.class, new Scalar("string")),
          Map.entry(CharSequence.class, new Scalar("string")),
          Map.entry(Character.class, new Scalar("string", "One character.", "Length", 1, 1)));

  private SchemaForms() {}

  private static @Nullable Scalar find(Class<?> type) {
    return SCALARS.get(MethodType.methodType(type).wrap().returnType());
  }

  /** Returns true for types whose values are one text, number or boolean in JSON. */
  public static boolean isScalar(Class<?> type) {
    return find(type) != null || JsonBinding.isText(type);
  }

  /**
   * Returns the schema of a value without parts; null for other types.
   *
   * @param inWords describes limits in words, since some providers reject ranges and lengths in
   *     strict schemas; they are validated when the value is read
   */
  public static @Nullable ObjectNode scalar(Class<?> type, boolean inWords) {
    Scalar scalar = find(type);
    ObjectNode schema = NODES.objectNode();
    if (scalar == null) {
      JsonBinding.describe(type, schema);
    } else if (!inWords || scalar.words != null) {
      schema.put("type", scalar.type);
      if (inWords) {
        describe(schema, scalar.words);
      } else if (!scalar.limit.isEmpty()) {
        schema.put("min" + scalar.limit, scalar.least).put("max" + scalar.limit, scalar.most);
      }
    }
    return schema.isEmpty() ? null : schema;
  }

  /** Returns the schema of an enum; without a type if its constants are of several. */
  public static ObjectNode constants(Class<?> type) {
    ArrayNode values = NODES.arrayNode();
    for (Object constant : type.getEnumConstants()) {
      values.add(Json.mapper().<JsonNode>valueToTree(constant));
    }
    ObjectNode schema = NODES.objectNode();
    if (values.valueStream().allMatch(JsonNode::isString)) {
      schema.put("type", "string");
    } else if (values.valueStream().allMatch(JsonNode::isIntegralNumber)) {
      schema.put("type", "integer");
    }
    schema.set("enum", values);
    return schema;
  }

  /** Describes a text with a pattern of its own, such as a date. */
  public static ObjectNode patterned(String pattern) {
    return NODES.objectNode().put("type", "string").put("description", "As " + pattern + ".");
  }

  /** Returns the same schema, extended to accept null. */
  public static ObjectNode nullable(ObjectNode schema) {
    if (schema.isEmpty() || takesNull(schema)) {
      return schema;
    }
    ObjectNode either = schema.has("anyOf") ? schema : NODES.objectNode();
    if (either != schema) {
      either.putArray("anyOf").add(schema);
    }
    either.withArray("anyOf").addObject().put("type", "null");
    return either;
  }

  public static boolean takesNull(JsonNode schema) {
    return schema.path("anyOf").valueStream().anyMatch(SchemaForms::isNull);
  }

  private static boolean isNull(JsonNode schema) {
    return "null".equals(schema.path("type").stringValue(""));
  }

  /** Places the description, if there is one, before the type's own. */
  public static void describe(ObjectNode schema, @Nullable String description) {
    if (description != null && !description.isBlank()) {
      String known = schema.path("description").stringValue("");
      schema.put("description", known.isEmpty() ? description : description + " " + known);
    }
  }
}
