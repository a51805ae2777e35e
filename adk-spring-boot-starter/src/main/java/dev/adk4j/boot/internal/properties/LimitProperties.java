package dev.adk4j.boot.internal.properties;

import dev.adk4j.limit.Limit;
import dev.adk4j.limit.RateCounter;
import dev.adk4j.limit.RequestLimits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code adk.limits}.
 *
 * @param openTurns Maximum number of open turns of AgentClient and the event stream on one node; 0
 *     for no limit. Further turns are rejected with status 503. The default protects the memory of
 *     a node.
 * @param openTurnsPerSubject Maximum number of open turns of one subject on one node; 0 for no
 *     limit. Further turns are rejected with status 429. The default is more than a person usually
 *     has open.
 * @param streams Maximum number of event streams that one node writes at a time; 0 for no limit.
 *     Further streams are rejected with status 503. The default allows two for each open turn.
 * @param streamsPerSubject Maximum number of event streams that one node writes for one subject at
 *     a time; 0 for no limit. Further streams are rejected with status 429. The default is more
 *     windows than a person usually has open.
 * @param openGatesPerSubject Maximum number of gates at which the turns of one subject wait on one
 *     node; 0 for no limit. Opening another gate fails with E_LIMIT_REACHED in the turn.
 * @param gateTimeout Timeout of gates that are opened without one; 0 for none. The default leaves
 *     time for a holiday. Requires adk.gates.enabled.
 * @param turnsPerHour Maximum number of turns that one subject starts in an hour; 0 for no limit.
 *     Further turns are rejected with status 429. The default is ten a minute.
 * @param conversationsPerHour Maximum number of conversations that one subject sends to in an hour;
 *     0 for no limit. Messages to further conversations are rejected with status 429. A
 *     conversation counts once on each node.
 * @param shareWithoutSubject Counts all turns of a tenant without a subject as turns of one
 *     subject. If false, only the limits of the node apply to them, because an application that
 *     names no subject would otherwise be limited like one person.
 * @param counter Storage of the hourly counts: memory (each node allows the full number), database
 *     (all nodes together, with one statement for each turn) or bucket4j (the ProxyManager bean of
 *     the application, with keys of type String). A RateCounter bean of the application replaces
 *     all three.
 */
public record LimitProperties(
    @DefaultValue("1000") int openTurns,
    @DefaultValue("20") int openTurnsPerSubject,
    @DefaultValue("2000") int streams,
    @DefaultValue("20") int streamsPerSubject,
    @DefaultValue("100") int openGatesPerSubject,
    @DefaultValue("7d") Duration gateTimeout,
    @DefaultValue("600") int turnsPerHour,
    @DefaultValue("120") int conversationsPerHour,
    @DefaultValue("false") boolean shareWithoutSubject,
    @DefaultValue("memory") Counter counter) {

  /** The defaults. A test compares them with the annotations. */
  public static final LimitProperties DEFAULTS =
      new LimitProperties(
          1_000, 20, 2_000, 20, 100, Duration.ofDays(7), 600, 120, false, Counter.MEMORY);

  public LimitProperties {
    limits(
            openTurns,
            openTurnsPerSubject,
            streams,
            streamsPerSubject,
            openGatesPerSubject,
            turnsPerHour,
            conversationsPerHour)
        .forEach((limit, most) -> require(most >= 0, limit.wire(), most, "must be 0 or more"));
    require(
        gateTimeout.isZero() || gateTimeout.toMillis() >= 1,
        "gate-timeout",
        gateTimeout,
        "must be 0, or 1ms or more");
  }

  /** Storage of the hourly counts. */
  public enum Counter {
    MEMORY,
    DATABASE,
    BUCKET4J
  }

  /** Returns the limits of these properties, with the given counter and clock. */
  public RequestLimits limits(RateCounter rates, InstantSource clock) {
    Map<Limit, Integer> limits =
        limits(
            openTurns,
            openTurnsPerSubject,
            streams,
            streamsPerSubject,
            openGatesPerSubject,
            turnsPerHour,
            conversationsPerHour);
    Duration timeout = gateTimeout.isZero() ? null : Duration.ofMillis(gateTimeout.toMillis());
    return RequestLimits.of(
        new RequestLimits.Options(limits, timeout, shareWithoutSubject, rates, clock));
  }

  /** In the order of the enumeration. */
  private static Map<Limit, Integer> limits(int... most) {
    Map<Limit, Integer> limits = new EnumMap<>(Limit.class);
    for (Limit limit : Limit.values()) {
      limits.put(limit, most[limit.ordinal()]);
    }
    return limits;
  }

  private static void require(boolean holds, String name, @Nullable Object value, String reason) {
    PropertyRules.require(holds, "adk.limits." + name, value, reason);
  }
}
