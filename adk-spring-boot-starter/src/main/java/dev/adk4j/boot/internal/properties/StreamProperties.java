package dev.adk4j.boot.internal.properties;

import dev.adk4j.web.stream.StreamOptions;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Properties under {@code adk.stream}.
 *
 * @param turnBufferSize Maximum size of the events of one turn that a node buffers for clients that
 *     are slow or reconnect. The oldest events are dropped first.
 * @param bufferSize Maximum size of the events of all turns that a node buffers, at least
 *     adk.stream.turn-buffer-size. The oldest ended turns are dropped first.
 * @param retention Time that the events of an ended turn are buffered, so that a client can
 *     reconnect and read the rest.
 * @param heartbeat Longest time without an event on a connection before a comment is sent. A
 *     disconnected client is detected at the next comment. The default is below the idle timeout of
 *     common proxies.
 * @param stall Longest time that a turn waits for the first subscriber of its AgentStream if that
 *     reads too slowly. After it, the subscription ends with an error and the turn continues. A
 *     turn never waits for HTTP clients.
 * @param includeErrorMessage Sends the message of an error to clients. If false, they receive the
 *     error code and its description, because a message may reveal internals.
 */
public record StreamProperties(
    @DefaultValue("4MB") DataSize turnBufferSize,
    @DefaultValue("64MB") DataSize bufferSize,
    @DefaultValue("5m") Duration retention,
    @DefaultValue("15s") Duration heartbeat,
    @DefaultValue("10s") Duration stall,
    @DefaultValue("false") boolean includeErrorMessage) {

  static final StreamProperties DEFAULTS =
      new StreamProperties(
          DataSize.ofMegabytes(4),
          DataSize.ofMegabytes(64),
          Duration.ofMinutes(5),
          Duration.ofSeconds(15),
          Duration.ofSeconds(10),
          false);

  public StreamProperties {
    PropertyRules.require(
        turnBufferSize.toBytes() > 0,
        "adk.stream.turn-buffer-size",
        turnBufferSize,
        "must be more than 0");
    PropertyRules.atLeast(
        "adk.stream.buffer-size", bufferSize, "adk.stream.turn-buffer-size", turnBufferSize);
    PropertyRules.notNegative("adk.stream.retention", retention);
    PropertyRules.positive("adk.stream.heartbeat", heartbeat);
    PropertyRules.notNegative("adk.stream.stall", stall);
  }

  /** Returns these properties as options of the event stream. */
  public StreamOptions options() {
    return new StreamOptions(
        turnBufferSize.toBytes(), bufferSize.toBytes(), retention, heartbeat, includeErrorMessage);
  }
}
