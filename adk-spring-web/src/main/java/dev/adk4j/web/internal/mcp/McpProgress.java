package dev.adk4j.web.internal.mcp;

import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import org.jspecify.annotations.Nullable;

/** Progress of one call, for a client that requested it. */
final class McpProgress {

  private final McpSyncServerExchange exchange;
  private final @Nullable Object token;
  private double told;
  private long last = System.nanoTime();

  McpProgress(McpSyncServerExchange exchange, CallToolRequest request) {
    this.exchange = exchange;
    this.token = request.progressToken();
  }

  /** The value must increase; its final value is unknown. */
  void tell(String message) {
    last = System.nanoTime();
    if (token != null) {
      exchange.progressNotification(new ProgressNotification(token, ++told, null, message, null));
    }
  }

  boolean isSilent(long millis) {
    return System.nanoTime() - last > millis * 1_000_000;
  }
}
