package dev.adk4j.schema;

import java.math.BigDecimal;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes numbers without a fraction as integers of any size. */
final class IntegralNumbers {

  private IntegralNumbers() {}

  /** Returns a copy; {@link JsonShape} limits the depth of values and the size of numbers. */
  static JsonNode of(JsonNode value) {
    if (value instanceof ObjectNode object) {
      ObjectNode copy = object.objectNode();
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        copy.set(member.getKey(), of(member.getValue()));
      }
      return copy;
    }
    if (value instanceof ArrayNode array) {
      ArrayNode copy = array.arrayNode();
      array.forEach(element -> copy.add(of(element)));
      return copy;
    }
    return value.isFloatingPointNumber() ? number(value) : value;
  }

  private static JsonNode number(JsonNode number) {
    BigDecimal exact = number.decimalValue();
    boolean integral = exact.signum() == 0 || exact.stripTrailingZeros().scale() <= 0;
    return integral ? BigIntegerNode.valueOf(exact.toBigInteger()) : number;
  }
}
