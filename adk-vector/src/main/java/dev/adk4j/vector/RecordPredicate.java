package dev.adk4j.vector;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A filter made ready for many records. Thread-safe. */
@FunctionalInterface
public interface RecordPredicate {

  /**
   * @param metadata texts, numbers, booleans, nulls, lists and maps only
   */
  boolean test(String id, Map<String, ? extends @Nullable Object> metadata);
}
