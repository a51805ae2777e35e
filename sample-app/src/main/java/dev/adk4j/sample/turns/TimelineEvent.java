package dev.adk4j.sample.turns;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in a turn.
 *
 * @param atMs when it began, in milliseconds since the turn began
 * @param kind {@code iteration}, {@code thought}, {@code tool}, {@code gate}, {@code answer},
 *     {@code tokens}, {@code error} or {@code end}
 * @param label what a person reads; never what was said
 * @param durationMs how long it took; null where it is a moment, or goes on
 * @param state {@code done}, {@code failed}, {@code open}, or how a gate was settled
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TimelineEvent(
    long atMs, String kind, String label, @Nullable Long durationMs, String state) {

  TimelineEvent ended(long endMs, String how) {
    return new TimelineEvent(atMs, kind, label, Math.max(0, endMs - atMs), how);
  }
}
