package dev.adk4j.storage;

import java.util.Locale;

/** Groups the 27 callbacks by the kind of record; an application opts out of storage by kind. */
public enum CallbackKind {
  /** Messages of the conversation. */
  MESSAGES("message"),
  /** Memories of the subject. */
  MEMORIES("memory"),
  /** Thoughts of the model. */
  THOUGHTS("thought"),
  /** Tool calls with their results. */
  TOOL_CALLS("tool call"),
  /** Retrieved passages. */
  RETRIEVABLES("retrievable"),
  /** Standing instructions of the tenant and the subject. */
  STANDING_INSTRUCTIONS("standing instruction"),
  /** Tools that the model may call. */
  TOOLS("tool"),
  /** Bytes of media and of retrievables. */
  BYTES("bytes");

  private final String recordName;

  CallbackKind(String recordName) {
    this.recordName = recordName;
  }

  /** Returns the name of one record, such as {@code tool call}. */
  public String recordName() {
    return recordName;
  }

  /** Returns true if records belong to the subject, false if they belong to the conversation. */
  public boolean ofSubject() {
    return this == MEMORIES || this == STANDING_INSTRUCTIONS;
  }

  /** Returns the name in properties, such as {@code tool-calls}. */
  public String propertyValue() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
