package dev.adk4j.limit;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the limits of a public service, at the doors where turns are asked for: the agent client,
 * the event stream, the desk of gates. The engine knows nothing of them. One for all doors of a
 * process. Thread-safe.
 *
 * <p>A turn without subject is held to the limits of the node alone, unless those of a tenant count
 * {@linkplain Builder#shareWithoutSubject as one subject}.
 */
@NoJsonForm
public final class DoorLimits {

  private static final Logger log = LoggerFactory.getLogger(DoorLimits.class);
  private static final Duration HOUR = Duration.ofHours(1);

  private final OpenCount turns;
  private final OpenCount streams;
  private final OpenCount gates;
  private final int turnsPerHour;
  private final int conversationsPerHour;
  private final @Nullable Duration gateTimeout;
  private final boolean shareWithoutSubject;
  private final RateCounter rates;
  private final KnownConversations conversations;
  private final Map<Limit, LongAdder> refusals = new EnumMap<>(Limit.class);
  private final AtomicBoolean told;

  private DoorLimits(Builder builder) {
    this.turns = builder.count(Limit.OPEN_TURNS, Limit.OPEN_TURNS_PER_SUBJECT);
    this.streams = builder.count(Limit.STREAMS, Limit.STREAMS_PER_SUBJECT);
    this.gates = builder.count(null, Limit.OPEN_GATES_PER_SUBJECT);
    this.turnsPerHour = builder.most(Limit.TURNS_PER_HOUR);
    this.conversationsPerHour = builder.most(Limit.CONVERSATIONS_PER_HOUR);
    this.gateTimeout = builder.gateTimeout;
    this.shareWithoutSubject = builder.shareWithoutSubject;
    this.rates = builder.rates == null ? new InMemoryRateCounter(builder.clock) : builder.rates;
    this.conversations = new KnownConversations(builder.clock);
    this.told = new AtomicBoolean(builder.most.values().stream().allMatch(most -> most == 0));
    for (Limit limit : Limit.values()) {
      refusals.put(limit, new LongAdder());
    }
  }

  public static Builder builder() {
    return new Builder();
  }

  /** No limits. */
  public static DoorLimits none() {
    return builder().build();
  }

  /**
   * Admits a turn; the permit is to be closed when it has ended, or was not started.
   *
   * @throws LimitException where a limit is reached
   */
  public Permit turn(Scope scope) {
    Owner owner = owner(scope);
    return counted(
        () -> {
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
   * Admits a client that is written a stream of events; the permit is to be closed when it leaves.
   *
   * @throws LimitException where a limit is reached
   */
  public Permit stream(Scope scope) {
    Owner owner = owner(scope);
    return counted(() -> streams.take(owner));
  }

  /** Refuses what {@link #stream} would refuse now, before anything is started for it. */
  public void checkStream(Scope scope) {
    Owner owner = owner(scope);
    counted(
        () -> {
          streams.check(owner);
          return true;
        });
  }

  /**
   * Admits a gate; the permit is to be closed when nobody waits at it any more.
   *
   * @throws LimitException where a limit is reached
   */
  public Permit gate(Scope scope) {
    Owner owner = owner(scope);
    return counted(() -> gates.take(owner));
  }

  /** When a gate is given up that was opened without a timeout; empty for never. */
  public Optional<Duration> gateTimeout() {
    return Optional.ofNullable(gateTimeout);
  }

  /** How many streams are open on this node. */
  public int openStreams() {
    return streams.all();
  }

  /** How often that limit refused something on this node. */
  public long refusals(Limit limit) {
    return Objects.requireNonNull(refusals.get(limit)).sum();
  }

  /** A new conversation of this hour counts as one, and then the turn does. */
  private void checkRates(@Nullable Owner owner, @Nullable String conversation) {
    if (owner == null) {
      return;
    }
    if (conversation != null
        && conversationsPerHour > 0
        && !conversations.contains(owner, conversation)) {
      take(Limit.CONVERSATIONS_PER_HOUR, owner, conversationsPerHour);
      conversations.add(owner, conversation);
    }
    if (turnsPerHour > 0) {
      take(Limit.TURNS_PER_HOUR, owner, turnsPerHour);
    }
  }

  private void take(Limit limit, Owner owner, int most) {
    rates
        .take(new Rate(limit, owner.tenant(), owner.subject(), most, HOUR))
        .ifPresent(
            wait -> {
              throw new LimitException(limit, most, wait);
            });
  }

  private @Nullable Owner owner(Scope scope) {
    if (scope.subject() != null) {
      return new Owner(scope.tenant(), scope.subject());
    }
    if (shareWithoutSubject) {
      return new Owner(scope.tenant(), "");
    }
    if (told.compareAndSet(false, true)) {
      log.info(
          "A turn has no subject in its scope: it is held to the limits of the node alone, and not"
              + " to those of a subject.");
    }
    return null;
  }

  private <T> T counted(Supplier<T> asked) {
    try {
      return asked.get();
    } catch (LimitException e) {
      Objects.requireNonNull(refusals.get(e.limit())).increment();
      throw e;
    }
  }

  /** Builds {@link DoorLimits}; without a call, nothing is limited. */
  public static final class Builder {

    private final Map<Limit, Integer> most = new EnumMap<>(Limit.class);
    private InstantSource clock = InstantSource.system();
    private @Nullable RateCounter rates;
    private @Nullable Duration gateTimeout;
    private boolean shareWithoutSubject;

    private Builder() {}

    /**
     * @param most 0 for no limit
     */
    public Builder limit(Limit limit, int most) {
      this.most.put(limit, most);
      return this;
    }

    /** Gives gates a timeout that were opened without one; none by default. */
    public Builder gateTimeout(@Nullable Duration gateTimeout) {
      this.gateTimeout = gateTimeout;
      return this;
    }

    /** Counts all turns of a tenant that have no subject as those of one; off by default. */
    public Builder shareWithoutSubject(boolean share) {
      this.shareWithoutSubject = share;
      return this;
    }

    /** Counts what is limited in an hour; an {@link InMemoryRateCounter} by default. */
    public Builder rateCounter(RateCounter rates) {
      this.rates = rates;
      return this;
    }

    public Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }

    /**
     * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION}
     */
    public DoorLimits build() {
      Violations violations = new Violations();
      most.forEach(
          (limit, n) ->
              violations.check(n >= 0, "$." + limit.wire(), "range", "must not be negative"));
      violations
          .check(
              gateTimeout == null || gateTimeout.toMillis() >= 1,
              "$.gateTimeout",
              "range",
              "must be at least 1 ms")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new DoorLimits(this);
    }

    private OpenCount count(@Nullable Limit ofAll, Limit ofEach) {
      return new OpenCount(ofAll, ofAll == null ? 0 : most(ofAll), ofEach, most(ofEach));
    }

    private int most(Limit limit) {
      return most.getOrDefault(limit, 0);
    }
  }
}
