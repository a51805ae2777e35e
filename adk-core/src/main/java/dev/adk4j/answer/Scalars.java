package dev.adk4j.answer;

import dev.adk4j.internal.JsonBinding;
import java.lang.invoke.MethodType;
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

  /** The forms of wrappers are those of their primitive types as well. */
  private static final Map<Class<?>, Form> FORMS =
      Map.ofEntries(
          Map.entry(Boolean.class, new Form("boolean", "")),
          Map.entry(Short.class, new Form("integer", "From -32768 to 32767.")),
          Map.entry(Integer.class, new Form("integer", "")),
          Map.entry(Long.class, new Form("integer", "")),
          Map.entry(BigInteger.class, new Form("integer", "")),
          Map.entry(Year.class, new Form("integer", "")),
          Map.entry(Float.class, new Form("number", "")),
          Map.entry(Double.class, new Form("number", "")),
          Map.entry(BigDecimal.class, new Form("number", "")),
          Map.entry(Number.class, new Form("number", "")),
          Map.entry(String.class, new Form("string", "")),
          Map.entry(CharSequence.class, new Form("string", "")),
          Map.entry(Character.class, new Form("string", "One character.")));

  private Scalars() {}

  /** Returns null if values of the class have parts, or are not supported. */
  static @Nullable ObjectNode describe(Class<?> type) {
    Form form = FORMS.get(MethodType.methodType(type).wrap().returnType());
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
}
