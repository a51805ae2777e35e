package dev.adk4j.prompt;

/** What kind of record a nonce is for. */
public enum RecordKind {
  MESSAGE("message"),
  MEMORY("memory"),
  RETRIEVABLE("retrievable"),
  THOUGHT("thought"),
  TOOL_CALL("toolCall");

  private final String wire;

  RecordKind(String wire) {
    this.wire = wire;
  }

  /** Part of what is keyed: never changes. */
  String wire() {
    return wire;
  }
}
