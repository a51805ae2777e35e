package dev.adk4j.boot.gate;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/**
 * Everything under {@code adk.gates}.
 *
 * @param enabled Whether gates are recorded, so that they outlive the process and can be settled
 *     from other nodes.
 * @param keepContent Whether what was asked and answered stays in the tables; who decided, when and
 *     how always does.
 * @param requiredAuthorities The authorities that are all needed to settle gates, by their reason.
 *     A reason that is not listed needs none: everybody of the tenant settles such gates, except
 *     those of their own turns.
 * @param allowOwnSubject Whether whoever a turn works for may settle its gates.
 * @param heartbeat How often a node with waiting turns says that it lives.
 * @param deadAfter After how long a silence a node counts as dead and its gates as orphaned.
 * @param verdictTimeout How long a settlement waits for another node to check the value.
 * @param maxComment How many characters the comment of a rejection may have. A longer one is
 *     refused with 413 before anything is stored.
 * @param maxValue How large the value of a resolution may be, as JSON in UTF-8. A larger one is
 *     refused with 413 before anything is stored.
 * @param listen Whether PostgreSQL tells of decisions, over one connection that is held while a
 *     turn waits; else they are polled for.
 * @param pollInterval How often decisions are looked for where the database does not tell of them;
 *     at most 1s.
 */
public record GateProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("true") boolean keepContent,
    @DefaultValue Map<String, Set<String>> requiredAuthorities,
    @DefaultValue("false") boolean allowOwnSubject,
    @DefaultValue("5s") Duration heartbeat,
    @DefaultValue("20s") Duration deadAfter,
    @DefaultValue("3s") Duration verdictTimeout,
    @DefaultValue("2000") int maxComment,
    @DefaultValue("256KB") DataSize maxValue,
    @DefaultValue("true") boolean listen,
    @DefaultValue("250ms") Duration pollInterval,
    @DefaultValue Web web) {

  /** What the annotations say, compared by a test. */
  public static final GateProperties DEFAULTS =
      new GateProperties(
          true,
          true,
          Map.of(),
          false,
          Duration.ofSeconds(5),
          Duration.ofSeconds(20),
          Duration.ofSeconds(3),
          2_000,
          DataSize.ofKilobytes(256),
          true,
          Duration.ofMillis(250),
          new Web(false, "/adk/gates"));

  public GateProperties {
    require(heartbeat.toMillis() >= 1, "heartbeat", heartbeat, "must be 1ms or more");
    require(
        deadAfter.compareTo(heartbeat.plus(heartbeat)) >= 0,
        "dead-after",
        deadAfter,
        "must be at least twice adk.gates.heartbeat, which is " + heartbeat);
    require(
        !verdictTimeout.isNegative(), "verdict-timeout", verdictTimeout, "must not be negative");
    require(maxComment >= 0, "max-comment", maxComment, "must be 0 or more");
    require(
        maxValue.toBytes() >= 1 && maxValue.compareTo(DataSize.ofMegabytes(64)) <= 0,
        "max-value",
        maxValue,
        "must be from 1B to 64MB");
    require(
        pollInterval.toMillis() >= 1 && pollInterval.compareTo(Duration.ofSeconds(1)) <= 0,
        "poll-interval",
        pollInterval,
        "must be from 1ms to 1s");
  }

  private static void require(boolean holds, String name, Object value, String reason) {
    if (!holds) {
      throw new InvalidConfigurationPropertyValueException("adk.gates." + name, value, reason);
    }
  }

  /**
   * @param enabled Whether gates can be listed and settled over HTTP. Needs Spring Security or a
   *     GateActors bean. Without adk.gates.required-authorities everybody of a tenant settles all
   *     of its gates, except those of their own turns.
   * @param path Where.
   */
  public record Web(
      @DefaultValue("false") boolean enabled, @DefaultValue("/adk/gates") String path) {

    public Web {
      require(path.startsWith("/"), "web.path", path, "must begin with a slash");
    }
  }
}
