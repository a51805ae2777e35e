package dev.adk4j.vector;

import dev.adk4j.value.JsonValue;
import dev.adk4j.value.internal.PlainMetadata;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reference meaning of filters, in Java. A backend may filter with it; every other backend's
 * translation is compared with it.
 */
public final class FilterEvaluator {

  private FilterEvaluator() {}

  /** Filter prepared for many records. Thread-safe. */
  @FunctionalInterface
  public interface RecordPredicate {

    /**
     * Returns true for a record that matches.
     *
     * @param metadata strings, numbers, booleans, nulls, lists and maps only
     */
    boolean test(String id, Map<String, ? extends @Nullable Object> metadata);
  }

  /**
   * Returns the filter prepared for many records.
   *
   * @param adapter the backend's name, for errors
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR} for a
   *     raw fragment
   */
  public static RecordPredicate compile(VectorFilter filter, String adapter) {
    return switch (filter) {
      case VectorFilter.Condition condition -> condition(condition);
      case VectorFilter.And(List<VectorFilter> of) -> group(of, false, adapter);
      case VectorFilter.Or(List<VectorFilter> of) -> group(of, true, adapter);
      case VectorFilter.Not(VectorFilter of) -> negate(compile(of, adapter));
      case VectorFilter.Raw raw -> throw VectorErrors.unsupportedFilter(adapter, raw.dialect());
    };
  }

  /**
   * Returns the result of a filter that is the same for every record, such as {@code in []}; empty
   * if it depends on the record.
   */
  public static Optional<Boolean> constant(VectorFilter filter) {
    return FilterFolding.constant(filter);
  }

  /** Returns a predicate that one {@code decisive} member decides. */
  private static RecordPredicate group(List<VectorFilter> of, boolean decisive, String adapter) {
    RecordPredicate[] members =
        of.stream().map(f -> compile(f, adapter)).toArray(RecordPredicate[]::new);
    return (id, metadata) -> {
      for (RecordPredicate member : members) {
        if (member.test(id, metadata) == decisive) {
          return decisive;
        }
      }
      return !decisive;
    };
  }

  private static RecordPredicate negate(RecordPredicate predicate) {
    return (id, metadata) -> !predicate.test(id, metadata);
  }

  private static RecordPredicate condition(VectorFilter.Condition condition) {
    FieldPath path = condition.path();
    Predicate<@Nullable Object> leaf = leaf(condition.operator(), condition.operand());
    return (id, metadata) -> leaf.test(path.read(id, metadata));
  }

  /** Tests the value of a field, or {@link FieldPath#ABSENT}. */
  private static Predicate<@Nullable Object> leaf(
      FilterOperator operator, @Nullable JsonValue operand) {
    Predicate<@Nullable Object> test = positive(operator, operand);
    return operator == FilterOperator.NE || operator == FilterOperator.NIN ? test.negate() : test;
  }

  private static Predicate<@Nullable Object> positive(
      FilterOperator operator, @Nullable JsonValue operand) {
    JsonNode node = operand == null ? null : operand.node();
    Object plain = node == null ? FieldPath.ABSENT : PlainMetadata.fromJson(node);
    return switch (operator) {
      case EQ, NE -> value -> same(value, plain);
      case IN, NIN ->
          plain instanceof List<?> list ? value -> contains(list, value) : value -> false;
      case GT, GTE, LT, LTE -> value -> range(operator, value, plain);
      case EXISTS -> {
        boolean wanted = plain == FieldPath.ABSENT || Boolean.TRUE.equals(plain);
        yield value -> (value != FieldPath.ABSENT) == wanted;
      }
      case CONTAINS -> {
        String text = text(plain);
        yield value -> contains(value, plain, text);
      }
    };
  }

  /** Returns true for the same type and value; absent equals absent only. */
  static boolean same(@Nullable Object a, @Nullable Object b) {
    if (a instanceof Number x && b instanceof Number y) {
      return VectorNumbers.compare(x, y) == 0;
    }
    return a instanceof Map || a instanceof List ? false : Objects.equals(a, b);
  }

  private static boolean contains(List<?> list, @Nullable Object value) {
    for (int i = 0; i < list.size(); i++) {
      if (same(value, list.get(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean contains(
      @Nullable Object value, @Nullable Object element, @Nullable String text) {
    if (value instanceof List<?> list) {
      return contains(list, element);
    }
    return text != null && value instanceof String whole && whole.contains(text);
  }

  /** Returns the text that {@code contains} searches for; null for an absent operand. */
  static @Nullable String text(@Nullable Object operand) {
    return operand == FieldPath.ABSENT
        ? null
        : operand instanceof Number number ? VectorNumbers.text(number) : String.valueOf(operand);
  }

  /** Returns the text of a scalar operand that {@code contains} searches for in a text. */
  public static String textOf(JsonNode operand) {
    return String.valueOf(text(PlainMetadata.fromJson(operand)));
  }

  private static boolean range(
      FilterOperator operator, @Nullable Object value, @Nullable Object operand) {
    int order;
    if (value instanceof Number x && operand instanceof Number y) {
      order = VectorNumbers.compare(x, y);
    } else if (value instanceof String x && operand instanceof String y) {
      order = x.compareTo(y);
    } else {
      return false;
    }
    return switch (operator) {
      case GT -> order > 0;
      case GTE -> order >= 0;
      case LT -> order < 0;
      case LTE -> order <= 0;
      default -> throw new IllegalArgumentException(operator.wire());
    };
  }
}
