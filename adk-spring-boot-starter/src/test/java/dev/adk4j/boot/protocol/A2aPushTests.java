package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.protocol.CallbackSender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import tools.jackson.databind.JsonNode;

/** Push notifications of A2A, received over HTTP. */
@ExtendWith(Answers.class)
@Timeout(120)
class A2aPushTests {

  private static final String BASE = "/a2a/demo";
  private static final List<String> BEGINNING =
      List.of("TASK_STATE_SUBMITTED", "TASK_STATE_WORKING");

  @AutoClose private static ProtocolsScene scene;

  private final ProtocolClient ann = new ProtocolClient(scene.base, "ann");
  private final ConcurrentLinkedQueue<JsonNode> received = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> secrets = new ConcurrentLinkedQueue<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final CountDownLatch released = new CountDownLatch(1);
  private HttpServer receiver;

  @BeforeAll
  static void start() {
    scene = new ProtocolsScene("adk.web.a2a.push-hosts=localhost");
  }

  @BeforeEach
  void open() throws IOException {
    receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    receiver.createContext("/", this::receive);
    receiver.start();
  }

  @AfterEach
  void close() {
    released.countDown();
    receiver.stop(0);
  }

  private void receive(HttpExchange exchange) throws IOException {
    JsonNode body = Json.read(new String(exchange.getRequestBody().readAllBytes()));
    int status = failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? 503 : 204;
    if (exchange.getRequestURI().getPath().equals("/stalls")) {
      await();
    }
    if (status == 204) {
      received.add(body);
      secrets.add(exchange.getRequestHeaders().getFirst("X-A2A-Notification-Token"));
      secrets.add(exchange.getRequestHeaders().getFirst("Authorization"));
    }
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private void await() {
    try {
      released.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void sendsTheTaskWheneverItsStatusChanges() {
    JsonNode task = sent("Refund", config("/", ""));
    awaitStates("TASK_STATE_INPUT_REQUIRED");
    decide(task);

    awaitStates("TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED");
    JsonNode last = received.stream().reduce((first, next) -> next).orElseThrow();
    assertThat(last.at("/task/artifacts/0/parts/0/text").asString()).isEqualTo("Done.");
    assertThat(received).allSatisfy(each -> assertThat(id(each.path("task"))).isEqualTo(id(task)));
    assertThat(secrets).contains("t0ken", "Bearer s3cret").doesNotContainNull();
    Awaitility.await().until(() -> configs(ann, task).path("configs").isEmpty());
  }

  @Test
  void followsATaskThatExists() {
    JsonNode task = sent("Refund", null);
    String configs = BASE + "/tasks/" + id(task) + "/pushNotificationConfigs";
    JsonNode named = json(peer(ann, "POST", configs, config("/kept", "\"id\":\"kept\",")));
    JsonNode other = json(rpc("CreateTaskPushNotificationConfig", task, config("/gone", "")));
    assertThat(named.path("taskId").asString()).isEqualTo(id(task));
    assertThat(json(peer(ann, "GET", configs + "/kept", null))).isEqualTo(named);
    assertThat(json(peer(ann, "GET", configs, null)).path("configs")).hasSize(2);

    String gone = configs + "/" + other.at("/result/id").asString();
    awaitStates("TASK_STATE_INPUT_REQUIRED", "TASK_STATE_INPUT_REQUIRED");
    assertThat(peer(ann, "DELETE", gone, null).status()).isEqualTo(200);
    assertThat(peer(ann, "DELETE", gone, null).status()).isEqualTo(200);
    assertThat(peer(ann, "GET", gone, null).status()).isEqualTo(404);
    decide(task);
    awaitStates("TASK_STATE_INPUT_REQUIRED", "TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED");
  }

  @Test
  void hidesTheConfigurationsOfOthers() {
    JsonNode task = sent("Refund", config("/", "\"id\":\"mine\","));
    ProtocolClient bob = new ProtocolClient(scene.base, "bob");
    String configs = "/pushNotificationConfigs";
    for (String path : List.of(configs, configs + "/mine")) {
      for (String method :
          path.endsWith("mine") ? List.of("GET", "DELETE") : List.of("GET", "POST")) {
        String body = method.equals("POST") ? config("/", "") : null;
        Reply foreign = peer(bob, method, BASE + "/tasks/" + id(task) + path, body);
        Reply unknown = peer(bob, method, BASE + "/tasks/none" + path, body);
        assertThat(foreign.status()).isEqualTo(404);
        assertThat(foreign.body()).isEqualTo(unknown.body());
      }
    }
    assertThat(configs(ann, task).path("configs")).hasSize(1);
    decide(task);
  }

  @Test
  void sendsAgainWhatWasNotAccepted() {
    failures.set(1);
    sent("Hello", config("/", ""));
    awaitStates("TASK_STATE_COMPLETED");
  }

  @Test
  void answersWhileAReceiverStalls() {
    JsonNode task = sent("Hello", config("/stalls", ""));
    assertThat(task.at("/status/state").asString()).isEqualTo("TASK_STATE_COMPLETED");
    assertThat(received).isEmpty();
    released.countDown();
    awaitStates("TASK_STATE_COMPLETED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"url\":\"https://evil.example/\"",
        "\"url\":\"file:///etc/passwd\"",
        "\"url\":\"not an address\"",
        "\"token\":\"t\"",
        "\"url\":\"http://localhost/\",\"token\":\"a\\r\\nb: c\"",
        "\"url\":\"http://localhost/\",\"authentication\":{\"scheme\":\"Bearer\"}"
      })
  void refusesWhatItCannotSend(String config) {
    int before = scene.script().turns.get();
    Reply reply = peer(ann, "POST", BASE + "/message:send", message("Hello", "{" + config + "}"));
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.body()).contains("INVALID_PARAMS");
    assertThat(scene.script().turns.get()).isEqualTo(before);
  }

  @Test
  void reachesNoPrivateAddressWithTheLibrarysClient() {
    URI url = URI.create("https://localhost:8443/hook");
    CallbackSender guarded =
        GuardedCallbacks.to(List.of("localhost:8443", "hooks.example.com"), "push-hosts");

    assertThat(guarded.allows(url)).isTrue();
    assertThat(guarded.allows(URI.create("http://hooks.example.com/"))).isFalse();
    assertThat(guarded.allows(URI.create("https://other.example.com/"))).isFalse();
    assertThatThrownBy(() -> guarded.send(url, Map.of(), "{}"))
        .matches(e -> AdkException.is(e, AdkErrorCode.E_URL_NOT_ALLOWED));
    assertThatThrownBy(() -> GuardedCallbacks.to(List.of("*"), "push-hosts"))
        .isInstanceOf(InvalidConfigurationPropertyValueException.class);
  }

  @Test
  void saysSoInTheCard() {
    JsonNode card = json(peer(ann, "GET", "/.well-known/agent-card.json", null));
    assertThat(card.at("/capabilities/pushNotifications").asBoolean()).isTrue();
  }

  @Test
  void takesNoConfigurationOfATaskThatHasEnded() {
    JsonNode task = sent("Hello", null);
    String configs = BASE + "/tasks/" + id(task) + "/pushNotificationConfigs";
    assertThat(peer(ann, "POST", configs, config("/", "")).body())
        .contains("UNSUPPORTED_OPERATION");
  }

  /** Waits for these states; before them, the receiver may have heard of the beginning. */
  private void awaitStates(String... states) {
    Awaitility.await()
        .atMost(java.time.Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(received)
                    .extracting(body -> body.at("/task/status/state").asString())
                    .filteredOn(state -> !BEGINNING.contains(state))
                    .containsExactly(states));
  }

  private String config(String path, String more) {
    return ("{%s\"url\":\"http://localhost:%d%s\",\"token\":\"t0ken\","
            + "\"authentication\":{\"scheme\":\"Bearer\",\"credentials\":\"s3cret\"}}")
        .formatted(more, receiver.getAddress().getPort(), path);
  }

  private JsonNode sent(String text, String config) {
    return json(peer(ann, "POST", BASE + "/message:send", message(text, config))).path("task");
  }

  private static String message(String text, String config) {
    return "{\"message\":{\"messageId\":\"%s\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"%s\"}]}%s}"
        .formatted(
            UUID.randomUUID(),
            text,
            config == null
                ? ""
                : ",\"configuration\":{\"taskPushNotificationConfig\":" + config + "}");
  }

  private void decide(JsonNode task) {
    String gate = task.at("/status/message/parts/1/data/gate").asString();
    String decision =
        "{\"message\":{\"messageId\":\"%s\",\"role\":\"ROLE_USER\",\"taskId\":\"%s\",\"parts\":[{\"data\":"
            + "{\"gate\":\"%s\",\"decision\":\"resolve\",\"value\":{\"approved\":true}}}]}}";
    Reply reply =
        peer(
            ann,
            "POST",
            BASE + "/message:send",
            decision.formatted(UUID.randomUUID(), id(task), gate));
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
  }

  private Reply rpc(String method, JsonNode task, String config) {
    String params = "{\"taskId\":\"" + id(task) + "\"," + config.substring(1);
    return peer(
        ann,
        "POST",
        BASE,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}");
  }

  private static JsonNode configs(ProtocolClient client, JsonNode task) {
    return json(
        peer(client, "GET", BASE + "/tasks/" + id(task) + "/pushNotificationConfigs", null));
  }

  private static Reply peer(ProtocolClient client, String method, String path, String body) {
    return body == null
        ? client.send(method, path, null, "A2A-Version", "1.0")
        : client.post(path, body, "A2A-Version", "1.0");
  }

  private static JsonNode json(Reply reply) {
    return Json.read(reply.body());
  }

  private static String id(JsonNode task) {
    return task.path("id").asString();
  }
}
