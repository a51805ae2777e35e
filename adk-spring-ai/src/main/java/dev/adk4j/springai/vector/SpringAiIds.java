package dev.adk4j.springai.vector;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** How ids of records become ids of documents. */
public enum SpringAiIds {
  /** As they are. */
  TEXT {
    @Override
    String of(String id) {
      return id;
    }
  },
  /**
   * A UUID made of the id, for stores that accept nothing else; the id itself is kept in the
   * metadata.
   */
  NAME_UUID {
    @Override
    String of(String id) {
      return UUID.nameUUIDFromBytes(id.getBytes(StandardCharsets.UTF_8)).toString();
    }
  };

  abstract String of(String id);
}
