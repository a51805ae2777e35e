package dev.adk4j.boot.protocol;

import static dev.adk4j.boot.protocol.ProtocolClient.approval;
import static dev.adk4j.boot.protocol.ProtocolClient.json;
import static dev.adk4j.boot.protocol.ProtocolClient.resume;
import static dev.adk4j.boot.protocol.ProtocolClient.run;
import static dev.adk4j.boot.protocol.ProtocolClient.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.web.internal.protocol.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/**
 * Ids of others in every operation of every protocol: the answer and the number of statements are
 * those of ids that nobody has. A new route or method needs a row in the table.
 */
@Timeout(120)
class ForeignIdsTests {

  /** Operations that take no id which belongs to a user. */
  private static final Set<String> WITHOUT_IDS =
      Set.of(
          "GET /v1/models",
          "GET /v1/models/{model}",
          "GET /.well-known/agent-card.json",
          "GET /a2a/{agent}/.well-known/agent-card.json",
          "ANY /a2a/{agent}/extendedAgentCard");

  @AutoClose private static ProtocolsScene scene;

  private static final AtomicInteger ORDERS = new AtomicInteger();

  private final ProtocolClient ann = new ProtocolClient(scene.base, "acme:ann");

  @BeforeAll
  static void start() {
    scene =
        ProtocolsScene.crowded(
            "spring.threads.virtual.enabled=false",
            "adk.durable.enabled=true",
            "adk.gates.web.enabled=false",
            // nothing but the requests runs statements while they are counted
            "adk.web.a2a.push-hosts=hooks.example.com",
            "adk.durable.poll=1h",
            "adk.durable.heartbeat=1h");
  }

  /**
   * What a user has: a conversation, a turn that waits in it, its gate, an answer, one in the
   * background, a session, and a conversation with a file.
   */
  private record Ids(
      String chat,
      String turn,
      String gate,
      String response,
      String background,
      String session,
      String drawn,
      String file) {}

  /**
   * An operation.
   *
   * @param route as the mapping says it; {@code A2A Name} for a method of JSON-RPC
   * @param what is foreign in it
   */
  private record Row(String route, String what, BiFunction<ProtocolClient, Ids, Reply> call) {

    @Override
    public String toString() {
      return route + " (" + what + ")";
    }
  }

  private static Row row(String route, String what, BiFunction<ProtocolClient, Ids, Reply> call) {
    return new Row(route, what, call);
  }

  private static List<Row> table() {
    List<Row> rows = new ArrayList<>();
    for (String agent : List.of("", "/{agent}")) {
      String chat = "/api/chat" + agent.replace("{agent}", "demo");
      rows.add(
          row(
              "POST /api/chat" + agent,
              "approval",
              (c, ids) -> c.post(chat, approval(ids.chat(), "c", ids.gate(), true))));
      rows.add(
          row("POST /api/chat" + agent, "chat", (c, ids) -> c.post(chat, said(ids.chat(), "Hi"))));
      rows.add(
          row(
              "POST /api/chat" + agent,
              "regenerate",
              (c, ids) ->
                  c.post(
                      chat,
                      said(ids.chat(), "Hi").replace("submit-message", "regenerate-message"))));
      String run = "/agui" + agent.replace("{agent}", "demo");
      rows.add(
          row(
              "POST /agui" + agent,
              "resume",
              (c, ids) -> c.post(run, resume(ids.chat(), ids.gate(), "resolved", true))));
      rows.add(
          row(
              "POST /agui" + agent,
              "cancel",
              (c, ids) -> c.post(run, resume(ids.chat(), ids.gate(), "cancelled", true))));
      rows.add(row("POST /agui" + agent, "thread", (c, ids) -> c.post(run, run(ids.chat(), "Hi"))));
    }
    rows.add(
        row(
            "GET /api/chat/{id}/stream",
            "chat",
            (c, ids) -> c.get("/api/chat/" + ids.chat() + "/stream")));
    rows.add(
        row(
            "DELETE /api/chat/{id}/stream",
            "chat",
            (c, ids) -> c.delete("/api/chat/" + ids.chat() + "/stream")));
    rows.add(
        row(
            "GET /api/chat/{id}/files/{file}",
            "chat and file",
            (c, ids) -> c.get("/api/chat/" + ids.drawn() + "/files/" + ids.file())));
    rows.add(row("DELETE /agui/{threadId}", "thread", (c, ids) -> c.delete("/agui/" + ids.chat())));
    rows.addAll(openAi());
    rows.addAll(a2a());
    rows.addAll(mcp());
    return rows;
  }

