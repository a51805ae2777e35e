package dev.adk4j.boot.internal.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code adk.durable}.
 *
 * @param enabled Queues durable turns in the database of the storage and runs them on any node.
 *     Requires adk-durable, adk-jdbc-storage and one data source, or a TurnQueue bean. Off by
 *     default, because a durable turn writes more than other turns.
 * @param threads Maximum number of durable turns that this node runs at a time, each on a thread of
 *     its own. Further turns wait in the queue. The default suits models that take seconds.
 * @param poll Interval at which this node polls for durable turns that other nodes queued or handed
 *     over, one statement each. Turns that this node queued start without this delay.
 * @param heartbeat Interval at which this node renews its claim on durable turns, one statement for
 *     each turn that it runs. Other nodes take over its turns after 4 to 5 intervals without a
 *     heartbeat. Set it to 5s for more than 100 turns at a time.
 * @param drain Maximum time for durable turns of this node to reach the end of their iteration when
 *     the application stops. After it, other nodes resume them immediately.
 * @param eventsKeep Time that the events of a durable turn are stored after its end, so that any
 *     node can stream the turn from any event. The clean-up of the storage deletes them, see
 *     adk.jdbc.clean-up.enabled. With 0, events are not stored, and only the node that runs a
 *     durable turn can stream it. The default suits pages that are reloaded on the same day.
 * @param protocols Runs messages that arrive through AG-UI, the AI SDK and A2A as durable turns,
 *     unless they have files. Requires adk.durable.enabled=true, and adk.durable.events-keep above
 *     0. Off by default, because a durable turn writes more than other turns.
 * @param parkAfter Time that a tool of a durable turn keeps its thread while it waits at a gate
 *     with waitFor. After it, the turn waits in the database, and the tool is called again from its
 *     beginning when the gate is decided. Unset by default: a tool keeps its thread, because not
 *     every tool can be repeated.
 */
public record DurableProperties(
    @DefaultValue("false") boolean enabled,
    @DefaultValue("50") int threads,
    @DefaultValue("200ms") Duration poll,
    @DefaultValue("1s") Duration heartbeat,
    @DefaultValue("20s") Duration drain,
    @DefaultValue("24h") Duration eventsKeep,
    @DefaultValue("false") boolean protocols,
    @Nullable Duration parkAfter) {

  /** The defaults. A test compares them with the annotations. */
  public static final DurableProperties DEFAULTS =
      new DurableProperties(
          false,
          50,
          Duration.ofMillis(200),
          Duration.ofSeconds(1),
          Duration.ofSeconds(20),
          Duration.ofHours(24),
          false,
          null);

  public DurableProperties {
    require(threads >= 1, "threads", threads, "must be 1 or more");
    require(poll.toMillis() >= 1, "poll", poll, "must be 1ms or more");
    require(heartbeat.toMillis() >= 10, "heartbeat", heartbeat, "must be 10ms or more");
    require(!drain.isNegative(), "drain", drain, "must not be negative");
    require(
        parkAfter == null || parkAfter.toMillis() >= 1,
        "park-after",
        parkAfter,
        "must be 1ms or more");
    require(!eventsKeep.isNegative(), "events-keep", eventsKeep, "must not be negative");
  }

  private static void require(boolean holds, String name, @Nullable Object value, String reason) {
    PropertyRules.require(holds, "adk.durable." + name, value, reason);
  }
}
