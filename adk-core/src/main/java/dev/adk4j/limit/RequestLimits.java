package dev.adk4j.limit;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the requests of users to a public service. Enforced by the components that accept turns:
 * the agent client, the event stream, the gate service. The engine does not depend on it. One
 * instance for each process. Thread-safe.
 *
 * <p>Only the node's limits apply to a turn without a subject, unless those of a tenant count
 * {@linkplain Options#shareWithoutSubject as one subject}.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class RequestLimits {

  private static final Logger log = LoggerFactory.getLogger(RequestLimits.class);
  private static final Duration HOUR = Duration.ofHours(1);

  private final Options options;
  private final RateCounter rates;
  private final OpenCount turns;
  private final OpenCount streams;
  private final OpenCount gates;
  private final KnownConversations conversations;
  private final Map<Limit, LongAdder> refusals = new EnumMap<>(Limit.class);
  private final AtomicBoolean told;

  private RequestLimits(Options options) {
    this.options = options;
    this.rates = options.rates == null ? RateCounter.inMemory(options.clock) : options.rates;
    this.turns = new OpenCount(options, Limit.OPEN_TURNS, Limit.OPEN_TURNS_PER_SUBJECT);
    this.streams = new OpenCount(options, Limit.STREAMS, Limit.STREAMS_PER_SUBJECT);
    this.gates = new OpenCount(options, null, Limit.OPEN_GATES_PER_SUBJECT);
    this.conversations = new KnownConversations(options.clock);
    this.told = new AtomicBoolean(options.most.values().stream().allMatch(n -> n == 0));
    Arrays.stream(Limit.values()).forEach(limit -> refusals.put(limit, new LongAdder()));
  }

  public static RequestLimits of(Options options) {
    return new RequestLimits(options);
  }

  /** Returns limits that allow everything. */
  public static RequestLimits none() {
    return of(Options.NONE);
  }

  /**
   * Admits a turn; close the permit when the turn has ended or was not started.
   *
   * @throws LimitException if a limit is reached
   */
  public Permit turn(Scope scope) {
    return counted(
        scope,
        owner -> {
          Permit permit = turns.take(owner);
          try {
            checkRates(owner, scope.conversation());
            return permit;
          } catch (Throwable e) {
            permit.close();
            throw e;
          }
        });
  }

  /**
   * Counts a durable turn that is accepted now and runs later; it counts as open when it runs.
   *
   * @throws LimitException if an hourly limit is reached
   */
  public void accept(Scope scope) {
    counted(
        scope,
        owner -> {
          checkRates(owner, scope.conversation());
          return true;
        });
  }

  /**
   * Admits the run of a turn that was accepted before; close the permit when it ends.
   *
   * @throws LimitException if too many turns are open
   */
  public Permit run(Scope scope) {
    return counted(scope, turns::take);
  }

  /**
   * Admits a client of an event stream; close the permit when it disconnects.
   *
   * @throws LimitException if a limit is reached
   */
  public Permit stream(Scope scope) {
    return counted(scope, streams::take);
  }

  /** Rejects if {@link #stream} would reject now, before any work starts for it. */
  public void checkStream(Scope scope) {
    counted(
        scope,
        owner -> {
          streams.check(owner);
          return true;
        });
  }

  /**
   * Admits a gate; close the permit when no turn waits at it any more.
   *
   * @throws LimitException if a limit is reached
   */
  public Permit gate(Scope scope) {
    return counted(scope, gates::take);
  }

  /** Returns the timeout of gates that were opened without one; empty for none. */
  public Optional<Duration> gateTimeout() {
    return Optional.ofNullable(options.gateTimeout);
  }

  /** Returns the number of open streams on this node. */
  public int openStreams() {
    return streams.all();
  }

  /** Returns the number of rejections by that limit on this node. */
  public long refusals(Limit limit) {
    return Objects.requireNonNull(refusals.get(limit)).sum();
  }

  /** Counts the conversation if it is new in this hour, then the turn. */
  private void checkRates(@Nullable Owner owner, @Nullable String conversation) {
    if (owner == null) {
      return;
    }
    if (conversation != null
        && options.most(Limit.CONVERSATIONS_PER_HOUR) > 0
        && !conversations.contains(owner, conversation)) {
      take(Limit.CONVERSATIONS_PER_HOUR, owner);
      conversations.add(owner, conversation);
    }
    if (options.most(Limit.TURNS_PER_HOUR) > 0) {
      take(Limit.TURNS_PER_HOUR, owner);
    }
  }

  private void take(Limit limit, Owner owner) {
    int allowed = options.most(limit);
    rates
        .take(new RateCounter.Rate(limit, owner.tenant(), owner.subject(), allowed, HOUR))
        .ifPresent(
            wait -> {
              throw new LimitException(limit, allowed, wait);
            });
  }

  private @Nullable Owner owner(Scope scope) {
    if (scope.subject() != null || options.shareWithoutSubject) {
      return new Owner(scope.tenant(), Objects.requireNonNullElse(scope.subject(), ""));
    }
    if (told.compareAndSet(false, true)) {
      log.info(
          "A turn has no subject in its scope: only the node's limits apply to it, "
              + "not those of a subject.");
    }
    return null;
  }

  private <T> T counted(Scope scope, Function<@Nullable Owner, T> asked) {
    try {
      return asked.apply(owner(scope));
    } catch (LimitException e) {
      Objects.requireNonNull(refusals.get(e.limit())).increment();
      throw e;
    }
  }

  /**
   * Options of the limits. Change a single option with the {@code with…} methods of {@link #NONE}.
   *
   * @param most the limits; 0 or absent for none
   * @param gateTimeout timeout of gates that were opened without one; null for none
   * @param shareWithoutSubject counts all turns of a tenant without a subject as those of one
   *     subject
   * @param rates counter of the hourly limits; null for {@link RateCounter#inMemory}
   */
  public record Options(
      Map<Limit, Integer> most,
      @Nullable Duration gateTimeout,
      boolean shareWithoutSubject,
      @Nullable RateCounter rates,
      InstantSource clock) {

    /** Limits nothing. */
    public static final Options NONE =
        new Options(Map.of(), null, false, null, InstantSource.system());

    public Options {
      most = Map.copyOf(most);
      Violations violations = new Violations();
      most.forEach(
          (limit, n) ->
              violations.check(n >= 0, "$." + limit.wire(), "range", "must not be negative"));
      boolean waits = gateTimeout == null || gateTimeout.toMillis() >= 1;
      violations.check(waits, "$.gateTimeout", "range", "must be at least 1 ms");
      violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    }

    int most(Limit limit) {
      return most.getOrDefault(limit, 0);
    }

    public Options with(Limit limit, int number) {
      Map<Limit, Integer> more = new HashMap<>(most);
      more.put(limit, number);
      return new Options(more, gateTimeout, shareWithoutSubject, rates, clock);
    }
  }
}
