package dev.adk4j.jpa;

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
}
