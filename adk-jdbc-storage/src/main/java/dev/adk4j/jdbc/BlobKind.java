package dev.adk4j.jdbc;

import java.util.Arrays;

/** Use of stored bytes. Each kind has separate ids. */
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

  /** Returns true if a text has the prefix of a key for stored bytes. */
  static boolean isKey(String text) {
    return Arrays.stream(values()).anyMatch(kind -> text.startsWith(kind.stored + ":"));
  }
}
