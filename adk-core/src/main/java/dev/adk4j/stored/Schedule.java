package dev.adk4j.stored;

import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Times at which durable turns of a conversation are accepted.
 *
 * @param scope of the turns; has a conversation
 * @param name names it in its conversation
 * @param cron the times; null for the one time {@code next}
 * @param zone in which the cron expression is read
 * @param missed what becomes of times that nobody was there for
 * @param paused true while no turn is accepted
 * @param next the next time
 * @param input the messages, as JSON
 * @param memo what the turns' agent wants to be given back
 * @param fingerprint differs between requests that are not the same
 */
public record Schedule(
    Scope scope,
    String name,
    @Nullable String cron,
    ZoneId zone,
    MissedRun missed,
    boolean paused,
    Instant next,
    JsonValue input,
    JsonValue memo,
    String fingerprint) {

  /** Times that are longer ago than this were missed: processes look every few seconds. */
  static final Duration LATE = Duration.ofMinutes(1);

  /** Returns whether a turn is accepted for {@link #next}, if that is noticed now. */
  public boolean runs(Instant now) {
    return missed == MissedRun.RUN_ONCE || Duration.between(next, now).compareTo(LATE) <= 0;
  }

  /** Returns the time after those that have passed; null for none. */
  public @Nullable Instant following(CronTimes times, Instant now) {
    return cron == null ? null : times.next(cron, zone, now.isAfter(next) ? now : next);
  }

  /** Returns true for the same request at the same times. */
  public boolean isSame(Schedule other) {
    return fingerprint.equals(other.fingerprint)
        && missed == other.missed
        && (cron == null
            ? other.cron == null && next.equals(other.next)
            : cron.equals(other.cron) && zone.equals(other.zone));
  }

  /** Never the content. */
  @Override
  public String toString() {
    return "Schedule[" + name + ", " + next + (paused ? ", paused]" : "]");
  }
}
