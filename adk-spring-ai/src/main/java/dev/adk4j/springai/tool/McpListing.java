package dev.adk4j.springai.tool;

import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.PaginatedRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.mcp.AsyncMcpToolCallback;
import org.springframework.ai.mcp.McpConnectionInfo;
import org.springframework.ai.mcp.McpToolFilter;
import org.springframework.ai.mcp.McpToolNamePrefixGenerator;
import org.springframework.ai.mcp.SyncMcpToolCallback;
import org.springframework.ai.mcp.ToolContextToMcpMetaConverter;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.util.Assert;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lists the tools of the MCP servers of Spring AI's provider, each server and each tool separately,
 * and uses the provider's cache, which its event of changed tools clears. The provider's own
 * listing fails completely for one unavailable server or one unreadable tool.
 *
 * <p>A server that does not respond in time is not waited for again until it has responded: its
 * list becomes available in a later turn. Until a server returns a new list, its last one is used.
 * Thread-safe.
 */
final class McpListing {

  private static final int MAX_PAGES = 100;
  private static final int MAX_TOOLS = 1_000;

  private final DirectFieldAccessor fields;
  private final McpToolFilter filter;
  private final McpToolNamePrefixGenerator names;
  private final ToolContextToMcpMetaConverter meta;
  private final List<Server> servers = new ArrayList<>();
  private final Duration patience;
  private final Lock lock = new ReentrantLock();
  private volatile int begun;
  private int ended;
  private int cleared;

  private McpListing(
      ToolCallbackProvider provider,
      McpToolFilter filter,
      McpToolNamePrefixGenerator names,
      ToolContextToMcpMetaConverter meta,
      Duration patience) {
    this.fields = new DirectFieldAccessor(provider);
    this.filter = filter;
    this.names = names;
    this.meta = meta;
    this.patience = patience;
  }

  /**
   * Returns null for another kind of provider, and for clients that must list tools by themselves.
   */
  static @Nullable McpListing of(ToolCallbackProvider provider, Duration patience) {
    if (!(McpConnection.field(provider, "mcpClients") instanceof List<?> clients)
        || !(McpConnection.field(provider, "toolFilter") instanceof McpToolFilter filter)
        || !(McpConnection.field(provider, "toolNamePrefixGenerator")
            instanceof McpToolNamePrefixGenerator names)
        || !(McpConnection.field(provider, "toolContextToMcpMetaConverter")
            instanceof ToolContextToMcpMetaConverter meta)
        || !(McpConnection.field(provider, "invalidateCache") instanceof Boolean)
        || !(McpConnection.field(provider, "cachedToolCallbacks") instanceof List<?>)) {
      return null;
    }
    McpListing listing = new McpListing(provider, filter, names, meta, patience);
    for (Object client : clients) {
      McpConnection connection = McpConnection.of(client);
      if (connection == null) {
        return null;
      }
      listing.servers.add(listing.new Server(client, connection));
    }
    return listing;
  }

  /**
   * Returns the tools of all servers. Turns that waited for a list to be read share the next one,
   * so that a slow server delays none of them by more than two lists.
   */
  Listed read() throws InterruptedException {
    int before = begun;
    lock.lockInterruptibly();
    try {
      if (ended <= before) {
        int number = begun + 1;
        begun = number;
        refresh();
        ended = number;
      }
      Listed all = new Listed();
      servers.forEach(server -> all.add(server.last));
      fields.setPropertyValue("cachedToolCallbacks", List.copyOf(all.callbacks()));
      return all;
    } finally {
      lock.unlock();
    }
  }

  private void refresh() throws InterruptedException {
    if (Boolean.TRUE.equals(fields.getPropertyValue("invalidateCache"))) {
      // Before the servers are queried, so a concurrent change is not lost.
      fields.setPropertyValue("invalidateCache", false);
      cleared++;
    }
    long end = System.nanoTime() + patience.toNanos();
    servers.forEach(Server::ask);
    for (Server server : servers) {
      server.take(end - System.nanoTime());
    }
  }

  /**
   * State of a server's list.
   *
   * @param session null before the first one
   * @param changes changes of the tools in the session
   * @param cleared number of times that the provider's cache was cleared
   */
  private record Version(@Nullable ToolChanges session, int changes, int cleared) {}

  /** Pages of a server's list, and the error after them, if any. */
  private record Pages(List<JsonNode> tools, @Nullable Object problem) {}

  private final class Server {

    private final Object client;
    private final McpConnection connection;
    private Listed last = new Listed();
    private @Nullable Version known;
    private Version wanted = new Version(null, 0, 0);
    private boolean late;
    private @Nullable CompletableFuture<@Nullable Pages> asked;

    private Server(Object client, McpConnection connection) {
      this.client = client;
      this.connection = connection;
    }

    /** Requests a new list; a request under way is awaited first. */
    private void ask() {
      ToolChanges session = connection.changes();
      Version now = new Version(session, session == null ? 0 : session.count(), cleared);
      if (asked == null && !now.equals(known)) {
        wanted = now;
        asked = page(null, new ArrayList<>(), new HashSet<>()).toFuture();
      }
    }

