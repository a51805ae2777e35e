package dev.adk4j.vector;

import dev.adk4j.value.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The reference meaning of filters: what every store's translation is compared with. */
public final class FilterEvaluator {

  private FilterEvaluator() {}

  /**
   * Prepares a filter.
   *
   * @param adapter the name that errors carry
   * @throws dev.adk4j.error.AdkException {@code E_VECTOR_STORE_UNSUPPORTED_FILTER_OPERATOR} for a
   *     raw fragment, before any record is looked at
   */
  public static RecordPredicate compile(VectorFilter filter, String adapter) {
    return switch (filter) {
      case VectorFilter.Condition condition -> condition(condition);
      case VectorFilter.And(List<VectorFilter> of) -> all(compileAll(of, adapter));
      case VectorFilter.Or(List<VectorFilter> of) -> any(compileAll(of, adapter));
      case VectorFilter.Not(VectorFilter of) -> negate(compile(of, adapter));
      case VectorFilter.Raw raw -> throw VectorErrors.unsupportedFilter(adapter, raw.dialect());
    };
  }

  private static RecordPredicate[] compileAll(List<VectorFilter> filters, String adapter) {
    return filters.stream().map(f -> compile(f, adapter)).toArray(RecordPredicate[]::new);
  }

  private static RecordPredicate all(RecordPredicate[] members) {
    return (id, metadata) -> {
      for (RecordPredicate member : members) {
        if (!member.test(id, metadata)) {
          return false;
        }
      }
      return true;
    };
  }

  private static RecordPredicate any(RecordPredicate[] members) {
    return (id, metadata) -> {
      for (RecordPredicate member : members) {
        if (member.test(id, metadata)) {
          return true;
        }
      }
      return false;
    };
  }

  private static RecordPredicate negate(RecordPredicate predicate) {
    return (id, metadata) -> !predicate.test(id, metadata);
  }

  private static RecordPredicate condition(VectorFilter.Condition condition) {
    FieldPath path = condition.path();
    LeafTest leaf = leaf(condition.operator(), condition.operand());
    return (id, metadata) -> leaf.test(path.read(id, metadata));
  }

  /** Decides by a field's value, {@link FieldPath#ABSENT} included. */
  interface LeafTest {
    boolean test(@Nullable Object value);
  }

  static LeafTest leaf(FilterOperator operator, @Nullable JsonValue operand) {
    LeafTest test = positive(operator, operand);
    return operator == FilterOperator.NE || operator == FilterOperator.NIN
        ? value -> !test.test(value)
        : test;
  }

  private static LeafTest positive(FilterOperator operator, @Nullable JsonValue operand) {
    JsonNode node = operand == null ? null : operand.node();
    Object plain = node == null ? FieldPath.ABSENT : JsonPlain.of(node);
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

  /** Same type and same value; absent is the same as absent only. */
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

  /** The text that {@code contains} looks for in a text; null where the operand is absent. */
  static @Nullable String text(@Nullable Object operand) {
    return operand == FieldPath.ABSENT
        ? null
        : operand instanceof Number number ? VectorNumbers.text(number) : String.valueOf(operand);
  }

  /** The text form of a scalar operand, for stores that look for it with their own means. */
  public static String textOf(JsonNode operand) {
    return String.valueOf(text(JsonPlain.of(operand)));
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
