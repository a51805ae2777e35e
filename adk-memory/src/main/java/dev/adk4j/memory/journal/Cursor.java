package dev.adk4j.memory.journal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far one conversation got into one store.
 *
 * @param savedSeq the number of the newest message saved; -1 for none
 * @param failures how many saves failed in a row
 * @param probes how many requests came since backing off began
 * @param requests how many accepted requests wait
 * @param lastError what the last failed save ended with: class and code, never content
 * @param leased whether somebody holds a live lease
 */
public record Cursor(
    long savedSeq,
    int failures,
    int probes,
    int requests,
    @Nullable Instant requestedAt,
    @Nullable Instant lastAttemptAt,
    @Nullable String lastError,
    boolean leased) {

  /** Of a conversation that was never asked to be saved. */
  public static final Cursor START = new Cursor(-1, 0, 0, 0, null, null, null, false);
}