    private Mono<Pages> page(@Nullable String cursor, List<JsonNode> tools, Set<String> cursors) {
      PaginatedRequest request = new PaginatedRequest(cursor);
      return Mono.defer(() -> connection.send(McpSchema.METHOD_TOOLS_LIST, request))
          .flatMap(page -> next(page, tools, cursors))
          .defaultIfEmpty(new Pages(tools, null))
          .onErrorResume(e -> Mono.just(new Pages(tools, e)));
    }

    /** Returns the pages after this one; empty if it is the last. */
    private Mono<Pages> next(JsonNode page, List<JsonNode> tools, Set<String> cursors) {
      page.path("tools").forEach(tools::add);
      Assert.isTrue(page.path("tools").isArray(), "the response is not a list of tools");
      JsonNode cursor = page.path("nextCursor");
      String next = cursor.isBoolean() ? "" : cursor.asString("");
      if (tools.size() > MAX_TOOLS) {
        return Mono.just(new Pages(tools, "the list has more than " + MAX_TOOLS + " tools"));
      }
      if (next.isEmpty()) {
        return cursor.isContainer()
            ? Mono.just(new Pages(tools, "the list names its next page by " + cursor))
            : Mono.empty();
      }
      if (!cursors.add(next)) {
        return Mono.just(new Pages(tools, "the list returns the same next page again"));
      }
      return cursors.size() < MAX_PAGES
          ? page(next, tools, cursors)
          : Mono.just(new Pages(tools, "the list has more than " + MAX_PAGES + " pages"));
    }

    private void take(long nanos) throws InterruptedException {
      if (asked == null) {
        return;
      }
      String name = McpConnection.server(connection.client());
      try {
        Pages pages =
            Objects.requireNonNull(asked.get(late ? 0 : Math.max(0, nanos), TimeUnit.NANOSECONDS));
        asked = null;
        late = false;
        boolean failed = pages.problem() instanceof Throwable;
        ToolChanges session = connection.changes();
        // The first request begins the session, which counts from zero.
        Version first = new Version(session, 0, wanted.cleared());
        known = failed ? null : wanted.session() == null ? first : wanted;
        Listed read = new Listed();
        if (!failed || last.callbacks().isEmpty()) {
          name = McpConnection.server(connection.client());
          read(pages.tools(), name, read);
        } else {
          read.callbacks().addAll(last.callbacks());
        }
        if (pages.problem() != null) {
          read.problem(name, null, pages.problem());
        } else if (session != null) {
          missing(session.takeFailed(), name, read);
        }
        last = read;
      } catch (TimeoutException e) {
        late = true;
        Listed kept = new Listed(last.callbacks(), new ArrayList<>());
        kept.problem(name, null, "no response within " + patience.toSeconds() + " s");
        last = kept;
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }

    /** Reports tools that were called and are not in the server's list any more. */
    private static void missing(Set<String> failed, String name, Listed read) {
      Set<String> listed =
          read.callbacks().stream()
              .map(callback -> callback.getToolDefinition().name())
              .collect(Collectors.toSet());
      failed.stream()
          .filter(tool -> !listed.contains(tool))
          .forEach(
              tool ->
                  read.problem(name, tool, "its call failed, and the server lists it no longer"));
    }

    private void read(List<JsonNode> tools, String name, Listed read) {
      McpConnectionInfo info = connection.info();
      for (JsonNode tool : tools.subList(0, Math.min(MAX_TOOLS, tools.size()))) {
        try {
          McpSchema.Tool readable = tool(tool);
          if (filter.test(info, readable)) {
            read.callbacks().add(callback(readable, names.prefixedToolName(info, readable)));
          }
        } catch (RuntimeException e) {
          read.problem(name, named(info, tool.path("name").asString("")), e);
        }
      }
    }

    private String named(McpConnectionInfo info, String name) {
      return name.isBlank()
          ? "(unnamed)"
          : names.prefixedToolName(info, McpSchema.Tool.builder(name, Map.of()).build());
    }

    /** Omits parts that the SDK cannot read and a call does not need. */
    private static McpSchema.Tool tool(JsonNode tool) {
      JsonNode schema = tool.path("inputSchema");
      Assert.isTrue(!tool.path("name").stringValue("").isBlank(), "it has no name");
      Assert.isTrue(
          schema.isObject() || schema.isNull() || schema.isMissingNode(),
          "its input schema is not an object");
      try {
        return convert(tool);
      } catch (RuntimeException e) {
        ObjectNode needed = tool.deepCopy().asObject().retain("name", "description", "inputSchema");
        JsonNode said = needed.path("description");
        return convert(said.isContainer() ? needed.put("description", said.toString()) : needed);
      }
    }

    private static McpSchema.Tool convert(JsonNode tool) {
      try {
        return McpJsonDefaults.getMapper().readValue(tool.toString(), McpSchema.Tool.class);
      } catch (java.io.IOException e) {
        throw new IllegalArgumentException(e.getMessage(), e);
      }
    }

    private ToolCallback callback(McpSchema.Tool tool, String name) {
      return client instanceof McpSyncClient sync
          ? SyncMcpToolCallback.builder()
              .mcpClient(sync)
              .tool(tool)
              .prefixedToolName(name)
              .toolContextToMcpMetaConverter(meta)
              .build()
          : AsyncMcpToolCallback.builder()
              .mcpClient((McpAsyncClient) client)
              .tool(tool)
              .prefixedToolName(name)
              .toolContextToMcpMetaConverter(meta)
              .build();
    }
  }
}
