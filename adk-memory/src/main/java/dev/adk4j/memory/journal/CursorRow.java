package dev.adk4j.memory.journal;

import dev.adk4j.memory.journal.ExtractionJournal.BackOff;
import dev.adk4j.memory.journal.ExtractionJournal.Cursor;
import dev.adk4j.memory.journal.ExtractionJournal.StagedBatch;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** In-memory cursor. Guarded by the journal's lock. */
final class CursorRow {

  private long savedSeq = -1;
  private int failures;
  private int probes;
  private int requests;
  private boolean begun;
  private @Nullable Instant requestedAt;
  private @Nullable Instant lastAttemptAt;
  private @Nullable String lastError;
  private @Nullable String token;
  private Instant leasedUntil = Instant.MIN;
  private @Nullable StagedBatch staged;

  long savedSeq() {
    return savedSeq;
  }

  int failures() {
    return failures;
  }

  boolean request(BackOff backOff, Instant now) {
    if (backOff.backsOff(failures)) {
      probes++;
      if (!backOff.acceptsProbe(probes)) {
        return false;
      }
    }
    return demand(now);
  }

  boolean demand(Instant now) {
    requests++;
    requestedAt = now;
    return true;
  }

  boolean acquire(String newToken, Instant now, Duration life) {
    if (leased(now)) {
      return false;
    }
    requeue();
    token = newToken;
    leasedUntil = now.plus(life);
    return true;
  }

  private void requeue() {
    if (begun) {
      begun = false;
      requests++;
    }
  }

  boolean heldBy(String candidate) {
    return candidate.equals(token);
  }

  boolean renew(Instant now, Duration life) {
    leasedUntil = now.plus(life);
    return true;
  }

  boolean begin(Instant now) {
    begun = requests > 0;
    if (begun) {
      requests--;
      lastAttemptAt = now;
    } else {
      token = null;
    }
    return begun;
  }

  boolean stage(StagedBatch batch) {
    staged = batch;
    return true;
  }

  boolean confirm(String factKey) {
    if (staged != null) {
      staged =
          new StagedBatch(
              staged.lastSeq(),
              staged.facts().stream().filter(fact -> !fact.key().equals(factKey)).toList());
    }
    return true;
  }

  @Nullable StagedBatch staged() {
    return staged;
  }

  boolean commit(long seq, boolean delivered) {
    savedSeq = Math.max(savedSeq, seq);
    staged = null;
    if (delivered) {
      failures = 0;
      probes = 0;
      lastError = null;
    }
    return true;
  }

  int fail(String error) {
    begun = false;
    lastError = error;
    return ++failures;
  }

  boolean release() {
    requeue();
    token = null;
    return true;
  }

  /** Deletes staged facts. Returns true if there is a valid lease. */
  boolean discard(Instant now) {
    staged = null;
    return leased(now);
  }

  private boolean leased(Instant now) {
    return token != null && now.isBefore(leasedUntil);
  }

  boolean abandoned(Instant now) {
    return !leased(now) && (requests > 0 || token != null);
  }

  boolean failedBefore(Instant instant) {
    return failures > 0
        && requests == 0
        && lastAttemptAt != null
        && !lastAttemptAt.isAfter(instant);
  }

  boolean idleSince(Instant instant) {
    return requestedAt == null || !requestedAt.isAfter(instant);
  }

  Cursor snapshot(Instant now) {
    return new Cursor(
        savedSeq, failures, probes, requests, requestedAt, lastAttemptAt, lastError, leased(now));
  }
}
