package dev.adk4j.springai.vector;

import dev.adk4j.vector.SearchPlan;
import dev.adk4j.vector.VectorErrors;
import dev.adk4j.vector.VectorMatch;
import dev.adk4j.vector.VectorRecord;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.document.Document;

/** Converts records to documents and back. */
record SpringAiDocuments(SpringAiVectorBackend.Ids ids, SpringAiVectorBackend.Scores scores) {

  /** Metadata key of the original id. */
  private static final String ID = "__adk_id";

  /** Metadata key that stores add to results. */
  private static final String DISTANCE = "distance";

  static boolean isReserved(String key) {
    return key.equals(ID) || key.equals(DISTANCE);
  }

  /** Returns the document of a record, without null entries, which documents cannot contain. */
  Document document(VectorRecord record, int index) {
    Map<String, Object> metadata = new HashMap<>();
    record
        .metadata()
        .forEach(
            (key, value) -> {
              if (isReserved(key)) {
                throw VectorErrors.invalidRecord(
                    index, "$.metadata['" + key + "'] is reserved in Spring AI stores");
              }
              if (value != null) {
                metadata.put(key, value);
              }
            });
    if (ids == SpringAiVectorBackend.Ids.NAME_UUID) {
      metadata.put(ID, record.id());
    }
    return Document.builder()
        .id(ids.of(record.id()))
        .text(record.document().orElse(""))
        .metadata(metadata)
        .build();
  }

  String id(Document document) {
    return document.getMetadata().get(ID) instanceof String id ? id : document.getId();
  }

  Map<String, @Nullable Object> metadata(Document document) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>(document.getMetadata());
    metadata.remove(ID);
    metadata.remove(DISTANCE);
    return Collections.unmodifiableMap(metadata);
  }

  double score(Document document) {
    Double score = document.getScore();
    return score == null ? 0 : scores.score(score);
  }

  VectorMatch match(Document document, SearchPlan plan) {
    String text = document.getText();
    return plan.projection()
        .match(
            id(document),
            score(document),
            null,
            text == null || text.isEmpty() ? null : text,
            metadata(document));
  }
}