  private static List<Row> openAi() {
    String approves =
        "{'type': 'mcp_approval_response', 'approval_request_id': '%s', 'approve': true}";
    return List.of(
        row(
            "POST /v1/chat/completions",
            "conversation",
            (c, ids) ->
                c.post(
                    "/v1/chat/completions",
                    json("{'model': 'demo', 'messages': [{'role': 'user', 'content': 'Hi'}]}"),
                    "X-Conversation-Id",
                    ids.chat())),
        row(
            "POST /v1/responses",
            "conversation",
            (c, ids) ->
                c.post(
                    "/v1/responses",
                    json("{'model': 'demo', 'input': 'Hi', 'conversation': '%s'}", ids.chat()))),
        row(
            "POST /v1/responses",
            "previous response",
            (c, ids) ->
                c.post(
                    "/v1/responses",
                    json(
                        "{'model': 'demo', 'input': 'Hi', 'previous_response_id': '%s'}",
                        ids.response()))),
        row(
            "POST /v1/responses",
            "previous response in the background",
            (c, ids) ->
                c.post(
                    "/v1/responses",
                    json(
                        "{'model': 'demo', 'input': 'Hi', 'previous_response_id': '%s'}",
                        ids.background()))),
        row(
            "GET /v1/responses/{id}",
            "response",
            (c, ids) -> c.get("/v1/responses/" + ids.background())),
        row(
            "GET /v1/responses/{id}",
            "stream",
            (c, ids) -> c.get("/v1/responses/" + ids.background() + "?stream=true")),
        row(
            "POST /v1/responses/{id}/cancel",
            "response",
            (c, ids) -> c.send("POST", "/v1/responses/" + ids.background() + "/cancel", null)),
        row(
            "POST /v1/responses",
            "approval",
            (c, ids) ->
                c.post(
                    "/v1/responses",
                    json(
                        "{'model': 'demo', 'conversation': '%s', 'input': [" + approves + "]}",
                        ids.chat(),
                        ids.gate()))),
        row(
            "POST /v1/responses",
            "approval of a response",
            (c, ids) ->
                c.post(
                    "/v1/responses",
                    json(
                        "{'model': 'demo', 'previous_response_id': '%s', 'input': ["
                            + approves
                            + "]}",
                        ids.response(),
                        ids.gate()))));
  }

