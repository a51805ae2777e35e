package dev.adk4j.limit;

/** Number that is limited. On Spring Boot each is the property {@code adk.limits.…}. */
public enum Limit {
  /** Turns that are open on one node. */
  OPEN_TURNS("open-turns", "turns may be open on this node at a time"),
  /** Turns of one subject that are open on one node. */
  OPEN_TURNS_PER_SUBJECT("open-turns-per-subject", "turns of one subject may be open at a time"),
  /** Event streams that one node writes. */
  STREAMS("streams", "streams may be open on this node at a time"),
  /** Event streams that one node writes for one subject. */
  STREAMS_PER_SUBJECT("streams-per-subject", "streams of one subject may be open at a time"),
  /** Gates that turns of one subject wait at on one node. */
  OPEN_GATES_PER_SUBJECT("open-gates-per-subject", "gates of one subject may be open at a time"),
  /** Turns that one subject starts in an hour. */
  TURNS_PER_HOUR("turns-per-hour", "turns of one subject may be started in an hour"),
  /** Conversations that one subject sends to in an hour. */
  CONVERSATIONS_PER_HOUR(
      "conversations-per-hour", "conversations of one subject are taken an hour");

  private final String wire;
  private final String rule;

  Limit(String wire, String rule) {
    this.wire = wire;
    this.rule = rule;
  }

  /** Returns the name in metrics, tables and properties. */
  public String wire() {
    return wire;
  }

  /** Returns what is allowed at most; reads on from the number. */
  String rule() {
    return rule;
  }

  /** Returns true when the node has no room, false when a subject asks for too much. */
  boolean ofNode() {
    return this == OPEN_TURNS || this == STREAMS;
  }
}
