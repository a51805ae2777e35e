package dev.adk4j.vector;

import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Numbers;
import dev.adk4j.value.JsonValue;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Validates operands of conditions. */
final class Operands {

  private Operands() {}

  /**
   * Returns the operand as JSON: a string, number, boolean, null, JSON, or a collection, array or
   * map of these. Nothing is converted to text.
   */
  static JsonValue of(@Nullable Object operand) {
    requirePlain(operand);
    try {
      return JsonValue.of(operand instanceof Object[] array ? Arrays.asList(array) : operand);
    } catch (AdkException e) {
      throw VectorErrors.queryConflict("The operand is not valid: " + e.getMessage(), e);
    }
  }

  private static void requirePlain(@Nullable Object operand) {
    switch (operand) {
      case Collection<?> elements -> elements.forEach(Operands::requireLeaf);
      case Object[] elements -> Arrays.asList(elements).forEach(Operands::requireLeaf);
      case null, default -> requireLeaf(operand);
    }
  }

  private static void requireLeaf(@Nullable Object value) {
    if (value == null) {
      return;
    }
    boolean plain =
        value instanceof String
            || value instanceof Boolean
            || value instanceof JsonValue
            || value instanceof JsonNode
            || value instanceof Map
            || value instanceof Collection
            || Numbers.isPlain(value);
    if (!plain) {
      throw VectorErrors.queryConflict(
          "An operand is text, a number, a boolean, null or a list of these, not a "
              + value.getClass().getName()
              + ".");
    }
    if (value instanceof Number number && !VectorNumbers.isFinite(number)) {
      throw VectorErrors.queryConflict("An operand must be a finite number.");
    }
  }

  static void check(FilterOperator operator, @Nullable JsonValue operand) {
    if (operand == null) {
      return;
    }
    JsonNode node = operand.node();
    boolean refused =
        switch (operator) {
          case EQ, NE, CONTAINS -> node.isContainer();
          case IN, NIN ->
              node.isObject()
                  || node.isArray() && node.valueStream().anyMatch(JsonNode::isContainer);
          case GT, GTE, LT, LTE, EXISTS -> false;
        };
    if (refused) {
      throw VectorErrors.unsupportedFilter(
          "builder", operator.wire() + " with an object or a list as a value");
    }
  }
}
