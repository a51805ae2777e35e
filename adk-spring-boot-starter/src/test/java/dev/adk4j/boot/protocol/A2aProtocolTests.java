package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.stored.GateService;
import dev.adk4j.value.Json;
import dev.adk4j.web.stream.TurnEvents;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A2A, asked as an attacker would, and as a peer does. */
@ExtendWith(Answers.class)
class A2aProtocolTests {

  private static final HttpClient client = HttpClient.newHttpClient();
  private static final String BASE = "/a2a/demo";

  @AutoClose private static ProtocolsScene scene;

  @BeforeAll
  static void start() {
    scene =
        new ProtocolsScene("adk.web.max-body=64KB", "adk.web.a2a.url=https://agents.example.com");
  }

  @Test
  void showsTheCardToEverybody() throws Exception {
    HttpResponse<String> card = get("/.well-known/agent-card.json", null);

    assertThat(card.statusCode()).isEqualTo(200);
    assertThat(card.headers().firstValue("ETag")).isPresent();
    assertThat(card.headers().firstValue("Cache-Control")).hasValue("max-age=3600, public");
    assertThat(json(card).at("/supportedInterfaces/0/url").asString())
        .isEqualTo("https://agents.example.com/a2a/demo");
    assertThat(json(card).at("/skills/0/description").asString()).isEqualTo("Plays the scene.");
    assertThat(json(card).at("/capabilities/pushNotifications").asBoolean()).isFalse();
    assertThat(get(BASE + "/.well-known/agent-card.json", null).body()).isEqualTo(card.body());
    assertThat(get("/a2a/none/.well-known/agent-card.json", null).statusCode()).isEqualTo(404);
  }

  @Test
  void takesATenantAsARouteOnly() throws Exception {
    JsonNode task = json(post(BASE + "/acme/message:send", "ann", message("Hi"))).path("task");

    assertThat(get(BASE + "/acme/tasks/" + id(task), "ann").statusCode()).isEqualTo(200);
    assertThat(get(BASE + "/other/tasks/" + id(task), "ann").statusCode()).isEqualTo(200);
    assertThat(get(BASE + "/acme/tasks/" + id(task), "bob").statusCode()).isEqualTo(404);
  }

  @Test
  void takesNoGateOfAnotherConversation() throws Exception {
    JsonNode theirs = sent("eve", "Refund");
    JsonNode own = sent("fox", "Refund");
    int before = scene.refunds();
    String gate = theirs.at("/status/message/parts/1/data/gate").asString();
    String context = own.path("contextId").asString();

    HttpResponse<String> foreign =
        post(BASE + "/message:send", "fox", decision(id(own), context, gate));
    HttpResponse<String> unknown =
        post(BASE + "/message:send", "fox", decision(id(own), context, "nope"));
    assertThat(foreign.statusCode()).isEqualTo(404);
    assertThat(foreign.body()).isEqualTo(unknown.body());
    assertThat(scene.refunds()).isEqualTo(before);
  }

  @Test
  void refusesWhoMayNotDecide() throws Exception {
    JsonNode task = sent("gnu", "Refund payout");
    String gate = task.at("/status/message/parts/1/data/gate").asString();

    HttpResponse<String> answer =
        post(
            BASE + "/message:send",
            "gnu",
            decision(id(task), task.path("contextId").asString(), gate));
    assertThat(task.at("/status/state").asString()).isEqualTo("TASK_STATE_AUTH_REQUIRED");
    assertThat(task.at("/status/message/parts/1/data/mayDecide").asBoolean()).isFalse();
    assertThat(answer.statusCode()).isEqualTo(403);
  }

  @Test
  void followsATaskThatOthersDecideOn() throws Exception {
    JsonNode task = sent("hen", "Refund payout");
    String gate = task.at("/status/message/parts/1/data/gate").asString();
    HttpResponse<InputStream> followed =
        client.send(
            request(BASE + "/tasks/" + id(task) + ":subscribe", "hen").GET().build(),
            BodyHandlers.ofInputStream());
    assertThat(followed.body().read()).isPositive();
    scene
        .context
        .getBean(GateService.class)
        .settle(gate, GateActor.of("boss", "default"), GateDecision.resolve(true));

    assertThat(new String(followed.body().readAllBytes(), StandardCharsets.UTF_8))
        .contains("TASK_STATE_AUTH_REQUIRED", "TASK_STATE_COMPLETED", "Done.");
    assertThat(json(get(BASE + "/tasks/" + id(task), "hen")).at("/status/state").asString())
        .isEqualTo("TASK_STATE_COMPLETED");
  }

  @Test
  void startsNoSecondTaskForAMessageThatIsSentAgain() throws Exception {
    int before = scene.script().turns.get();
    String message = message("Hi");
    JsonNode first = json(post(BASE + "/message:send", "jay", message));
    JsonNode again = json(post(BASE + "/message:send", "jay", message));
    post(BASE + "/message:send", "kea", message);

    assertThat(again.at("/task/id")).isEqualTo(first.at("/task/id"));
    assertThat(scene.script().turns.get()).isEqualTo(before + 2);
  }

