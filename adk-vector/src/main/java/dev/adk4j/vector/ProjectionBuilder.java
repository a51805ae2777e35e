package dev.adk4j.vector;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What {@code select} calls add up to. */
final class ProjectionBuilder {

  private boolean called;
  private boolean id;
  private boolean vector;
  private boolean document;
  private boolean wholeMetadata;
  private boolean someMetadata;
  private final Set<String> fields = new LinkedHashSet<>();

  void select(String... columns) {
    called = true;
    for (String column : columns) {
      boolean all = VectorErrors.required(column, "column").equals("*");
      id |= all || column.equals("id");
      vector |= all || column.equals("vector");
      document |= all || column.equals("document");
      wholeMetadata |= all || column.equals("metadata");
    }
  }

  void selectMetadata(String... keys) {
    called = true;
    someMetadata = true;
    for (String key : keys) {
      fields.add(VectorErrors.required(key, "key"));
    }
  }

  boolean called() {
    return called;
  }

  Projection build() {
    boolean limited = someMetadata && !wholeMetadata;
    return new Projection(
        id, vector, document, wholeMetadata || someMetadata, limited ? List.copyOf(fields) : null);
  }
}