  private static List<Row> a2a() {
    List<Row> rows = new ArrayList<>();
    for (String tenant : List.of("", "/{tenant}")) {
      String route = "/a2a/{agent}" + tenant;
      String base = "/a2a/demo" + tenant.replace("{tenant}", "acme");
      for (String message : List.of("message:send", "message:stream")) {
        rows.add(
            row(
                "POST " + route + "/" + message,
                "task",
                (c, ids) -> peer(c, base + "/" + message, decided(ids.turn(), ids))));
        rows.add(
            row(
                "POST " + route + "/" + message,
                "context",
                (c, ids) -> peer(c, base + "/" + message, context(ids.chat(), "Hi"))));
      }
      rows.add(
          row(
              "GET " + route + "/tasks/{id}",
              "task",
              (c, ids) -> peer(c, base + "/tasks/" + ids.turn())));
      rows.add(
          row(
              "GET " + route + "/tasks",
              "context",
              (c, ids) -> peer(c, base + "/tasks?contextId=" + ids.chat())));
      rows.add(
          row(
              "POST " + route + "/tasks/{id}:cancel",
              "task",
              (c, ids) -> peer(c, base + "/tasks/" + ids.turn() + ":cancel", "{}")));
      rows.add(
          row(
              "POST " + route + "/tasks/{id}:subscribe",
              "task",
              (c, ids) -> peer(c, base + "/tasks/" + ids.turn() + ":subscribe", "{}")));
      rows.add(
          row(
              "GET " + route + "/tasks/{id}:subscribe",
              "task",
              (c, ids) -> peer(c, base + "/tasks/" + ids.turn() + ":subscribe")));
      String configs = "/tasks/{taskId}/pushNotificationConfigs";
      String hook = json("{'url': 'http://localhost/a2a'}");
      rows.add(
          row(
              "GET " + route + configs,
              "task",
              (c, ids) -> peer(c, base + configs.replace("{taskId}", ids.turn()))));
      rows.add(
          row(
              "POST " + route + configs,
              "task",
              (c, ids) -> peer(c, base + configs.replace("{taskId}", ids.turn()), hook)));
      for (String method : List.of("GET", "DELETE")) {
        rows.add(
            row(
                method + " " + route + configs + "/{id}",
                "task",
                (c, ids) ->
                    c.send(
                        method,
                        base + configs.replace("{taskId}", ids.turn()) + "/h",
                        null,
                        "A2A-Version",
                        "1.0")));
      }
    }
    String task = "{'id': '%s'}";
    String config = "{'taskId': '%s', 'id': 'h', 'url': 'http://localhost/a2a'}";
    for (String method : List.of("Create", "Get", "Delete")) {
      rows.add(rpc(method + "TaskPushNotificationConfig", ids -> json(config, ids.turn())));
    }
    rows.add(rpc("ListTaskPushNotificationConfigs", ids -> json(config, ids.turn())));
    rows.add(rpc("SendMessage", ids -> decided(ids.turn(), ids)));
    rows.add(rpc("SendStreamingMessage", ids -> decided(ids.turn(), ids)));
    rows.add(rpc("GetTask", ids -> json(task, ids.turn())));
    rows.add(rpc("ListTasks", ids -> json("{'contextId': '%s'}", ids.chat())));
    rows.add(rpc("CancelTask", ids -> json(task, ids.turn())));
    rows.add(rpc("SubscribeToTask", ids -> json(task, ids.turn())));
    return rows;
  }

  private static Row rpc(String method, java.util.function.Function<Ids, String> params) {
    return row(
        "A2A " + method,
        "id",
        (c, ids) ->
            peer(
                c,
                "/a2a/demo",
                json("{'jsonrpc': '2.0', 'id': 1, 'method': '%s', 'params': ", method)
                    + params.apply(ids)
                    + "}"));
  }

  private static List<Row> mcp() {
    String list = json("{'jsonrpc': '2.0', 'id': 1, 'method': 'tools/list'}");
    String call =
        "{'jsonrpc': '2.0', 'id': 2, 'method': 'tools/call', 'params': {'name': 'demo',"
            + " 'arguments': {'message': 'Hi', 'conversation': '%s'}}}";
    String cancel =
        "{'jsonrpc': '2.0', 'method': 'notifications/cancelled', 'params': {'requestId': 2}}";
    return List.of(
        row("POST /mcp", "session", (c, ids) -> host(c, ids.session(), list)),
        row("POST /mcp", "session, to cancel", (c, ids) -> host(c, ids.session(), json(cancel))),
        row(
            "POST /mcp",
            "conversation",
            (c, ids) -> host(c, ProtocolRequest.session(c), json(call, ids.chat()))),
        row(
            "GET /mcp",
            "session",
            (c, ids) -> c.send("GET", "/mcp", null, "Mcp-Session-Id", ids.session())),
        row(
            "DELETE /mcp",
            "session",
            (c, ids) -> c.send("DELETE", "/mcp", null, "Mcp-Session-Id", ids.session())));
  }

  /** Each operation asked for by a stranger: of another tenant, of hers, and so on in turn. */
  static Stream<Arguments> strangers() {
    return asked("other:eve", "acme:eve");
  }

  static Stream<Arguments> otherStrangers() {
    return asked("acme:eve", "other:eve");
  }

  private static Stream<Arguments> asked(String even, String odd) {
    List<Row> rows = table();
    return IntStream.range(0, rows.size())
        .mapToObj(i -> Arguments.of(i % 2 == 0 ? even : odd, rows.get(i)));
  }

