package dev.adk4j.boot.internal.properties;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties under {@code adk.gates}.
 *
 * @param enabled Stores gates, so that they survive a restart and can be settled from other nodes.
 * @param keepContent Keeps payloads, values and comments of gates in the tables. If false, a value
 *     is stored only from the decision until the turn has received it. The actor, time and kind of
 *     a decision are always kept.
 * @param requiredAuthorities Authorities required to settle a gate, by the gate's reason. An actor
 *     needs all of them. A reason that is not listed requires none: any actor of the tenant can
 *     settle its gates, except those of their own turns.
 * @param allowOwnSubject Allows the subject of a turn to settle the gates of that turn. Off by
 *     default, so that users cannot approve their own requests.
 * @param heartbeat Interval at which a node with waiting turns records that it is alive.
 * @param deadAfter Time without a heartbeat after which a node counts as dead and its gates as
 *     orphaned. At least twice adk.gates.heartbeat. The default allows three missed heartbeats.
 * @param verdictTimeout Time that a settlement waits for another node to validate the value.
 * @param maxComment Maximum number of characters in the comment of a rejection. A longer comment is
 *     rejected with status 413, and nothing is stored.
 * @param maxValue Maximum size of the value of a resolution, as JSON in UTF-8, up to 64MB. A larger
 *     value is rejected with status 413, and nothing is stored.
 * @param listen Receives decisions through PostgreSQL notifications, over one connection that is
 *     held while a turn waits. If false, or with another database, nodes poll for decisions.
 * @param pollInterval Interval at which a node polls for decisions, from 1ms to 1s. Used if the
 *     database sends no notifications.
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

  /** The defaults. A test compares them with the annotations. */
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
    PropertyRules.notNegative("adk.gates.verdict-timeout", verdictTimeout);
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

  /**
   * Properties under {@code adk.gates.web}.
   *
   * @param enabled Provides HTTP endpoints that list and settle gates. Requires Spring Security or
   *     a GateActors bean. If adk.gates.required-authorities is empty, any actor of a tenant can
   *     settle all of its gates, except those of their own turns.
   * @param path Path of the HTTP endpoints for gates. Must begin with a slash.
   */
  public record Web(
      @DefaultValue("false") boolean enabled, @DefaultValue("/adk/gates") String path) {

    public Web {
      require(path.startsWith("/"), "web.path", path, "must begin with a slash");
    }
  }

  private static void require(boolean holds, String name, Object value, String reason) {
    PropertyRules.require(holds, "adk.gates." + name, value, reason);
  }
}