  @Test
  void takesADecisionThatIsSentAgainOnce() throws Exception {
    JsonNode task = sent("orca", "Refund");
    String context = task.path("contextId").asString();
    String decision =
        decision(id(task), context, task.at("/status/message/parts/1/data/gate").asString());
    int before = scene.refunds();
    for (int i = 0; i < 2; i++) {
      assertThat(json(post(BASE + "/message:send", "orca", decision)).at("/task/status/state"))
          .asString()
          .contains("TASK_STATE_COMPLETED");
    }
    assertThat(scene.refunds()).isEqualTo(before + 1);
  }

  @Test
  void refusesANewTaskInAContextThatWaits() throws Exception {
    JsonNode task = sent("puma", "Refund");
    String next =
        message("Hi").replace("\"role\"", "\"contextId\":" + task.path("contextId") + ",\"role\"");

    assertThat(post(BASE + "/message:send", "puma", next).body())
        .contains("UNSUPPORTED_OPERATION", id(task));
  }

  @Test
  void findsAWaitingTaskThatThisNodeHasForgotten() throws Exception {
    JsonNode task = sent("lynx", "Refund");
    String gate = task.at("/status/message/parts/1/data/gate").asString();
    forget("lynx");

    JsonNode found = json(get(BASE + "/tasks/" + id(task), "lynx"));
    assertThat(found.at("/status/state").asString()).isEqualTo("TASK_STATE_INPUT_REQUIRED");
    assertThat(found.path("contextId")).isEqualTo(task.path("contextId"));
    forget("lynx");
    JsonNode done =
        json(
            post(
                BASE + "/message:send",
                "lynx",
                decision(id(task), task.path("contextId").asString(), gate)));
    assertThat(done.at("/task/status/state").asString()).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(done.at("/task/artifacts/0/parts/0/text").asString()).isEqualTo("Done.");
  }

