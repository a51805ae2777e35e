package dev.adk4j.vector;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts records inside of a filter, or says that they are outside.
 *
 * @param fields what a record has to have, and gets where it has nothing there
 */
record FilterStamp(RecordPredicate inside, Map<String, @Nullable Object> fields) {

  static FilterStamp of(VectorFilter filter, String adapter) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    collect(filter, fields);
    return new FilterStamp(FilterEvaluator.compile(filter, adapter), fields);
  }

  /** Only what has to hold for all of it, and only fields of the first level. */
  private static void collect(VectorFilter filter, Map<String, @Nullable Object> fields) {
    switch (filter) {
      case VectorFilter.And(List<VectorFilter> of) -> of.forEach(f -> collect(f, fields));
      case VectorFilter.Condition c
          when c.operator() == FilterOperator.EQ
              && c.operand() != null
              && c.path().steps().size() == 1
              && !c.path().isId() ->
          fields.put(c.field(), JsonPlain.of(c.operand().node()));
      default -> {}
    }
  }

  VectorRecord stamp(VectorRecord record) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>(record.metadata());
    fields.forEach(metadata::putIfAbsent);
    VectorRecord stamped = record.withMetadata(metadata);
    if (!inside.test(stamped.id(), stamped.metadata())) {
      throw VectorErrors.upsertFailed(
          "The record does not match the filter that bounds this storage, so nobody could read it here.",
          null);
    }
    return stamped;
  }
}
