package dev.adk4j.prompt.context;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a conversation's older part.
 *
 * @param summary null where there is none yet
 * @param coveredOlder how many of the oldest turns the summary stands for
 */
public record CompactState(@Nullable String summary, int coveredOlder) {

  public static final CompactState NONE = new CompactState(null, 0);

  /** Never the content. */
  @Override
  public String toString() {
    return "CompactState[" + coveredOlder + "]";
  }
}
