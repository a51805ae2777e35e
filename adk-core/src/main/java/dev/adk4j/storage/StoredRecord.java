package dev.adk4j.storage;

import org.jspecify.annotations.Nullable;

/**
 * A record in the form that a {@link RecordStorage} stores. Kind, owner and id together are its
 * key.
 *
 * @param kind such as {@code messages} or {@code tool-calls}
 * @param owner the tenant and the conversation or subject that owns the record, as a JSON array
 * @param id unique among the records of one kind and owner
 * @param json the whole record as well-formed JSON text; null to remove the record
 * @since 0.1.0
 */
public record StoredRecord(String kind, String owner, String id, @Nullable String json) {

  /** Returns true if the record must be removed. */
  public boolean removed() {
    return json == null;
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "StoredRecord[" + kind + ", " + owner + ", " + id + "]";
  }
}
