package dev.adk4j.web.internal.mcp;

import dev.adk4j.limit.RequestLimits;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Parts that all calls share.
 *
 * @param limits limits of requests that are open at the same time
 * @param hold maximum time that a request waits at a gate
 */
record McpParts(
    ProtocolGates protocolGates,
    McpGates gates,
    McpWaited waited,
    RequestLimits limits,
    InstantSource clock,
    Duration hold) {

  Instant now() {
    return clock.instant();
  }
}
