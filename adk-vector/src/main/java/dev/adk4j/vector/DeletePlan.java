package dev.adk4j.vector;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A delete, as a backend gets it.
 *
 * @param consistency null where neither the query nor the store asked for one
 */
public record DeletePlan(String collection, Target target, @Nullable Consistency consistency) {

  /**
   * What to delete. Emptying a collection is a case of its own, so that no filter can turn into it.
   */
  public sealed interface Target {

    /** At least one id; unknown ids are no error. */
    record Ids(List<String> ids) implements Target {
      public Ids {
        ids = List.copyOf(ids);
        if (ids.isEmpty()) {
          throw VectorErrors.queryConflict("A delete by ids needs an id.");
        }
      }
    }

    /** What the filter matches; never one that matches every record there could be. */
    record Matching(VectorFilter filter) implements Target {
      public Matching {
        FilterChecks.check(filter);
        if (FilterFolding.constant(filter).orElse(false)) {
          throw VectorErrors.queryConflict(
              "The filter of this delete is true for every record; use deleteAll() to empty the collection.");
        }
      }
    }

    /** Every record. */
    record Everything() implements Target {}
  }

  public DeletePlan {
    SearchPlan.requireCollection(collection);
    Objects.requireNonNull(target, "target");
  }

  /**
   * The ids of an {@code id in [...]} whose list has texts only and at least one; null for any
   * other filter.
   */
  static @Nullable List<String> idsOf(VectorFilter filter) {
    if (!(filter instanceof VectorFilter.Condition c
            && c.operator() == FilterOperator.IN
            && c.path().isId())
        || c.operand() == null) {
      return null;
    }
    JsonNode list = c.operand().node();
    boolean texts =
        list.isArray() && !list.isEmpty() && list.valueStream().allMatch(JsonNode::isString);
    return texts ? list.valueStream().map(JsonNode::stringValue).toList() : null;
  }
}
