package dev.adk4j.boot.protocol.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.protocol.ProtocolsScene;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.stored.GateService;
import dev.adk4j.value.Json;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** Callers who want what is not theirs. */
@Timeout(60)
class McpAbuseTests {

  private static final String INITIALIZE =
      """
      {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
       "capabilities": {"elicitation": {}}, "clientInfo": {"name": "test", "version": "1"}}}
      """;
  private static final String LIST =
      "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/list\"}";

  @AutoClose private static ProtocolsScene scene;
  @AutoClose private static HttpClient http;

  @BeforeAll
  static void start() {
    scene =
        new ProtocolsScene(
            "adk.limits.streams-per-subject=3",
            "adk.web.allowed-hosts=127.0.0.1",
            "spring.ai.mcp.server.request-timeout=10s");
    http = HttpClient.newHttpClient();
  }

  private static HttpRequest.Builder request(@Nullable String user, @Nullable String session) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(scene.mcp)
            .header("Accept", "application/json, text/event-stream")
            .header("Content-Type", "application/json");
    if (user != null) {
      request.header("Authorization", "Bearer " + user);
    }
    return session == null ? request : request.header("Mcp-Session-Id", session);
  }

  private static HttpResponse<String> post(
      @Nullable String user, @Nullable String session, String body) throws Exception {
    return send(request(user, session).POST(BodyPublishers.ofString(body)));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
    assertThat(response.body()).doesNotContain("stackTrace", "Exception", "at dev.", "at java.");
    return response;
  }

  private static String session(String user) throws Exception {
    HttpResponse<String> response = post(user, null, INITIALIZE);
    assertThat(response.statusCode()).isEqualTo(200);
    String session = response.headers().firstValue("Mcp-Session-Id").orElseThrow();
    post(user, session, "{\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}");
    return session;
  }

  private static String call(int id, String tool, String args) {
    return """
        {"jsonrpc": "2.0", "id": %d, "method": "tools/call", "params": {"name": "%s", "arguments": %s}}
        """
        .formatted(id, tool, args);
  }

  @Test
  void keepsNoConnectionOpenBetweenCalls() throws Exception {
    assertThat(send(request("ann", session("ann")).GET()).statusCode()).isEqualTo(405);
  }

  @Test
  void nobodyElseAnswersAnElicitation() throws Exception {
    String session = session("cleo");
    int before = scene.desk().refunds.get();
    HttpResponse<Stream<String>> call =
        http.send(
            request("cleo", session)
                .POST(
                    BodyPublishers.ofString(
                        call(7, "refund", "{\"number\": \"9\", \"amount\": 1}")))
                .build(),
            BodyHandlers.ofLines());
    Iterator<String> lines = call.body().iterator();
    String asked = elicitation(lines);
    String yes =
        """
        {"jsonrpc": "2.0", "id": "%s", "result": {"action": "accept", "content": {"approved": true}}}
        """;

    assertThat(post("bob", session, yes.formatted(asked)).statusCode()).isEqualTo(404);
    assertThat(post("bob", session("bob"), yes.formatted(asked)).statusCode()).isEqualTo(400);
    assertThat(post(null, session, yes.formatted(asked)).statusCode()).isEqualTo(401);
    assertThat(post("cleo", session, yes.formatted("made-up")).statusCode()).isEqualTo(400);
    assertThat(scene.desk().refunds).hasValue(before);

    assertThat(post("cleo", session, yes.formatted(asked)).statusCode()).isEqualTo(202);
    assertThat(result(lines)).contains("refunded 1");
    assertThat(post("cleo", session, yes.formatted(asked)).statusCode()).isEqualTo(400);
    assertThat(scene.desk().refunds).hasValue(before + 1);
  }

  private static String elicitation(Iterator<String> lines) {
    while (true) {
      String line = lines.next();
      if (line.startsWith("data:") && line.contains("elicitation/create")) {
        return Json.read(line.substring("data:".length())).path("id").asString();
      }
    }
  }

  private static String result(Iterator<String> lines) {
    while (true) {
      String line = lines.next();
      if (line.startsWith("data:") && line.contains("\"result\"")) {
        return line;
      }
    }
  }

  private interface Work<T> {
    T run() throws Exception;
  }

  private static <T> T unchecked(Work<T> work) {
    try {
      return work.run();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void onlyItsClientCancelsCall() throws Exception {
    String session = session("fred");
    CompletableFuture<HttpResponse<String>> running =
        CompletableFuture.supplyAsync(
            () -> unchecked(() -> post("fred", session, call(5, "slow", "{}"))));
    scene.desk().slowBegun.await();
    String cancel =
        """
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}}
        """;

    assertThat(post("bob", session, cancel).statusCode()).isEqualTo(404);
    assertThat(post("bob", session("bob"), cancel).statusCode()).isEqualTo(202);
    assertThat(scene.desk().slowAborted.getCount()).isOne();
    assertThat(post("fred", session, cancel).statusCode()).isEqualTo(202);
    assertThat(scene.desk().slowAborted.await(10, TimeUnit.SECONDS)).isTrue();
    running.get(10, TimeUnit.SECONDS);
  }

  @Test
  void refusesCallersWhoAreNotKnown() throws Exception {
    HttpResponse<String> refused = post(null, null, INITIALIZE);

    assertThat(refused.statusCode()).isEqualTo(401);
    assertThat(refused.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
    JsonNode error = Json.read(refused.body());
    assertThat(error.path("error").path("data").path("code").asString())
        .isEqualTo("E_NOT_AUTHENTICATED");
    assertThat(error.path("jsonrpc").asString()).isEqualTo("2.0");
  }

  @Test
  void refusesPagesOfOtherOrigins() throws Exception {
    assertThat(
            send(request("ann", null)
                    .header("Origin", "https://evil.example.com")
                    .POST(BodyPublishers.ofString(INITIALIZE)))
                .statusCode())
        .isEqualTo(403);
    assertThat(
            send(request("ann", null)
                    .header("Origin", scene.mcp.resolve("/").toString().replaceFirst("/$", ""))
                    .POST(BodyPublishers.ofString(INITIALIZE)))
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void refusesBodiesThatAreTooLargeTooDeepOrNoJson() throws Exception {
    String large = LIST.replace("tools/list", "x".repeat(1_100_000));
    String deep = "{\"a\":".repeat(2_000) + "1" + "}".repeat(2_000);

    assertThat(post("ann", null, large).statusCode()).isEqualTo(413);
    assertThat(post("ann", null, deep).statusCode()).isEqualTo(400);
    assertThat(post("ann", null, "[" + LIST + "]").statusCode()).isEqualTo(400);
    assertThat(
            send(HttpRequest.newBuilder(scene.mcp)
                    .header("Authorization", "Bearer ann")
                    .header("Content-Type", "text/plain")
                    .POST(BodyPublishers.ofString(INITIALIZE)))
                .statusCode())
        .isEqualTo(415);
  }

  @Test
  void saysNothingOfInternals() throws Exception {
    String session = session("gus");

    assertThat(post("gus", null, LIST).statusCode()).isEqualTo(400);
    assertThat(post("gus", session, "{\"jsonrpc\": \"2.0\"}").statusCode()).isEqualTo(400);
    assertThat(
            post(
                    "gus",
                    session,
                    "{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"tools/call\", \"params\": [1]}")
                .body())
        .contains("-32602", "\"id\":1")
        .doesNotContain("Deserialization", "McpSchema");
    assertThat(post("gus", session, call(2, "demo", "{\"message\": \"fail\"}")).body())
        .contains("E_")
        .doesNotContain("secret");
  }

  @Test
  void sessionsOfCallerAreLimited() throws Exception {
    String first = session("hugo");
    String other = session("iris");
    for (int i = 0; i < 100; i++) {
      post("hugo", null, INITIALIZE);
    }

    assertThat(post("hugo", first, LIST).statusCode()).isEqualTo(404);
    assertThat(post("iris", other, LIST).statusCode()).isEqualTo(200);
  }

  @Nested
  @Tag("slow")
  class WhileCallsAreHeld {

    @Test
    void limitsRequestsThatAreHeld() throws Exception {
      String session = session("kurt");
      List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int id = i;
        calls.add(
            CompletableFuture.supplyAsync(
                () -> unchecked(() -> post("kurt", session, call(id, "payout", "{\"amount\": 1}"))),
                task -> Thread.ofVirtual().start(task)));
      }
      List<String> bodies = new ArrayList<>();
      for (CompletableFuture<HttpResponse<String>> each : calls) {
        bodies.add(each.get(40, TimeUnit.SECONDS).body());
      }

      assertThat(bodies).filteredOn(body -> body.contains("Waits for approval")).hasSize(3);
      assertThat(bodies).filteredOn(body -> body.contains("E_LIMIT_REACHED")).hasSize(1);
    }

    @Test
    void callOfAnotherIsNotFoundAgain() throws Exception {
      String session = session("dora");
      CompletableFuture<HttpResponse<String>> held =
          CompletableFuture.supplyAsync(
              () -> unchecked(() -> post("dora", session, call(1, "payout", "{\"amount\": 1}"))));
      GateService gates = scene.context.getBean(GateService.class);
      org.awaitility.Awaitility.await()
          .until(
              () ->
                  gates.list(GateQuery.UNDECIDED).stream()
                      .anyMatch(gate -> "dora".equals(gate.scope().subject())));

      HttpResponse<String> other =
          post("emil", session("emil"), call(1, "payout", "{\"amount\": 1}"));

      String ref =
          gates.list(GateQuery.UNDECIDED).stream()
              .filter(gate -> "dora".equals(gate.scope().subject()))
              .findFirst()
              .orElseThrow()
              .ref();
      assertThat(other.body()).contains("Waits for approval").doesNotContain(ref);
      assertThat(held.get(30, TimeUnit.SECONDS).body()).contains(ref);
    }
  }
}
