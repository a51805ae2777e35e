package dev.adk4j.storage;

import java.util.Locale;

/** Groups the 27 callbacks by the kind of record; an application opts out of storage by it. */
public enum CallbackKind {
  /** Messages of the conversation. */
  MESSAGES,
  /** Memories of the subject. */
  MEMORIES,
  /** Thoughts of the model. */
  THOUGHTS,
  /** Tool calls with their results. */
  TOOL_CALLS,
  /** Retrieved passages. */
  RETRIEVABLES,
  /** Standing instructions of the tenant and the subject. */
  STANDING_INSTRUCTIONS,
  /** Tools that the model may call. */
  TOOLS,
  /** Bytes of media and of retrievables. */
  BYTES;

  /** Returns the name as a property writes it, such as {@code tool-calls}. */
  public String propertyValue() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
