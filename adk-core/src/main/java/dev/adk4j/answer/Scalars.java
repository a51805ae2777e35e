package dev.adk4j.answer;

import dev.adk4j.internal.JsonBinding;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Year;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes values without parts. Some providers reject ranges and lengths in strict schemas, so
 * these are described in words and validated when the value is read.
 */
final class Scalars {

  private record Form(String type, String description) {}

  private static final Map<Class<?>, Form> FORMS =
      Map.ofEntries(
          Map.entry(boolean.class, new Form("boolean", "")),
          Map.entry(Boolean.class, new Form("boolean", "")),
          integer(short.class, "From -32768 to 32767."),
          integer(Short.class, "From -32768 to 32767."),
          integer(int.class, ""),
          integer(Integer.class, ""),
          integer(long.class, ""),
          integer(Long.class, ""),
          integer(BigInteger.class, ""),
          integer(Year.class, ""),
          Map.entry(float.class, new Form("number", "")),
          Map.entry(Float.class, new Form("number", "")),
          Map.entry(double.class, new Form("number", "")),
          Map.entry(Double.class, new Form("number", "")),
          Map.entry(BigDecimal.class, new Form("number", "")),
          Map.entry(Number.class, new Form("number", "")),
          text(String.class, ""),
          text(CharSequence.class, ""),
          text(char.class, "One character."),
          text(Character.class, "One character."));

  private Scalars() {}

  /** Returns null if values of the class have parts, or are not supported. */
  static @Nullable ObjectNode describe(Class<?> type) {
    Form form = FORMS.get(type);
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    if (form == null) {
      JsonBinding.describe(type, schema);
      return schema.isEmpty() ? null : schema;
    }
    schema.put("type", form.type());
    if (!form.description().isEmpty()) {
      schema.put("description", form.description());
    }
    return schema;
  }

  private static Map.Entry<Class<?>, Form> integer(Class<?> type, String description) {
    return Map.entry(type, new Form("integer", description));
  }

  private static Map.Entry<Class<?>, Form> text(Class<?> type, String description) {
    return Map.entry(type, new Form("string", description));
  }
}
