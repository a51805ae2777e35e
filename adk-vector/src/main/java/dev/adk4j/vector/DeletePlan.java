package dev.adk4j.vector;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Delete request for a backend. All content has been checked.
 *
 * @param consistency null if neither the query nor the client named one
 */
public record DeletePlan(
    String collection, Target target, VectorDb.@Nullable Consistency consistency) {

  /**
   * Records to delete. Emptying a collection is a separate case, so no filter can have that effect.
   */
  public sealed interface Target {

    /** Records with these ids, at least one. Unknown ids are not an error. */
    record Ids(List<String> ids) implements Target {
      public Ids {
        ids = List.copyOf(ids);
        if (ids.isEmpty()) {
          throw VectorErrors.queryConflict("A delete by ids needs an id.");
        }
      }
    }

    /** Records that match a filter. A filter that is always true is rejected. */
    record Matching(VectorFilter filter) implements Target {
      public Matching {
        FilterChecks.check(filter);
        if (FilterFolding.constant(filter).orElse(false)) {
          throw VectorErrors.queryConflict(
              "The filter of this delete is true for every record; use deleteAll() to empty the collection.");
        }
      }
    }

    /** Every record of the collection. */
    record Everything() implements Target {}
  }

  public DeletePlan {
    SearchPlan.requireCollection(collection);
    Objects.requireNonNull(target, "target");
  }

  /** Returns the ids of {@code id in} a list of texts that is not empty; null for other filters. */
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
