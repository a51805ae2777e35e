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
 * A condition on records that means the same in every store. Two-valued: a record matches or it
 * does not. Immutable.
 *
 * <p>Field names are dotted paths into the metadata; {@code id} is the record's id, see {@link
 * FieldPath}.
 */
public sealed interface VectorFilter {

  /**
   * One comparison. Nothing is converted: a text never equals a number, and there is one number
   * type, so 5 equals 5.0.
   *
   * <ul>
   *   <li>{@code eq}, {@code in}: false where the field is absent. {@code ne}, {@code nin}: the
   *       opposite, so true there.
   *   <li>{@code gt gte lt lte}: two numbers, or two texts by UTF-16 code unit; false for any other
   *       pair.
   *   <li>{@code exists}: whether the key is there, also with JSON null as its value. An operand
   *       other than true negates.
   *   <li>{@code contains}: an element of a list, or a part of a text; false for other fields.
   * </ul>
   *
   * @param field not empty
   * @param operand null where there is none, which is not JSON's null; only {@code exists} makes
   *     use of that. Lists only for {@code in} and {@code nin}, whose elements are scalars
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

  /** All of them; true where there is none. */
  record And(List<VectorFilter> of) implements VectorFilter {
    public And {
      of = FilterChecks.members(of);
    }
  }

  /** At least one of them; false where there is none. */
  record Or(List<VectorFilter> of) implements VectorFilter {
    public Or {
      of = FilterChecks.members(of);
    }
  }

  record Not(VectorFilter of) implements VectorFilter {
    public Not {
      VectorErrors.required(of, "filter");
    }
  }

  /**
   * A fragment in a backend's own language, for the backend whose name it carries.
   *
   * @param dialect not empty; {@code sql} for SQL text with {@code ?} placeholders and {@code ??}
   *     for that character itself
   * @param fragment text, or whatever the dialect's backend understands. SQL text has to be one
   *     expression that ends where it began: no bracket, text or comment is left open, none closes
   *     what it did not open, and no semicolon stands outside of texts; else {@code
   *     E_VECTOR_STORE_QUERY_CONFLICT} before anything is sent
   * @param bindings what stands for the placeholders; may contain null
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

  /** {@code operand} is text, a number, a boolean, null, or a collection of these. */
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
   * Reads {@code {field, op, value?}}, {@code {and: […]}}, {@code {or: […]}}, {@code {not: …}} or
   * {@code {$dialect, $raw, $bindings?}}.
   *
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_QUERY_CONFLICT} for none or several
   *     of these shapes and for unknown keys; {@code E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR}
   *     for an unknown operator
   */
  static VectorFilter fromJson(JsonNode json) {
    return FilterJson.read(json);
  }

  /**
   * The same shapes, written; a raw fragment that is not JSON is refused with {@code
   * E_VECTOR_STORE_QUERY_CONFLICT}.
   */
  static JsonNode toJson(VectorFilter filter) {
    return FilterJson.write(filter);
  }
}
