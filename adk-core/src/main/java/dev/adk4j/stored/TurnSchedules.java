package dev.adk4j.stored;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Keeps schedules of durable turns, beside the turns. For the engine. Thread-safe. Fails with
 * {@code E_STORAGE_UNAVAILABLE} while it cannot be reached.
 */
@NoJsonForm
public interface TurnSchedules {

  /** The most that a conversation can have. */
  int MOST = 100;

  /**
   * Stores a schedule in place of the one of its name; one that is the {@linkplain Schedule#isSame
   * same} stays as it is.
   *
   * @return the schedule as it is stored
   * @throws dev.adk4j.error.AdkException {@code E_LIMIT_REACHED} where its conversation has {@link
   *     #MOST} others
   */
  Schedule put(Schedule schedule);

  /** The schedules of a conversation by their names. */
  List<Schedule> list(Scope scope);

  /** Pauses a schedule, or lets it go on; false where its next time is another one by now. */
  boolean change(Schedule known, boolean paused, Instant next);

  /** Removes a schedule; turns that it began go on. False where there is none. */
  boolean remove(Scope scope, String name);

  /**
   * Accepts a turn for each schedule whose time has come, in the transaction that moves the
   * schedule on: in one process only, however many do so at once.
   *
   * @param turn makes the turn of a schedule and a time, with a key made of both
   * @return how many turns were accepted
   */
  int run(Instant now, CronTimes times, BiFunction<Schedule, Instant, StoredTurn> turn);
}