  @ParameterizedTest
  @MethodSource("strangers")
  void areAnsweredLikeIdsThatNobodyHas(String user, Row row) throws Exception {
    assertAnsweredLikeIdsThatNobodyHas(user, row);
  }

  @Nested
  @Tag("slow")
  class OfTheOtherStranger {

    @ParameterizedTest
    @MethodSource("dev.adk4j.boot.protocol.ForeignIdsTests#otherStrangers")
    void areAnsweredLikeIdsThatNobodyHas(String user, Row row) throws Exception {
      assertAnsweredLikeIdsThatNobodyHas(user, row);
    }
  }

  private void assertAnsweredLikeIdsThatNobodyHas(String user, Row row) throws Exception {
    ProtocolClient eve = new ProtocolClient(scene.base, user);
    row.call().apply(eve, nobodys()); // fills what is filled once
    Ids foreign = anns(row.route().contains("a2a") || row.route().startsWith("A2A"));

    Counted ofAnn = counted(row, eve, foreign);
    Counted ofNobody = counted(row, eve, nobodys());

    assertThat(ofAnn).isEqualTo(ofNobody);
    assertThat(scene.refunds()).as("tools that ran").isZero();
    assertStillAnns(foreign);
  }

  /** What eve did changed nothing for ann: her turn still waits, and her task is there. */
  private void assertStillAnns(Ids ids) throws Exception {
    Reply task = peer(ann, "/a2a/demo/tasks/" + ids.turn());
    assertThat(task.status()).as(task.body()).isEqualTo(200);
    assertThat(task.json().at("/status/state").asString()).isEqualTo("TASK_STATE_INPUT_REQUIRED");
  }

  @Test
  void hasARowForEveryOperation() throws Exception {
    Set<String> operations = new TreeSet<>(Set.of("POST /mcp", "GET /mcp", "DELETE /mcp"));
    scene
        .context
        .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
        .getHandlerMethods()
        .forEach(
            (mapping, handler) -> {
              if (handler.getBeanType().getPackageName().startsWith("dev.adk4j.web.")) {
                Set<?> methods = mapping.getMethodsCondition().getMethods();
                for (String path : mapping.getPatternValues()) {
                  if (methods.isEmpty()) {
                    operations.add("ANY " + path);
                  }
                  methods.forEach(method -> operations.add(method + " " + path));
                }
              }
            });
    assertThat(operations).contains("POST /api/chat", "POST /agui", "POST /v1/responses");
    operations.addAll(methodsOfJsonRpc());
    operations.remove("POST /a2a/{agent}"); // the rows are those of its methods

    Set<String> rows = new TreeSet<>(table().stream().map(Row::route).toList());
    operations.removeIf(
        operation -> WITHOUT_IDS.contains(operation.replace("/{agent}/{tenant}", "/{agent}")));
    assertThat(rows).isEqualTo(operations);
  }

  private static List<String> methodsOfJsonRpc() throws Exception {
    Pattern method =
        Pattern.compile("case \"((?:Send|Get|List|Cancel|Subscribe|Create|Delete)\\w+)\"");
    try (Stream<Path> sources =
        Files.list(Path.of("../adk-spring-web/src/main/java/dev/adk4j/web/internal/a2a"))) {
      List<String> found = new ArrayList<>();
      for (Path source : sources.toList()) {
        method
            .matcher(Files.readString(source))
            .results()
            .forEach(m -> found.add("A2A " + m.group(1)));
      }
      found.remove("A2A GetExtendedAgentCard");
      assertThat(found).contains("A2A SendMessage");
      return found;
    }
  }

  private record Counted(int status, String body, int statements) {}

