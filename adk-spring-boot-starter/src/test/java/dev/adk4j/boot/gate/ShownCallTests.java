package dev.adk4j.boot.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.OwnConfigurations.ImportOwn;
import dev.adk4j.boot.StreamingApp;
import dev.adk4j.boot.protocol.ProtocolClient;
import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.gate.GateActor;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.tool.AgentTool;
import dev.adk4j.tool.Approval;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolParam;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.stream.TurnEventStream;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.JsonNode;

/**
 * What approvers see of a call, over HTTP, as a server-sent event and in the actuator, is what its
 * tool gets. The mappers of Boot are set to leave out what they can.
 */
@Timeout(300)
class ShownCallTests {

  private static final String ARGS =
      """
      {"account":12345678901234567890,"amount":1.500000000000000000010,
       "note":"Grüße 🦊 \\ud800 \\"<&>\\u0000","parts":[{"b":[1,[2,null]],"a":{"k":""}},{}],
       "free":{"n":9007199254740993,"z":null,"none":[],"a":false,"\\udc00":"x"}}\
      """;

  private static final BlockingQueue<JsonNode> GOT = new LinkedBlockingQueue<>();

  @AutoClose private static ConfigurableApplicationContext app;
  private static ProtocolClient client;
  @AutoClose private static HttpClient http;
  private static URI base;

  @BeforeAll
  static void start() {
    app =
        new SpringApplicationBuilder(App.class)
            .properties(
                "server.port=0",
                "adk.gates.web.enabled=true",
                "adk.endpoint.include-content=true",
                "adk.llm.approval.tools=named",
                "management.endpoints.web.exposure.include=adkgates",
                "spring.jackson.default-property-inclusion=non_empty",
                "spring.jackson.serialization.order-map-entries-by-keys=true")
            .run();
    base = URI.create("http://localhost:" + app.getEnvironment().getProperty("local.server.port"));
    http = HttpClient.newHttpClient();
    client = new ProtocolClient(base, null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"annotated", "named"})
  void threeApproversSeeTheArgumentsOfTheTool(String tool) throws Exception {
    JsonNode args = Json.read(ARGS);
    HttpResponse<InputStream> turn =
        http.send(
            HttpRequest.newBuilder(base.resolve("/turns?tool=" + tool))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build(),
            BodyHandlers.ofInputStream());
    try (BufferedReader events =
        new BufferedReader(new InputStreamReader(turn.body(), StandardCharsets.UTF_8))) {
      JsonNode event = next(events, "turnGateOpen");
      assertThat(event.at("/payload/args")).isEqualTo(args);
      String ref = event.path("ref").stringValue();

      JsonNode one = get("/adk/gates/" + ref);
      assertThat(one.at("/payload/args")).isEqualTo(args);
      assertThat(one.at("/payload/tool").stringValue()).isEqualTo(tool);
      assertThat(get("/adk/gates").at("/gates/0/payload")).isEqualTo(one.at("/payload"));
      assertThat(get("/actuator/adkgates").at("/gates/0/payload")).isEqualTo(one.at("/payload"));
      assertThat(event.path("payload")).isEqualTo(one.at("/payload"));

      Reply settled = client.post("/adk/gates/" + ref, "{\"decision\":\"resolve\",\"value\":true}");
      assertThat(settled.status()).as(settled.body()).isEqualTo(200);
      assertThat(GOT.poll(2, TimeUnit.MINUTES)).isEqualTo(args);
      next(events, "end");
    }
    assertThat(get("/adk/gates").path("gates")).isEmpty();
  }

  private static JsonNode next(BufferedReader events, String name) throws Exception {
    for (String line = events.readLine(); line != null; line = events.readLine()) {
      if (line.equals("event:" + name)) {
        return Json.read(events.readLine().substring("data:".length()));
      }
    }
    throw new AssertionError("the stream ended without " + name);
  }

  private static JsonNode get(String path) {
    Reply answer = client.get(path);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  /** Says what it was called with. */
  static class Payments {

    @AgentTool(description = "Pays.", approval = Approval.REQUIRED)
    String annotated(
        BigInteger account,
        BigDecimal amount,
        String note,
        @ToolParam(description = "anything") JsonNode parts,
        @ToolParam(description = "anything") JsonNode free) {
      GOT.add(
          JsonValue.of(
                  Map.of(
                      "account", account, "amount", amount, "note", note, "parts", parts, "free",
                      free))
              .node());
      return "paid";
    }
  }

  @StreamingApp
  @ImportAutoConfiguration({
    JacksonEndpointAutoConfiguration.class,
    EndpointAutoConfiguration.class,
    WebEndpointAutoConfiguration.class,
    ManagementContextAutoConfiguration.class,
    AdkGatesAutoConfiguration.class,
    AdkGatesWebAutoConfiguration.class
  })
  @ImportOwn({
    "llm.AdkBudgetAutoConfiguration",
    "web.AdkWebAutoConfiguration",
    "actuate.AdkActuatorAutoConfiguration"
  })
  @Import(InMemoryStorageAdapter.class)
  static class App {

    @Bean
    Payments payments() {
      return new Payments();
    }

    @Bean
    Tool named() {
      return Tool.builder("named")
          .description("Pays.")
          .inputSchema(
              ToolSchema.of(JsonValue.parse("{\"type\":\"object\",\"additionalProperties\":true}")))
          .handler(
              (args, ctx, meta) -> {
                GOT.add(args);
                return ToolOutput.text("paid");
              })
          .build();
    }

    @Bean
    GateActors boss() {
      return (principal, channel) ->
          Optional.of(GateActor.of("boss", "default", List.of(), channel));
    }

    @Bean
    Turns turns(TurnEventStream stream) {
      return new Turns(stream);
    }

    @Bean
    DispatchExecutor model() {
      return (ctx, helpers) -> {
        ToolCallRequest call =
            ToolCallRequest.ofText("call_0", String.valueOf(ctx.scope().conversation()), ARGS);
        ToolCallRunner.run(ctx, helpers, call);
        ctx.ack();
      };
    }
  }

  /** The conversation is called as the tool that is to be called in it. */
  @RestController
  record Turns(TurnEventStream stream) {

    @PostMapping("/turns")
    SseEmitter start(@RequestParam("tool") String tool) {
      return stream.start(
          RawTurnContext.builder()
              .systemPrompt("")
              .scope(Scope.of("default", "ann", tool))
              .build());
    }
  }
}
