package dev.adk4j.vector;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * JSON as the plain values metadata is made of: whole numbers as int, long or BigInteger, others as
 * double where exact.
 */
public final class JsonPlain {

  private JsonPlain() {}

  /** The value; collections are unmodifiable. */
  public static @Nullable Object of(JsonNode node) {
    return switch (node.getNodeType()) {
      case STRING -> node.stringValue();
      case BOOLEAN -> node.booleanValue();
      case NUMBER -> number(node.numberValue());
      case OBJECT -> object(node);
      case ARRAY -> list(node);
      default -> null;
    };
  }

  /** The members of an object; empty for anything else. */
  public static Map<String, @Nullable Object> object(JsonNode node) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    node.properties().forEach(e -> map.put(e.getKey(), of(e.getValue())));
    return Collections.unmodifiableMap(map);
  }

  private static List<@Nullable Object> list(JsonNode node) {
    List<@Nullable Object> list = new ArrayList<>();
    node.forEach(e -> list.add(of(e)));
    return Collections.unmodifiableList(list);
  }

  private static Number number(Number number) {
    if (number instanceof BigDecimal decimal) {
      double real = decimal.doubleValue();
      return Double.isFinite(real) && BigDecimal.valueOf(real).compareTo(decimal) == 0
          ? (Number) real
          : decimal;
    }
    return number;
  }
}
