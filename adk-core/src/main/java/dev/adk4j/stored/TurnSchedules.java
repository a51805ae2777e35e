package dev.adk4j.stored;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Scope;
import java.time.Instant;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Stores schedules of durable turns, next to the turns. For the engine. Thread-safe. Fails with
 * {@code E_STORAGE_UNAVAILABLE} while the store cannot be reached.
 */
@NoJsonForm
public interface TurnSchedules {

  /** Maximum number of schedules of a conversation. */
  int MOST = 100;

  /**
   * Stores a schedule in place of the one with its name. A schedule that is the {@linkplain
   * Schedule#isSame same} is left unchanged.
   *
   * @return the schedule as it is stored
   * @throws dev.adk4j.error.AdkException {@code E_LIMIT_REACHED} if its conversation has {@link
   *     #MOST} others
   */
  Schedule put(Schedule schedule);

  /** Returns the schedules of a conversation by their names. */
  List<Schedule> list(Scope scope);

  /** Pauses or resumes a schedule. Returns false if its next time has changed. */
  boolean change(Schedule known, boolean paused, Instant next);

  /**
   * Removes a schedule. Turns that it began continue. Returns false if the schedule does not exist.
   */
  boolean remove(Scope scope, String name);

  /**
   * Accepts a turn for each due schedule, in the transaction that sets the schedule's next time.
   * Only one process accepts a turn, however many processes run this at once.
   *
   * @param turn creates the turn of a schedule and a time, with a key made of both
   * @return the number of accepted turns
   */
  int run(Instant now, CronTimes times, BiFunction<Schedule, Instant, StoredTurn> turn);
}
