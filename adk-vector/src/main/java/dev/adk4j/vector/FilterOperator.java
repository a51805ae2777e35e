package dev.adk4j.vector;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operators of a condition. What each means for absent fields, nulls and other types: {@link
 * VectorFilter.Condition}.
 */
public enum FilterOperator {
  EQ("=", "==", "==="),
  NE("!=", "<>", "!=="),
  GT(">"),
  GTE(">="),
  LT("<"),
  LTE("<="),
  IN,
  NIN,
  EXISTS,
  CONTAINS;

  private static final Map<String, FilterOperator> BY_SPELLING = new HashMap<>();

  static {
    for (FilterOperator operator : values()) {
      BY_SPELLING.put(operator.wire(), operator);
      operator.symbols.forEach(s -> BY_SPELLING.put(s, operator));
    }
  }

  private final List<String> symbols;

  FilterOperator(String... symbols) {
    this.symbols = List.of(symbols);
  }

  /** The neutral name, such as {@code gte}. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it compares by order. */
  public boolean isRange() {
    return this == GT || this == GTE || this == LT || this == LTE;
  }

  /**
   * By its name or one of its symbols, exactly as spelled; {@code
   * E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR} for any other.
   */
  public static FilterOperator parse(String spelling) {
    FilterOperator operator = BY_SPELLING.get(VectorErrors.required(spelling, "operator"));
    if (operator == null) {
      throw VectorErrors.unsupportedFilter("builder", spelling);
    }
    return operator;
  }

  static @Nullable FilterOperator ofWire(String name) {
    FilterOperator operator = BY_SPELLING.get(name);
    return operator != null && operator.wire().equals(name) ? operator : null;
  }
}
