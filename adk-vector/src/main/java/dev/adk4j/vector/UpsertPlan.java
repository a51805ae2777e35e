package dev.adk4j.vector;

import dev.adk4j.error.Violation;
import dev.adk4j.error.Violations;
import dev.adk4j.value.internal.PlainMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Write request for a backend. Each record replaces the whole record with its id; if two records
 * have one id, the last wins. Texts are vectors already, unless the backend encodes text itself.
 *
 * @param records checked and deeply copied; an invalid one throws {@code E_INVALID_VECTOR_RECORD}
 *     with its index
 * @param consistency null if neither the query nor the client named one
 */
public record UpsertPlan(
    String collection, List<VectorRecord> records, VectorDb.@Nullable Consistency consistency) {

  public UpsertPlan {
    SearchPlan.requireCollection(collection);
    List<VectorRecord> checked = new ArrayList<>(records.size());
    for (VectorRecord record : records) {
      checked.add(check(record, checked.size()));
    }
    records = List.copyOf(checked);
  }

  @SuppressWarnings("NullAway") // users without a null checker may pass null
  private static VectorRecord check(@Nullable VectorRecord record, int index) {
    if (record == null) {
      throw VectorErrors.invalidRecord(index, "is null");
    }
    Violations violations = new Violations().requiredText(record.id(), "$.id");
    float[] vector = record.rawVector();
    if (vector != null) {
      violations
          .check(vector.length > 0, "$.vector", "empty", "must not be empty")
          .check(Vectors.isFinite(vector), "$.vector", "range", "must contain finite numbers only");
    }
    Map<String, @Nullable Object> metadata =
        PlainMetadata.copy(record.metadata(), "$.metadata", violations);
    if (!violations.isEmpty()) {
      throw VectorErrors.invalidRecord(index, text(violations.found()));
    }
    return record.withMetadata(metadata);
  }

  private static String text(List<Violation> found) {
    return found.stream().map(v -> v.path() + " " + v.message()).collect(Collectors.joining("; "));
  }
}
