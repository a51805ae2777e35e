package dev.adk4j.vector;

import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Condition on records with the same meaning in every store. Two-valued: a record matches or it
 * does not. Immutable.
 *
 * <p>Field names are dotted paths into the metadata; {@code id} is the record's id. See {@link
 * FieldPath}.
 *
 * @since 0.1.0
 */
public sealed interface VectorFilter {

  /**
   * Comparison of a field. Nothing is converted: a text never equals a number. There is one number
   * type: 5 equals 5.0.
   *
   * <ul>
   *   <li>{@code eq}, {@code in}: false for an absent field. {@code ne}, {@code nin}: the opposite,
   *       so true for it.
   *   <li>{@code gt gte lt lte}: compares two numbers, or two texts by UTF-16 code unit; false for
   *       any other pair.
   *   <li>{@code exists}: true if the key is present, including as a JSON null. An operand other
   *       than true negates.
   *   <li>{@code contains}: true for a list with that element and a text with that part.
   * </ul>
   *
   * @param field not empty
   * @param operand null for none, as {@code exists} allows; a JSON null is {@link JsonValue#NULL}.
   *     A list of scalars for {@code in} and {@code nin}
   */
  record Condition(String field, FilterOperator operator, @Nullable JsonValue operand)
      implements VectorFilter {

    public Condition {
      VectorErrors.required(operator, "operator");
      if (VectorErrors.required(field, "field").isEmpty()) {
        throw VectorErrors.queryConflict("A condition needs a field name.");
      }
      Operands.check(operator, operand);
    }

    public FieldPath path() {
      return FieldPath.of(field);
    }
  }

  /** Conjunction; true without members. */
  record And(List<VectorFilter> of) implements VectorFilter {
    public And {
      of = FilterChecks.members(of);
    }
  }

  /** Disjunction; false without members. */
  record Or(List<VectorFilter> of) implements VectorFilter {
    public Or {
      of = FilterChecks.members(of);
    }
  }

  /** Negation. */
  record Not(VectorFilter of) implements VectorFilter {
    public Not {
      VectorErrors.required(of, "filter");
    }
  }

  /**
   * Fragment in a backend's own language. Other backends reject it.
   *
   * @param dialect not empty; {@code sql} for SQL text with {@code ?} placeholders and {@code ??}
   *     for the character itself
   * @param fragment text, or an object that the dialect's backend supports. SQL text must be one
   *     complete expression: brackets, texts and comments are balanced, and no semicolon is outside
   *     of texts; otherwise {@code E_VECTOR_STORE_QUERY_CONFLICT} is thrown before anything is sent
   * @param bindings values of the placeholders; may contain null
   */
  record Raw(String dialect, Object fragment, List<@Nullable Object> bindings)
      implements VectorFilter {

    public static final String SQL = "sql";

    public Raw {
      if (VectorErrors.required(dialect, "dialect").isEmpty()) {
        throw VectorErrors.queryConflict("A raw fragment needs a dialect.");
      }
      VectorErrors.required(fragment, "fragment");
      VectorErrors.required(bindings, "bindings");
      bindings = Collections.unmodifiableList(new ArrayList<>(bindings));
    }

    public static Raw sql(String sql, @Nullable Object... bindings) {
      return new Raw(SQL, sql, Arrays.asList(bindings));
    }
  }

  /**
   * Returns a comparison.
   *
   * @param operand string, number, boolean, null, or a collection of these
   */
  static VectorFilter condition(String field, FilterOperator operator, @Nullable Object operand) {
    return new Condition(field, operator, Operands.of(operand));
  }

  static VectorFilter eq(String field, @Nullable Object value) {
    return condition(field, FilterOperator.EQ, value);
  }

  static VectorFilter ne(String field, @Nullable Object value) {
    return condition(field, FilterOperator.NE, value);
  }

  static VectorFilter in(String field, Collection<? extends @Nullable Object> values) {
    return condition(field, FilterOperator.IN, values);
  }

  static VectorFilter nin(String field, Collection<? extends @Nullable Object> values) {
    return condition(field, FilterOperator.NIN, values);
  }

  static VectorFilter exists(String field, boolean exists) {
    return condition(field, FilterOperator.EXISTS, exists);
  }

  static VectorFilter and(VectorFilter... filters) {
    return new And(Arrays.asList(filters));
  }

  static VectorFilter or(VectorFilter... filters) {
    return new Or(Arrays.asList(filters));
  }

  static VectorFilter not(VectorFilter filter) {
    return new Not(filter);
  }

  /**
   * Returns a filter from {@code {field, op, value?}}, {@code {and: […]}}, {@code {or: […]}},
   * {@code {not: …}} or {@code {$dialect, $raw, $bindings?}}.
   *
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_QUERY_CONFLICT} for none or several
   *     of these shapes and for unknown keys; {@code E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR}
   *     for an unknown operator
   */
  static VectorFilter fromJson(JsonNode json) {
    return FilterJson.read(json);
  }

  /**
   * Returns the shape that {@link #fromJson} reads. Throws {@code E_VECTOR_STORE_QUERY_CONFLICT}
   * for a raw fragment that is not JSON.
   */
  static JsonNode toJson(VectorFilter filter) {
    return FilterJson.write(filter);
  }
}
