package dev.adk4j.springai.tool;

import dev.adk4j.value.Json;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientSession;
import io.modelcontextprotocol.spec.McpClientSession.NotificationHandler;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.InitializeResult;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.mcp.McpConnectionInfo;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.util.ReflectionUtils;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/**
 * Sends requests through an MCP client and returns the server's unmodified response. The client's
 * own methods parse a result as a whole, and lose all of it if they do not know one part.
 */
record McpConnection(McpAsyncClient client, Supplier<@Nullable Object> context, Object lifecycle) {

  private static final TypeRef<Object> RESULT = new TypeRef<>() {};

  /**
   * Returns null for a client other than the SDK's, and for one that validates results against
   * their schemas, which only its own methods do.
   */
  static @Nullable McpConnection of(@Nullable Object client) {
    Object async = async(client);
    Object lifecycle = async == null ? null : field(async, "initializer");
    if (!(async instanceof McpAsyncClient known)
        || lifecycle == null
        || Boolean.TRUE.equals(field(async, "enableCallToolSchemaCaching"))) {
      return null;
    }
    Object context = client instanceof McpSyncClient ? field(client, "contextProvider") : null;
    return new McpConnection(
        known, context instanceof Supplier<?> given ? given::get : () -> null, lifecycle);
  }

  static @Nullable Object async(@Nullable Object client) {
    return client instanceof McpSyncClient ? field(client, "delegate") : client;
  }

  /** Reads a private field: neither client nor callback exposes the connection. */
  static @Nullable Object field(Object object, String name) {
    DirectFieldAccessor fields = new DirectFieldAccessor(object);
    return fields.isReadableProperty(name) ? fields.getPropertyValue(name) : null;
  }

  /** Returns the application's name for the connection, and the server's own name if known. */
  static String server(McpAsyncClient client) {
    Implementation own = client.getClientInfo();
    InitializeResult started = client.getCurrentInitializationResult();
    String name = own == null ? "MCP" : own.title() == null ? own.name() : own.title();
    return started == null || started.serverInfo() == null
        ? name
        : name + " (" + started.serverInfo().name() + ")";
  }

  McpConnectionInfo info() {
    return McpConnectionInfo.builder()
        .clientCapabilities(client.getClientCapabilities())
        .clientInfo(client.getClientInfo())
        .initializeResult(client.getCurrentInitializationResult())
        .build();
  }

  /** Returns the result of the request; empty if the server has no tools at all. */
  Mono<JsonNode> send(String method, Object params) {
    Function<Object, Mono<Object>> ask =
        started -> {
          InitializeResult result = (InitializeResult) invoke(started, "initializeResult");
          if (result.capabilities() == null || result.capabilities().tools() == null) {
            return Mono.empty();
          }
          McpClientSession session = (McpClientSession) invoke(started, "mcpSession");
          changes(session);
          return session.sendRequest(method, params, RESULT);
        };
    @SuppressWarnings("unchecked")
    Mono<Object> sent = (Mono<Object>) invoke(lifecycle, "withInitialization", method, ask);
    Object given = context.get();
    return (given == null
            ? sent
            : sent.contextWrite(all -> all.put(McpTransportContext.KEY, given)))
        .map(McpConnection::json);
  }

  /** Returns the changes in the current session; null without one. */
  @Nullable ToolChanges changes() {
    return field(lifecycle, "initializationRef") instanceof AtomicReference<?> current
            && current.get() instanceof Object started
            && field(started, "mcpClientSession") instanceof AtomicReference<?> session
            && session.get() instanceof McpClientSession known
        ? changes(known)
        : null;
  }

  /** Makes a session count changes. A client that reconnects has another one. */
  @SuppressWarnings("unchecked")
  private static @Nullable ToolChanges changes(McpClientSession session) {
    return field(session, "notificationHandlers") instanceof Map<?, ?> handlers
        ? (ToolChanges)
            ((Map<String, NotificationHandler>) handlers)
                .compute(
                    McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED,
                    (method, own) -> own instanceof ToolChanges ? own : new ToolChanges(own))
        : null;
  }

  private static Object invoke(Object target, String name, Object... args) {
    Method method =
        Objects.requireNonNull(
            ReflectionUtils.findMethod(target.getClass(), name, (Class<?>[]) null), name);
    ReflectionUtils.makeAccessible(method);
    return Objects.requireNonNull(ReflectionUtils.invokeMethod(method, target, args), name);
  }

  /** Returns a value as JSON of the protocol, written by the SDK's mapper. */
  static JsonNode json(Object value) {
    try {
      return Json.read(McpJsonDefaults.getMapper().writeValueAsString(value));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
