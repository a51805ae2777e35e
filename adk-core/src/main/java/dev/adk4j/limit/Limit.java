package dev.adk4j.limit;

import java.util.Locale;

/** A limited quantity. On Spring Boot each is the property {@code adk.limits.…}. */
public enum Limit {
  /** Open turns on one node. */
  OPEN_TURNS("turns may be open on this node at a time"),
  /** Open turns of one subject on one node. */
  OPEN_TURNS_PER_SUBJECT("turns of one subject may be open at a time"),
  /** Event streams that one node writes. */
  STREAMS("streams may be open on this node at a time"),
  /** Event streams that one node writes for one subject. */
  STREAMS_PER_SUBJECT("streams of one subject may be open at a time"),
  /** Gates that turns of one subject wait at on one node. */
  OPEN_GATES_PER_SUBJECT("gates of one subject may be open at a time"),
  /** Turns that one subject starts in an hour. */
  TURNS_PER_HOUR("turns of one subject may be started in an hour"),
  /** Conversations to which one subject sends messages in an hour. */
  CONVERSATIONS_PER_HOUR("conversations of one subject are accepted per hour");

  private final String rule;

  Limit(String rule) {
    this.rule = rule;
  }

  /** Returns the name in metrics, tables and properties. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the text after the limit's number in a message. */
  String rule() {
    return rule;
  }

  /** Returns true for a limit of the node, false for a limit of a subject. */
  boolean ofNode() {
    return this == OPEN_TURNS || this == STREAMS;
  }
}
