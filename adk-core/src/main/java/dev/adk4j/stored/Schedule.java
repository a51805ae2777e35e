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
 * @param scope the scope of the turns; must have a conversation
 * @param name the name of the schedule in its conversation
 * @param cron the times; null for the single time {@code next}
 * @param zone the time zone of the cron expression
 * @param missed how times are handled that passed while no process ran
 * @param paused true while no turn is accepted
 * @param next the next time
 * @param input the messages, as JSON
 * @param memo data that the turns' agent wants to receive back
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

  /** A time that is further in the past was missed: processes check every few seconds. */
  static final Duration LATE = Duration.ofMinutes(1);

  /** Returns true if a turn is accepted for {@link #next} when the time is found due now. */
  public boolean runs(Instant now) {
    return missed == MissedRun.RUN_ONCE || Duration.between(next, now).compareTo(LATE) <= 0;
  }

  /** Returns the time after those that have passed; null if no further time exists. */
  public @Nullable Instant following(CronTimes times, Instant now) {
    return cron == null ? null : times.next(cron, zone, now.isAfter(next) ? now : next);
  }

  /** Returns true if the request and the times are the same. */
  public boolean isSame(Schedule other) {
    return fingerprint.equals(other.fingerprint)
        && missed == other.missed
        && (cron == null
            ? other.cron == null && next.equals(other.next)
            : cron.equals(other.cron) && zone.equals(other.zone));
  }

  /** Omits the content. */
  @Override
  public String toString() {
    return "Schedule[" + name + ", " + next + (paused ? ", paused]" : "]");
  }
}
