package dev.adk4j.boot.durable;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Properties under {@code adk.durable}.
 *
 * @param enabled Queues durable turns in the database of the storage and runs them on any node.
 *     Needs adk-durable, adk-jdbc-storage and one data source, or a TurnQueue bean. Off by default,
 *     because a durable turn writes more than another.
 * @param threads Maximum number of durable turns that this node runs at a time, each on a virtual
 *     thread. More wait in the queue. The default fits models that take seconds.
 * @param poll Time between two looks of this node for durable turns that other nodes queued or
 *     handed over, one statement each. Turns that this node queued do not wait for it.
 * @param heartbeat Time between two signs of life of this node, one statement for each durable turn
 *     that it runs. Other nodes go on with its turns after 4 to 6 intervals of silence. Set it to
 *     5s with more than 100 turns at a time.
 * @param drain Maximum time that durable turns of this node have to reach the end of their
 *     iteration when the application stops; then they are interrupted. Other nodes go on with them
 *     at once.
 */
public record DurableProperties(
    @DefaultValue("false") boolean enabled,
    @DefaultValue("50") int threads,
    @DefaultValue("200ms") Duration poll,
    @DefaultValue("1s") Duration heartbeat,
    @DefaultValue("20s") Duration drain) {

  /** The defaults. A test compares them with the annotations. */
  public static final DurableProperties DEFAULTS =
      new DurableProperties(
          false, 50, Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(20));

  public DurableProperties {
    require(threads >= 1, "threads", threads, "must be 1 or more");
    require(poll.toMillis() >= 1, "poll", poll, "must be 1ms or more");
    require(heartbeat.toMillis() >= 10, "heartbeat", heartbeat, "must be 10ms or more");
    require(!drain.isNegative(), "drain", drain, "must not be negative");
  }

  private static void require(boolean holds, String property, Object value, String reason) {
    if (!holds) {
      throw new InvalidConfigurationPropertyValueException(
          "adk.durable." + property, value, reason);
    }
  }
}
