package dev.adk4j.jdbc;

import java.util.Arrays;

/** What stored bytes are for; ids of different kinds do not meet. */
enum BlobKind {
  MEDIA("media"),
  TOOL_RESULT("spool"),
  RETRIEVABLE("retrievable");

  private final String stored;

  BlobKind(String stored) {
    this.stored = stored;
  }

  String stored() {
    return stored;
  }

  /** Whether a text begins as the keys of stored bytes do. */
  static boolean isKey(String text) {
    return Arrays.stream(values()).anyMatch(kind -> text.startsWith(kind.stored + ":"));
  }
}
