package dev.adk4j.vector;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds filters with the same result for every record. See {@link FilterEvaluator#constant}. */
final class FilterFolding {

  private static final Map<String, @Nullable Object> NO_METADATA = Map.of();

  private FilterFolding() {}

  static Optional<Boolean> constant(VectorFilter filter) {
    return switch (filter) {
      case VectorFilter.Condition condition -> condition(condition);
      case VectorFilter.And(List<VectorFilter> of) -> group(of, false);
      case VectorFilter.Or(List<VectorFilter> of) -> group(of, true);
      case VectorFilter.Not(VectorFilter of) -> constant(of).map(b -> !b);
      case VectorFilter.Raw raw -> Optional.empty();
    };
  }

  /** One {@code decisive} member decides. Without one, all members must be constant. */
  private static Optional<Boolean> group(List<VectorFilter> members, boolean decisive) {
    boolean open = false;
    for (VectorFilter member : members) {
      Optional<Boolean> constant = constant(member);
      if (constant.isPresent() && constant.get() == decisive) {
        return constant;
      }
      open |= constant.isEmpty();
    }
    return open ? Optional.empty() : Optional.of(!decisive);
  }

  private static Optional<Boolean> condition(VectorFilter.Condition condition) {
    FieldPath path = condition.path();
    boolean open =
        path.isId() ? dependsOnId(condition) : !path.isInsideId() && dependsOnField(condition);
    if (open) {
      return Optional.empty();
    }
    return Optional.of(FilterEvaluator.compile(condition, "builder").test("any", NO_METADATA));
  }

  private static boolean dependsOnField(VectorFilter.Condition condition) {
    JsonNode node = condition.operand() == null ? null : condition.operand().node();
    return switch (condition.operator()) {
      case IN, NIN -> node != null && node.isArray() && !node.isEmpty();
      case GT, GTE, LT, LTE -> node != null && (node.isNumber() || node.isString());
      case CONTAINS -> node != null;
      case EQ, NE, EXISTS -> true;
    };
  }

  /** Returns false if every id has the same result. An id is always present and a string. */
  private static boolean dependsOnId(VectorFilter.Condition condition) {
    JsonNode node = condition.operand() == null ? null : condition.operand().node();
    return switch (condition.operator()) {
      case IN, NIN -> node != null && node.valueStream().anyMatch(JsonNode::isString);
      case EQ, NE, GT, GTE, LT, LTE -> node != null && node.isString();
      case CONTAINS -> node != null && !(node.isString() && node.stringValue().isEmpty());
      case EXISTS -> false;
    };
  }
}
