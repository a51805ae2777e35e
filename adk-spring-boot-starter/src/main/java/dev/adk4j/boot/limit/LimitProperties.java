package dev.adk4j.boot.limit;

import dev.adk4j.limit.DoorLimits;
import dev.adk4j.limit.Limit;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Everything under {@code adk.limits}.
 *
 * @param openTurns How many turns of the agent client and the event stream may be open on one node;
 *     0 for no limit. One more is refused with 503.
 * @param openTurnsPerSubject How many turns of one subject may be open on one node; 0 for no limit.
 *     One more is refused with 429. The default is more than a person opens.
 * @param streams How many event streams one node writes; 0 for no limit. One more is refused with
 *     503.
 * @param streamsPerSubject How many event streams one node writes for one subject; 0 for no limit.
 *     One more is refused with 429. The default is more than a person has windows.
 * @param openGatesPerSubject How many gates the turns of one subject may wait at on one node; 0 for
 *     no limit. One more fails with E_LIMIT_REACHED in the turn that asks.
 * @param gateTimeout When a gate is given up that was opened without a timeout; 0 for never. The
 *     default leaves time for a holiday. Needs adk.gates.enabled.
 * @param turnsPerHour How many turns one subject may start in an hour; 0 for no limit. One more is
 *     refused with 429.
 * @param conversationsPerHour How many conversations one subject may send to in an hour; 0 for no
 *     limit. One more is refused with 429. A conversation counts once on each node.
 * @param shareWithoutSubject Whether all turns of a tenant that have no subject count as those of
 *     one. Off, they are held to the limits of the node alone, because an application that names no
 *     subject would stop at what one person may do.
 * @param counter Where it is counted what subjects do in an hour: in the memory of each node, so
 *     that each node allows as much; in the storage's database for all nodes together, with one
 *     statement for each turn; or in the buckets of the application's ProxyManager bean of
 *     Bucket4j, whose keys are texts. A RateCounter bean is asked instead of all three.
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

  /** What the annotations say, compared by a test. */
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

  /** Where what is done in an hour is counted. */
  public enum Counter {
    MEMORY,
    DATABASE,
    BUCKET4J
  }

  /** The limits of these properties, before anybody counts. */
  public DoorLimits.Builder limits() {
    DoorLimits.Builder builder =
        DoorLimits.builder()
            .gateTimeout(gateTimeout.isZero() ? null : Duration.ofMillis(gateTimeout.toMillis()))
            .shareWithoutSubject(shareWithoutSubject);
    limits(
            openTurns,
            openTurnsPerSubject,
            streams,
            streamsPerSubject,
            openGatesPerSubject,
            turnsPerHour,
            conversationsPerHour)
        .forEach(builder::limit);
    return builder;
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
    if (!holds) {
      throw new InvalidConfigurationPropertyValueException("adk.limits." + name, value, reason);
    }
  }
}
