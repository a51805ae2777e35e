package dev.adk4j.schema;

import dev.adk4j.internal.HeapShare;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import tools.jackson.databind.JsonNode;

/** Rejects trees that are unsafe for recursion or arithmetic. Is not recursive itself. */
final class JsonShape {

  /** A larger decimal exponent exceeds any double, and exact arithmetic with it may not end. */
  private static final int MAX_EXPONENT = 400;

  /** Each value may violate a rule, and the library stores an error for each violation. */
  private static final long MAX_VALUES = HeapShare.of(8 * 1024, Integer.MAX_VALUE);

  private static final long MAX_SCHEMA_VALUES = Math.min(20_000, MAX_VALUES);

  private JsonShape() {}

  static void check(JsonNode value) {
    check(value, MAX_VALUES);
  }

  static void checkSchema(JsonNode schema) {
    check(schema, MAX_SCHEMA_VALUES);
  }

  private static void check(JsonNode root, long most) {
    Deque<Entry> open = new ArrayDeque<>();
    open.push(new Entry(root, 1));
    long values = 0;
    while (!open.isEmpty()) {
      Entry entry = open.pop();
      JsonNode node = entry.node;
      values += node.isContainer() ? node.size() : 0;
      if (values > most) {
        throw SchemaErrors.refused("size", "has more than " + most + " values");
      }
      if (node.isContainer() && entry.depth > JsonSchema.MAX_DEPTH) {
        throw SchemaErrors.refused(
            "depth", "nests deeper than " + JsonSchema.MAX_DEPTH + " levels");
      }
      if (node.isPojo() || node.isBinary() || node.isMissingNode()) {
        throw SchemaErrors.refused("json", "contains a value that is not JSON");
      }
      if (node.isNumber() && !isOrdinary(node)) {
        throw SchemaErrors.refused(
            "number", "contains a number that is not finite or out of range");
      }
      for (JsonNode part : node.values()) {
        open.push(new Entry(part, entry.depth + 1));
      }
    }
  }

  private static boolean isOrdinary(JsonNode number) {
    if (number.isDouble() || number.isFloat()) {
      return Double.isFinite(number.doubleValue());
    }
    if (number.isBigDecimal()) {
      BigDecimal value = number.decimalValue();
      long exponent = (long) value.precision() - value.scale();
      return Math.abs(exponent) <= MAX_EXPONENT
          && Math.abs((long) value.scale()) <= 2L * MAX_EXPONENT;
    }
    return !number.isBigInteger() || number.bigIntegerValue().bitLength() <= 4 * MAX_EXPONENT;
  }

  private record Entry(JsonNode node, int depth) {}
}
