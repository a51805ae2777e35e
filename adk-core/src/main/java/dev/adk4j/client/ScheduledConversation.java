package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.MissedRun;
import dev.adk4j.stored.Schedule;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends a message at future times, each time as a durable turn:
 *
 * <pre>{@code
 * conversation.schedule("daily report")
 *     .cron("0 0 8 * * MON-FRI", ZoneId.of("Europe/Vienna"))
 *     .send("Write the report.");
 * conversation.schedule("reminder").in(Duration.ofHours(2)).send("Is the payment there?");
 * }</pre>
 *
 * <p>Each time creates one turn, in whichever process finds it due, a few seconds later. The turn
 * is queued like every durable turn, also behind a waiting one. Needs a store in a database.
 * Immutable, thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class ScheduledConversation {

  private static final int LONGEST_NAME = 200;

  private final AgentClient client;
  private final Scope scope;
  private final String name;
  private final @Nullable String cron;
  private final ZoneId zone;
  private final @Nullable Instant at;
  private final MissedRun missed;
  private final int priority;

  ScheduledConversation(AgentClient client, Scope scope, String name) {
    this(client, scope, name, null, ZoneOffset.UTC, null, MissedRun.RUN_ONCE, 0);
  }

  private ScheduledConversation(
      AgentClient client,
      Scope scope,
      String name,
      @Nullable String cron,
      ZoneId zone,
      @Nullable Instant at,
      MissedRun missed,
      int priority) {
    this.client = client;
    this.scope = scope;
    this.name = name;
    this.cron = cron;
    this.zone = zone;
    this.at = at;
    this.missed = missed;
    this.priority = priority;
  }

  /**
   * Sets the times by a cron expression. On Spring Boot, the syntax is that of {@code
   * CronExpression}: second, minute, hour, day, month, day of the week. A time that clocks skip in
   * spring is an hour later then; of a time that they show twice in autumn, the first one counts.
   *
   * @param zone the time zone of the expression
   */
  public ScheduledConversation cron(String cron, ZoneId zone) {
    Objects.requireNonNull(cron, "cron");
    return new ScheduledConversation(client, scope, name, cron, zone, null, missed, priority);
  }

  /** Sets the only time. If it has passed, the message is sent at once. */
  public ScheduledConversation at(Instant time) {
    Objects.requireNonNull(time, "time");
    return new ScheduledConversation(client, scope, name, null, zone, time, missed, priority);
  }

  /** Sets the only time, relative to now. */
  public ScheduledConversation in(Duration pause) {
    return at(Instant.now().plus(pause));
  }

  /**
   * Defines how times are handled that passed more than a minute ago while no process ran; {@link
   * MissedRun#RUN_ONCE} by default.
   */
  public ScheduledConversation missed(MissedRun missed) {
    return new ScheduledConversation(client, scope, name, cron, zone, at, missed, priority);
  }

  /** Sets the priority of the turns, 0 by default; see {@link DurableConversation#priority}. */
  public ScheduledConversation priority(int priority) {
    DurableRequest.checkPriority(priority);
    return new ScheduledConversation(client, scope, name, cron, zone, at, missed, priority);
  }

  /**
   * Stores the schedule in place of the one with its name in the conversation. Storing the same
   * schedule again, for example at every start of an application, changes nothing.
   *
   * @throws AdkException {@code VALIDATION_EXCEPTION} without a time, or for an expression that
   *     cannot be parsed; {@code E_LIMIT_REACHED} if the conversation has 100 schedules
   */
  public Schedule send(String text) {
    return send(text, AgentVerbs.NO_OPTIONS);
  }

  /** Does the same with options for the turns. */
  public Schedule send(String text, Consumer<? super TurnOptions> options) {
    new Violations()
        .check(
            !name.isBlank() && name.length() <= LONGEST_NAME,
            "$.name",
            "range",
            "must have 1 to " + LONGEST_NAME + " characters")
        .check(cron != null || at != null, "$.cron", "required", "needs cron, at or in")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    StoredTurn turn =
        new DurableConversation(client, scope, null, priority, null)
            .asked(Message.user(text), AgentVerbs.chosen(options));
    StoredTurn.Acceptance asked = Objects.requireNonNull(turn.acceptance());
    Instant now = Instant.now();
    return client
        .registry()
        .schedules()
        .put(
            new Schedule(
                scope,
                name,
                cron,
                zone,
                missed,
                false,
                at == null ? next(Objects.requireNonNull(cron), zone, now) : at,
                asked.input(),
                Objects.requireNonNull(turn.memo()),
                asked.fingerprint()));
  }

  private Instant next(String cron, ZoneId zone, Instant now) {
    try {
      Instant next = client.registry().cronTimes().next(cron, zone, now);
      if (next == null) {
        throw new IllegalArgumentException("it has no time to come");
      }
      return next;
    } catch (IllegalArgumentException e) {
      throw new AdkException(
          AdkErrorCode.VALIDATION_EXCEPTION,
          "$.cron '" + cron + "' cannot be used: " + e.getMessage(),
          e);
    }
  }

  /** Returns the schedule as it is stored. */
  public Optional<Schedule> find() {
    return client.registry().schedules().list(scope).stream()
        .filter(known -> known.name().equals(name))
        .findFirst();
  }

  /**
   * Accepts no turn until {@link #resume}. Returns false if the schedule does not exist, or its
   * time is now.
   */
  public boolean pause() {
    return find()
        .filter(it -> client.registry().schedules().change(it, true, it.next()))
        .isPresent();
  }

  /** Resumes the schedule after {@link #pause}. Times that passed in between are skipped. */
  public boolean resume() {
    return find()
        .filter(Schedule::paused)
        .filter(
            it -> {
              String cron = it.cron();
              Instant next = cron == null ? it.next() : next(cron, it.zone(), Instant.now());
              return client.registry().schedules().change(it, false, next);
            })
        .isPresent();
  }

  /**
   * Removes the schedule. Turns that it began continue. Returns false if the schedule does not
   * exist.
   */
  public boolean remove() {
    return client.registry().schedules().remove(scope, name);
  }
}
