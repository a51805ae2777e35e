package dev.adk4j.vector;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns a read returns. The score is no column: a similarity search always gives it, a scan
 * never.
 *
 * @param metadataFields the top-level keys to return of the metadata; null for all of them
 */
public record Projection(
    boolean id,
    boolean vector,
    boolean document,
    boolean metadata,
    @Nullable List<String> metadataFields) {

  public static final Projection NONE = new Projection(false, false, false, false, null);
  public static final Projection ALL = new Projection(true, true, true, true, null);

  public Projection {
    metadataFields = metadataFields == null ? null : List.copyOf(metadataFields);
  }

  /** The part of a record's metadata to return; an unmodifiable view or copy. */
  public Map<String, @Nullable Object> of(Map<String, ? extends @Nullable Object> all) {
    if (metadataFields == null) {
      return Collections.unmodifiableMap(all);
    }
    Map<String, @Nullable Object> some = new LinkedHashMap<>();
    for (String field : metadataFields) {
      if (all.containsKey(field)) {
        some.put(field, all.get(field));
      }
    }
    return Collections.unmodifiableMap(some);
  }
}
