package dev.adk4j.springai.vector;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Conversion from record ids to document ids.
 *
 * @since 0.1.0
 */
public enum SpringAiIds {
  /** Uses the id unchanged. */
  TEXT,
  /**
   * Uses a UUID derived from the id, for stores that accept no other ids, and keeps the id in the
   * metadata.
   */
  NAME_UUID;

  String of(String id) {
    return this == TEXT
        ? id
        : UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
