package dev.adk4j.vector;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * Operator of a condition. {@link VectorFilter.Condition} defines each for absent fields, nulls and
 * other types.
 */
public enum FilterOperator {
  /** Equal. */
  EQ,
  /** Not equal; matches records that lack the field. */
  NE,
  /** Greater than. */
  GT,
  /** Greater than or equal. */
  GTE,
  /** Less than. */
  LT,
  /** Less than or equal. */
  LTE,
  /** Equal to an element of a list. */
  IN,
  /** Equal to no element of a list; matches records that lack the field. */
  NIN,
  /** Present, including as a JSON null. */
  EXISTS,
  /** List with that element, or text with that part. */
  CONTAINS;

  private final String wire = name().toLowerCase(Locale.ROOT);

  /** Returns the name in queries and JSON, such as {@code gte}. */
  @JsonValue
  public String wire() {
    return wire;
  }

  /** Returns true for the four operators that compare by order. */
  public boolean isRange() {
    return this == GT || this == GTE || this == LT || this == LTE;
  }

  /**
   * Returns the operator of that name, which is case-sensitive; throws {@code
   * E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR} for any other.
   */
  public static FilterOperator fromWire(String wire) {
    for (FilterOperator operator : values()) {
      if (operator.wire.equals(VectorErrors.required(wire, "operator"))) {
        return operator;
      }
    }
    throw VectorErrors.unsupportedFilter("builder", wire);
  }
}
