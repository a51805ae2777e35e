package dev.adk4j.vector.retrieval;

import dev.adk4j.value.internal.PlainMetadata;
import dev.adk4j.vector.FilterEvaluator;
import dev.adk4j.vector.FilterEvaluator.RecordPredicate;
import dev.adk4j.vector.FilterOperator;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorFilter;
import dev.adk4j.vector.VectorRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds the fields of a filter to records so that they match it, and rejects records that still do
 * not match.
 *
 * @param fields values for fields that a record lacks
 */
record FilterStamp(RecordPredicate inside, Map<String, @Nullable Object> fields) {

  static FilterStamp of(VectorFilter filter, String adapter) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    collect(filter, fields);
    return new FilterStamp(FilterEvaluator.compile(filter, adapter), fields);
  }

  /** Collects required equalities on fields of the first level. */
  private static void collect(VectorFilter filter, Map<String, @Nullable Object> fields) {
    switch (filter) {
      case VectorFilter.And(List<VectorFilter> of) -> of.forEach(f -> collect(f, fields));
      case VectorFilter.Condition c
          when c.operator() == FilterOperator.EQ
              && c.operand() != null
              && c.path().steps().size() == 1
              && !c.path().isId() ->
          fields.put(c.field(), PlainMetadata.fromJson(c.operand().node()));
      default -> {}
    }
  }

  VectorRecord stamp(VectorRecord record) {
    VectorRecord.Builder stamped = record.toBuilder();
    fields.forEach(
        (key, value) -> {
          if (record.metadata().get(key) == null) {
            stamped.metadata(key, value);
          }
        });
    VectorRecord result = stamped.build();
    if (!inside.test(result.id(), result.metadata())) {
      throw VectorErrors.upsertFailed(
          "The record does not match the filter of this storage, which could not read it.", null);
    }
    return result;
  }
}