  private static Counted counted(Row row, ProtocolClient client, Ids ids) {
    CountedStatements statements = scene.context.getBean(CountedStatements.class);
    int before = quiet(statements);
    Reply reply = row.call().apply(client, ids);
    int count = quiet(statements) - before;
    String body = reply.body();
    for (String id :
        List.of(
            ids.chat(),
            ids.turn(),
            ids.gate(),
            ids.response(),
            ids.background(),
            ids.session(),
            ids.drawn(),
            ids.file())) {
      body = body.replace(id, "ID");
    }
    body =
        body.replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID")
            .replaceAll("resp_[\\w.-]+", "RESPONSE")
            .replaceAll("\"(created_at|created)\":\\d+", "AT")
            .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "AT");
    return new Counted(reply.status(), body, count);
  }

  /** Returns the count when nothing that was begun still adds to it. */
  private static int quiet(CountedStatements statements) {
    int[] last = {statements.count()};
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(3))
        .during(Duration.ofMillis(12))
        .until(
            () -> {
              int now = statements.count();
              boolean same = now == last[0];
              last[0] = now;
              return same;
            });
    return last[0];
  }

  /** What ann has: her turn waits in a chat, or in a task that a peer began. */
  private Ids anns(boolean peers) {
    String chat = UUID.randomUUID().toString();
    String refund = "Refund " + ORDERS.incrementAndGet();
    String turn;
    String gate;
    if (peers) {
      JsonNode task = peer(ann, "/a2a/demo/message:send", context(chat, refund)).json();
      turn = task.at("/task/id").asString();
      gate = task.at("/task/status/message/parts/1/data/gate").asString();
    } else {
      Reply asked = ann.post("/api/chat", said(chat, refund));
      turn = asked.event("start").at("/messageMetadata/turnId").asString();
      gate = asked.event("tool-approval-request").path("approvalId").asString();
    }
    String other = UUID.randomUUID().toString();
    Reply answered =
        ann.post(
            "/v1/responses", json("{'model': 'demo', 'input': 'Hi', 'conversation': '%s'}", other));
    String drawn = UUID.randomUUID().toString();
    String file = ann.post("/api/chat", said(drawn, "draw")).event("file").path("url").asString();
    assertThat(ann.get(file).status()).as(file).isEqualTo(200);
    return new Ids(
        chat,
        turn,
        gate,
        answered.json().path("id").asString(),
        inTheBackground(),
        ProtocolRequest.session(ann),
        drawn,
        file.substring(file.lastIndexOf('/') + 1));
  }

  private String inTheBackground() {
    Reply begun =
        ann.post("/v1/responses", json("{'model': 'demo', 'input': 'Hi', 'background': true}"));
    assertThat(begun.status()).as(begun.body()).isEqualTo(200);
    String id = begun.json().path("id").asString();
    Awaitility.await()
        .until(() -> ann.get("/v1/responses/" + id).body().contains("\"status\":\"completed\""));
    return id;
  }

  private static Ids nobodys() {
    return new Ids(
        UUID.randomUUID().toString(),
        UUID.randomUUID().toString(),
        UUID.randomUUID().toString(),
        "resp_" + UUID.randomUUID(),
        "resp_b." + new StoredRun.Name(UUID.randomUUID().toString(), "", "demo", "none").key(),
        UUID.randomUUID().toString(),
        UUID.randomUUID().toString(),
        UUID.randomUUID().toString());
  }

  private static Reply host(ProtocolClient client, String session, String body) {
    return client.post(
        "/mcp", body, "Accept", "application/json, text/event-stream", "Mcp-Session-Id", session);
  }

  private static Reply peer(ProtocolClient client, String path, String body) {
    return client.post(path, body, "A2A-Version", "1.0");
  }

  private static Reply peer(ProtocolClient client, String path) {
    return client.send("GET", path, null, "A2A-Version", "1.0");
  }

  private static String decided(String task, Ids ids) {
    return json(
        "{'message': {'messageId': '%s', 'role': 'ROLE_USER', 'taskId': '%s', 'parts': [{'data':"
            + " {'gate': '%s', 'decision': 'resolve', 'value': {'approved': true}}}]}}",
        UUID.randomUUID(), task, ids.gate());
  }

  private static String context(String chat, String text) {
    return json(
        "{'message': {'messageId': '%s', 'role': 'ROLE_USER', 'contextId': '%s', 'parts': [{'text':"
            + " '%s'}]}}",
        UUID.randomUUID(), chat, text);
  }
}
