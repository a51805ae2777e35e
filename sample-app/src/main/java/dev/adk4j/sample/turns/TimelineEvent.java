package dev.adk4j.sample.turns;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Entry of a turn's timeline.
 *
 * @param atMs start in milliseconds since the start of the turn
 * @param kind {@code iteration}, {@code thought}, {@code tool}, {@code gate}, {@code answer},
 *     {@code tokens}, {@code error} or {@code end}
 * @param label label for display, without content
 * @param durationMs duration in milliseconds; null for a moment or an open entry
 * @param state {@code done}, {@code failed}, {@code open}, or how a gate was settled
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TimelineEvent(
    long atMs, String kind, String label, @Nullable Long durationMs, String state) {

  TimelineEvent ended(long endMs, String how) {
    return new TimelineEvent(atMs, kind, label, Math.max(0, endMs - atMs), how);
  }
}
