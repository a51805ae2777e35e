package dev.adk4j.boot.protocol.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.protocol.ProtocolsScene;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.storage.StorageAdapter;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.support.GenericApplicationContext;

/** A call that waited at a node that is gone. */
@Timeout(120)
class McpOtherNodeTests {

  private static final Map<String, Object> REFUND = Map.of("number", "1", "amount", 7);

  private final StorageAdapter storage = new InMemoryStorageAdapter();
  private final TurnStore store = TurnStore.inMemory();

  private ProtocolsScene node() {
    Consumer<GenericApplicationContext> stores =
        parts -> {
          parts.registerBean(StorageAdapter.class, () -> storage);
          parts.registerBean(TurnStore.class, () -> store);
        };
    return new ProtocolsScene(
        ProtocolsScene.Layout.PLAIN, stores, "spring.ai.mcp.server.request-timeout=500ms");
  }

  private static String refund(ProtocolsScene node) {
    try (McpSyncClient client =
        McpClient.sync(
                HttpClientStreamableHttpTransport.builder(node.mcp.resolve("/").toString())
                    .endpoint("/mcp")
                    .httpRequestCustomizer(
                        (request, method, uri, body, context) ->
                            request.setHeader("Authorization", "Bearer ann"))
                    .build())
            .build()) {
      client.initialize();
      return client
          .callTool(CallToolRequest.builder("refund").arguments(REFUND).build())
          .content()
          .stream()
          .map(content -> ((TextContent) content).text())
          .toList()
          .toString();
    }
  }

  @Test
  void sameCallFindsItsDecision() {
    try (ProtocolsScene first = node()) {
      assertThat(refund(first)).contains("Waits for approval");
    }
    try (ProtocolsScene second = node()) {
      GateService service = second.context.getBean(GateService.class);
      service.settle(
          service.list(GateQuery.UNDECIDED).getFirst().ref(),
          GateActor.of("ann", "default", List.of(), "http"),
          GateDecision.resolve(Map.of("approved", true)));

      assertThat(refund(second)).contains("approved by ann (http)", "refunded 7");
      assertThat(second.desk().refunds).hasValue(1);
    }
  }
}