  @Test
  void forgetsWhatIsErased() throws Exception {
    JsonNode task = sent("mole", "Hi");
    forget("mole");

    assertThat(get(BASE + "/tasks/" + id(task), "mole").statusCode()).isEqualTo(404);
    assertThat(json(get(BASE + "/tasks", "mole")).path("totalSize").asInt()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void tellsAReaderThatItsTaskWasErased(boolean rpc) throws Exception {
    String user = "ibex" + rpc;
    JsonNode task = sent(user, "Refund payout");
    String call =
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"SubscribeToTask\",\"params\":{\"id\":\"%s\"}}";
    HttpRequest.Builder follow =
        rpc
            ? request(BASE, user)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(call.formatted(id(task))))
            : request(BASE + "/tasks/" + id(task) + ":subscribe", user).GET();
    HttpResponse<InputStream> followed = client.send(follow.build(), BodyHandlers.ofInputStream());
    assertThat(followed.body().read()).isPositive();
    forget(user);

    String told = new String(followed.body().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(told).contains("TASK_STATE_AUTH_REQUIRED", "TASK_NOT_FOUND");
    assertThat(told)
        .contains(rpc ? "\"id\":7,\"error\":{\"code\":-32001" : "event: error\ndata: {\"error\":{");
  }

  @Test
  void tellsNothingOfAnInternalError() throws Exception {
    JsonNode task = sent("ann", "fail");

    assertThat(task.at("/status/state").asString()).isEqualTo("TASK_STATE_FAILED");
    assertThat(task.toString()).doesNotContain("secret");
  }

  @Test
  void refusesInTheFormOfTheProtocol() throws Exception {
    HttpResponse<String> stranger = get(BASE + "/tasks", null);
    assertThat(stranger.statusCode()).isEqualTo(401);
    assertThat(json(stranger).at("/error/status").asString()).isEqualTo("UNAUTHENTICATED");

    HttpResponse<String> old =
        client.send(
            HttpRequest.newBuilder(URI.create(scene.base + BASE + "/tasks"))
                .header("Authorization", "Bearer ann")
                .build(),
            BodyHandlers.ofString());
    assertThat(old.statusCode()).isEqualTo(400);
    assertThat(old.body()).contains("VERSION_NOT_SUPPORTED");

    HttpResponse<String> form =
        client.send(
            request(BASE + "/message:send", "ann")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("a=b"))
                .build(),
            BodyHandlers.ofString());
    assertThat(form.statusCode()).isEqualTo(415);
    assertThat(post(BASE + "/message:send", "ann", "\"" + "x".repeat(70_000)).statusCode())
        .isEqualTo(413);
    assertThat(
            post(BASE, "ann", "{\"params\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}")
                .statusCode())
        .isEqualTo(400);
    assertThat(post("/a2a/none/message:send", "ann", message("Hi")).statusCode()).isEqualTo(404);
    assertThat(rpc("ann", "Nope", "{}").body()).contains("-32601");
    assertThat(rpc("ann", "CreateTaskPushNotificationConfig", "{}").body()).contains("-32003");
    assertThat(get(BASE + "/extendedAgentCard", "ann").body())
        .contains("EXTENDED_AGENT_CARD_NOT_CONFIGURED");
    assertThat(get(BASE + "/tasks/x/pushNotificationConfigs", "ann").body())
        .contains("PUSH_NOTIFICATION_NOT_SUPPORTED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_AGENT\",\"parts\":[{\"text\":\"x\"}]}}",
        "{\"message\":{\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"x\"}]}}",
        "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":[]}}",
        "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":[{\"url\":\"http://10.0.0.1/\"}]}}",
        "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":[{\"raw\":\"?\"}]}}",
        "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":[{\"data\":{\"gate\":\"g\",\"decision\":\"yes\"}}]}}",
        "{\"configuration\":{\"taskPushNotificationConfig\":{}},\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"x\"}]}}",
        "{\"configuration\":{\"acceptedOutputModes\":[\"image/png\"]},\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"x\"}]}}"
      })
  void refusesMessagesThatItCannotTake(String body) throws Exception {
    int before = scene.script().turns.get();
    HttpResponse<String> answer = post(BASE + "/message:send", "ann", body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(json(answer).path("error").has("details")).isTrue();
    assertThat(scene.script().turns.get()).isEqualTo(before);
  }

  @Test
  void refusesPagesOfOtherOrigins() throws Exception {
    HttpResponse<String> answer =
        client.send(
            request(BASE + "/tasks", "ann").header("Origin", "https://evil.example").build(),
            BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(403);
  }

  @Test
  void leavesATaskAloneWhoseClientHasLeft() throws Exception {
    HttpResponse<InputStream> stream =
        client.send(
            request(BASE + "/message:stream", "newt")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(message("hold")))
                .build(),
            BodyHandlers.ofInputStream());
    assertThat(stream.body().read()).isPositive();
    stream.body().close();
    scene.script().held.countDown();

    Awaitility.await()
        .until(
            () ->
                json(get(BASE + "/tasks?status=TASK_STATE_COMPLETED", "newt"))
                        .path("totalSize")
                        .asInt()
                    == 1);
  }

  /** The page's decision is about a task that nobody knows. */
  @Test
  void takesTheRequestsOfThePage() throws Exception {
    String page = Files.readString(Path.of("../docs/a2a.md"));
    List<String> requests =
        Pattern.compile("```json\n(.*?)```", Pattern.DOTALL)
            .matcher(page)
            .results()
            .map(block -> block.group(1))
            .filter(block -> block.contains("\"messageId\""))
            .toList();
    assertThat(requests).hasSize(2);
    for (String request : requests) {
      assertThat(post(BASE + "/message:send", "reader", request).statusCode())
          .as(request)
          .isEqualTo(request.contains("taskId") ? 404 : 200);
    }
  }

  private static void forget(String user) {
    scene.context.getBean(TurnEvents.class).erase(scope -> user.equals(scope.subject()), null);
  }

  private static JsonNode sent(String user, String text) throws Exception {
    return json(post(BASE + "/message:send", user, message(text))).path("task");
  }

  private static String id(JsonNode task) {
    return task.path("id").asString();
  }

  private static String message(String text) {
    return "{\"message\":{\"messageId\":\""
        + UUID.randomUUID()
        + "\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\""
        + text
        + "\"}]}}";
  }

  private static String decision(String task, String context, String gate) {
    return "{\"message\":{\"messageId\":\"d-%s\",\"role\":\"ROLE_USER\",\"taskId\":\"%s\","
            .formatted(gate, task)
        + "\"contextId\":\"%s\",\"parts\":[{\"data\":{\"gate\":\"%s\",".formatted(context, gate)
        + "\"decision\":\"resolve\",\"value\":{\"approved\":true}}}]}}";
  }

  private static HttpResponse<String> rpc(String user, String method, String params)
      throws Exception {
    return post(
        BASE,
        user,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}");
  }

  private static HttpRequest.Builder request(String path, @Nullable String user) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(scene.base + path))
            .timeout(Duration.ofSeconds(30))
            .header("A2A-Version", "1.0");
    return user == null ? request : request.header("Authorization", "Bearer " + user);
  }

  private static HttpResponse<String> get(String path, @Nullable String user) throws Exception {
    return client.send(request(path, user).build(), BodyHandlers.ofString());
  }

  private static HttpResponse<String> post(String path, String user, @Nullable String body)
      throws Exception {
    return client.send(
        request(path, user)
            .header("Content-Type", "application/json")
            .POST(body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static JsonNode json(HttpResponse<String> response) {
    return Json.read(response.body());
  }
}
