package dev.adk4j.boot.web;

import static dev.adk4j.boot.web.GatesApp.post;
import static dev.adk4j.boot.web.GatesApp.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.web.GatesApp.Answer;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.test.gate.GateWaiter;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the library's endpoints answer to callers who mean no good, on a real server. */
@Tag("slow")
@Timeout(300)
@ParameterizedClass
@EnumSource
class LibraryEndpointsTests {

  private static GatesApp app;

  LibraryEndpointsTests(GatesApp.Layout layout) {}

  @BeforeParameterizedClassInvocation
  static void start(GatesApp.Layout layout) {
    app = new GatesApp(layout);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    app.close();
  }

  private static Answer get(@Nullable String user, String uri) throws Exception {
    return send(user, HttpRequest.newBuilder(URI.create(uri)));
  }

  private static Answer postChunked(@Nullable String user, String uri, byte[] body)
      throws Exception {
    return send(
        user,
        HttpRequest.newBuilder(URI.create(uri))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))));
  }

  /** Where a gate is settled: over the gates' endpoint, and over the actuator's two ways. */
  private static List<String> doors(GateWaiter<?> waiter) throws Exception {
    return List.of(
        app.gates + "/" + waiter.ref(),
        app.actuator + "/" + waiter.ref(),
        app.actuator + "/" + waiter.turnId() + "/" + waiter.gate().id());
  }

  private static GateRecord gate(String ref) {
    return app.service.find(null, ref).orElseThrow();
  }

  @Test
  void refusesUnauthenticatedCallers() throws Exception {
    GateWaiter<?> waiter = app.ask("g", "question");
    get(null, app.gates.toString()).isProblem(401, "E_NOT_AUTHENTICATED");
    for (String door : doors(waiter)) {
      Answer answer = post(null, door, "{\"decision\":\"abort\"}");
      answer.isProblem(401, "E_NOT_AUTHENTICATED");
      assertThat(answer.response().headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
    }
    assertThat(gate(waiter.ref()).refusals()).isZero();
    waiter.abort();
  }

  @Test
  void theCallerIsAskedForBeforeAnyOfTheBodyIsRead() throws Exception {
    GateWaiter<?> waiter = app.ask("g", "question");
    for (String door : doors(waiter)) {
      URI uri = URI.create(door);
      try (Socket socket = new Socket("localhost", uri.getPort())) {
        socket.setSoTimeout(60_000);
        OutputStream out = socket.getOutputStream();
        String head =
            "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n";
        out.write(head.formatted(uri.getPath(), 64L << 20).getBytes(StandardCharsets.US_ASCII));
        out.flush();
        InputStream in = socket.getInputStream();
        byte[] status = in.readNBytes("HTTP/1.1 401".length());
        assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 401");
      }
    }
    waiter.abort();
  }

  @Test
  void checksLimitsOfBodiesBeforeBinding() throws Exception {
    GateWaiter<?> waiter = app.ask("g", "question");
    String large = "{\"decision\":\"resolve\",\"value\":\"" + "v".repeat(1 << 20) + "\"}";
    String head = "{\"decision\":\"resolve\",\"value\":";
    for (String door : doors(waiter)) {
      post("boss", door, large).isProblem(413, "E_INPUT_TOO_LARGE");
      postChunked("boss", door, large.getBytes(StandardCharsets.UTF_8))
          .isProblem(413, "E_INPUT_TOO_LARGE");
      for (String unreadable :
          List.of(
              head + "[".repeat(500) + "]".repeat(500) + "}",
              head + "9".repeat(1_001) + "}",
              head + "1e999999999999}",
              head + "[" + "0,".repeat(120_000) + "0]}",
              "{\"decision\":\"abort\",\"decision\":\"resolve\"}",
              head + "{\"a\":1,\"a\":2}}",
              "{\"decision\":\"abort\"} {}",
              "[{\"decision\":\"abort\"}]",
              "\"abort\"",
              "{",
              "")) {
        post("boss", door, unreadable).isProblem(400, "E_INPUT_UNREADABLE");
      }
      byte[] latin =
          "{\"decision\":\"reject\",\"reason\":\"n\u00f6\"}".getBytes(StandardCharsets.ISO_8859_1);
      postChunked("boss", door, latin).isProblem(400, "E_INPUT_UNREADABLE");
      for (String type :
          List.of(
              "text/plain",
              "application/x-www-form-urlencoded",
              "*",
              "application/json;charset=latin1")) {
        send(
                "boss",
                HttpRequest.newBuilder(URI.create(door))
                    .header("Content-Type", type)
                    .POST(BodyPublishers.ofString("{\"decision\":\"abort\"}")))
            .isProblem(415, "E_INPUT_UNREADABLE");
      }
    }
    assertThat(gate(waiter.ref()).state()).isEqualTo(GateState.OPEN);
    assertThat(gate(waiter.ref()).refusals()).isZero();
    waiter.abort();
  }

  @Test
  void valuesAndCommentsHaveLimitsOfTheirOwn() throws Exception {
    GateWaiter<?> waiter = app.ask("g", "question");
    String value = "{\"decision\":\"resolve\",\"value\":\"" + "v".repeat(300_000) + "\"}";
    for (String door : doors(waiter)) {
      String name = door.startsWith(app.gates.toString()) ? "comment" : "reason";
      String comment = "{\"decision\":\"reject\",\"" + name + "\":\"" + "c".repeat(2_001) + "\"}";
      post("boss", door, value).isProblem(413, "E_INPUT_TOO_LARGE");
      post("boss", door, comment).isProblem(413, "E_INPUT_TOO_LARGE");
    }
    assertThat(app.service.decisions(gate(waiter.ref()))).isEmpty();
    waiter.abort();
  }

  @Test
  void aValueIsAnyJsonAndArrivesWithAllItsDigits() throws Exception {
    String id = "9007199254740993";
    for (String value :
        List.of(
            "\"true\"",
            "\"42\"",
            "\"\"",
            "true",
            "null",
            "[]",
            "{\"account\":"
                + id
                + ",\"amount\":0.10000000000000000555,\"big\":12345678901234567890123}")) {
      for (int door = 0; door < 3; door++) {
        GateWaiter<?> waiter = app.ask("g", "question");
        Answer answer =
            post(
                "boss",
                doors(waiter).get(door),
                "{\"decision\":\"resolve\",\"value\":" + value + "}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().path("state").asString()).isEqualTo("resolved");
        GateDecisionRecord made = app.service.decisions(gate(waiter.ref())).getFirst();
        assertThat(made.value()).isEqualTo(JsonValue.parse(value));
        waiter.value();
      }
    }
  }

  @Test
  void noSpellingOfAPathGoesPastTheGuard() throws Exception {
    GateWaiter<?> waiter = app.ask("g", "question");
    String large = "{\"decision\":\"abort\",\"x\":\"" + "v".repeat(2 << 20) + "\"}";
    for (String door : doors(waiter)) {
      String path = URI.create(door).getPath();
      String host = door.substring(0, door.length() - path.length());
      for (String spelled :
          List.of(
              path + "/",
              path.replace("adk", "%61dk"),
              path.replace("/adk", "/;a=b/adk"),
              path.replace("gates/", "gates;x=y/"),
              path.replace("gates/", "gates//"),
              path.replace("gates", "GATES"),
              path + ";.json",
              path + ".json",
              path.replace("gates/", "gates/./"),
              path.replace("gates/", "gates/x/../"))) {
        Answer nobody = post(null, host + spelled, "{\"decision\":\"abort\"}");
        assertThat(nobody.status()).as(spelled).isIn(400, 401, 404, 405);
        assertThat(post("clerk", host + spelled, large).status())
            .as(spelled)
            .isIn(400, 404, 405, 413);
      }
    }
    assertThat(gate(waiter.ref()).state()).isEqualTo(GateState.OPEN);
    waiter.abort();
  }

  @Test
  void hidesInvisibleGatesFromEveryMethod() throws Exception {
    GateWaiter<?> waiter = app.ask("g", "payment");
    String ref = waiter.ref();
    String none = Ids.next();
    for (String user : List.of("clerk", "spy")) {
      for (String body : List.of("{\"decision\":\"abort\"}", "{\"decision\":\"resolve\"}", "{}")) {
        Answer there = post(user, app.gates + "/" + ref, body);
        Answer missing = post(user, app.gates + "/" + none, body);
        assertThat(there.status()).isEqualTo(missing.status()).isIn(404, 422);
        assertThat(there.body().replace(ref, none)).isEqualTo(missing.body());
      }
      Answer there = get(user, app.gates + "/" + ref);
      there.isProblem(404, "E_GATE_NOT_FOUND");
      assertThat(there.body().replace(ref, none))
          .isEqualTo(get(user, app.gates + "/" + none).body());
      assertThat(get(user, app.gates + "?reason=payment").json())
          .isEqualTo(get(user, app.gates + "?reason=none").json());
    }

    assertThat(get("boss", app.gates + "/" + ref).body()).contains("clerk").doesNotContain("spy");
    Answer history = get("boss", app.actuator + "/" + ref);
    assertThat(history.status()).isEqualTo(200);
    assertThat(history.body()).contains("\"spy\"", "\"other\"", "foreign_tenant");
    waiter.abort();
  }

  @Test
  void refusedAttemptsLeaveNothingLargeBehind() throws Exception {
    GateWaiter<?> waiter = app.ask("g", "payment");
    String ref = waiter.ref();
    String body = "{\"decision\":\"resolve\",\"value\":\"" + "v".repeat(200_000) + "\"}";
    for (int i = 0; i < 60; i++) {
      assertThat(post("clerk", app.gates + "/" + ref, body).status()).isEqualTo(404);
    }
    Answer seen = get("boss", app.gates + "/" + ref);
    assertThat(seen.body()).hasSizeLessThan(64 * 1024).doesNotContain("vvvv");
    assertThat(seen.json().path("refusals").asInt()).isEqualTo(60);
    Answer settled = post("boss", app.gates + "/" + ref, "{\"decision\":\"resolve\",\"value\":1}");
    assertThat(settled.status()).isEqualTo(200);
    assertThat(settled.json().path("decisions")).isEmpty();
  }

  @Test
  void callerOfTheActuatorSettles() throws Exception {
    GateWaiter<?> waiter = app.ask("g/with/slashes", "payment");
    String byRef = app.actuator + "/" + waiter.ref();
    post("ann", byRef, "{\"decision\":\"resolve\",\"value\":1}")
        .isProblem(403, "E_GATE_NOT_AUTHORIZED");
    post("clerk", byRef, "{\"decision\":\"resolve\",\"value\":1}")
        .isProblem(403, "E_GATE_NOT_AUTHORIZED");
    assertThat(post("boss", byRef, "{\"decision\":\"resolve\",\"value\":1}").status())
        .isEqualTo(200);
    List<GateDecisionRecord> made = app.service.decisions(gate(waiter.ref()));
    assertThat(made)
        .extracting(attempt -> attempt.actor().name())
        .containsExactly("ann", "clerk", "boss");
    assertThat(made.getLast().actor().channel()).isEqualTo("actuator");
    assertThat(waiter.value()).isEqualTo(1);
  }

  @Test
  void actuatorExplainsErrors() throws Exception {
    GateWaiter<String> waiter = app.askText("g", "question");
    String door = app.actuator + "/" + waiter.ref();
    assertThat(
            post("boss", door, "{\"decision\":\"resolve\",\"value\":7}")
                .isProblem(400, "E_INVALID_TURN_GATE_RESOLUTION")
                .body())
        .contains("java.lang.String");
    post("boss", door, "{\"decision\":\"approve\"}").isProblem(400, "E_INPUT_UNREADABLE");
    post("boss", door, "{}").isProblem(400, "E_INPUT_UNREADABLE");
    post("boss", door, "{\"decision\":\"reject\",\"reason\":5}")
        .isProblem(400, "E_INPUT_UNREADABLE");
    post("boss", door, "{\"decision\":\"resolve\",\"vaule\":\"a\"}")
        .isProblem(400, "E_INPUT_UNREADABLE");
    post("boss", app.actuator + "/" + Ids.next(), "{\"decision\":\"abort\"}")
        .isProblem(404, "E_GATE_NOT_FOUND");
    assertThat(gate(waiter.ref()).state()).isEqualTo(GateState.OPEN);
    assertThat(post("boss", door, "{\"decision\":\"reject\",\"reason\":\"no\"}").status())
        .isEqualTo(200);
    post("boss", door, "{\"decision\":\"abort\"}").isProblem(409, "E_GATE_ALREADY_SETTLED");
  }

  @Test
  void authorizedCallersSettleGates() throws Exception {
    GateWaiter<?> waiter = app.ask("g", "payment");
    String open = waiter.ref();
    assertThat(get("boss", app.gates + "?reason=payment").body()).contains(open);
    assertThat(get("ann", app.gates + "/" + waiter.ref()).status()).isEqualTo(200);
    post("ann", app.gates + "/" + waiter.ref(), "{\"decision\":\"abort\"}")
        .isProblem(403, "E_GATE_NOT_AUTHORIZED");
    assertThat(get("boss", app.actuator.toString()).body()).contains(waiter.ref());
    assertThat(post("boss", app.gates + "/" + waiter.ref(), "{\"decision\":\"abort\"}").status())
        .isEqualTo(200);
    assertThat(post("boss", app.gates + "/" + waiter.ref(), "{\"decision\":\"abort\"}").status())
        .as("the same decision of the same person again")
        .isEqualTo(200);
    post("boss", app.gates + "/" + waiter.ref(), "{\"decision\":\"reject\"}")
        .isProblem(409, "E_GATE_ALREADY_SETTLED");
  }

  @Test
  void unreadableQueryIsAProblem() throws Exception {
    GateWaiter<?> waiter = app.ask("g", "payment");
    String many = "p&".repeat(1_001);
    for (String query : List.of("%", "a=%ff", "=", many)) {
      for (String door : doors(waiter)) {
        assertThat(raw("GET", app.gates + "?" + query)).contains("400", "E_INPUT_UNREADABLE");
        assertThat(raw("GET", door + "?" + query)).contains("400", "E_INPUT_UNREADABLE");
        assertThat(raw("POST", door + "?" + query)).contains("400", "E_INPUT_UNREADABLE");
      }
    }
    assertThat(gate(waiter.ref()).state()).isEqualTo(GateState.OPEN);
    waiter.abort();
  }

  /** The client's own library refuses to send such a query. */
  private static String raw(String method, String address) throws Exception {
    String rest = address.substring("http://localhost:".length());
    int slash = rest.indexOf('/');
    String body = "{\"decision\":\"abort\"}";
    String request =
        "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\nConnection: close\r\n"
            .formatted(method, rest.substring(slash), GatesApp.basic("boss"));
    if (method.equals("POST")) {
      request += "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n";
    }
    try (Socket socket = new Socket("localhost", Integer.parseInt(rest.substring(0, slash)))) {
      socket.setSoTimeout(60_000);
      String sent = request + "\r\n" + (method.equals("POST") ? body : "");
      socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void refusesClientsWithoutJsonBeforeAnythingIsDone() throws Exception {
    GateWaiter<?> waiter = app.ask("g", "payment");
    for (String accepted :
        List.of(
            "application/json;charset=utf-16",
            "application/json;charset=latin1, */*",
            "application/json;charset=none-such",
            "text/html",
            "a")) {
      for (String door : doors(waiter)) {
        send(
                "boss",
                HttpRequest.newBuilder(URI.create(door))
                    .header("Accept", accepted)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"decision\":\"abort\"}")))
            .isProblem(406, "E_INPUT_UNREADABLE");
      }
      for (String uri : List.of(app.gates.toString(), app.actuator + "/" + waiter.ref())) {
        send("boss", HttpRequest.newBuilder(URI.create(uri)).header("Accept", accepted))
            .isProblem(406, "E_INPUT_UNREADABLE");
      }
    }
    assertThat(gate(waiter.ref()).state()).isEqualTo(GateState.OPEN);
    for (String accepted :
        List.of("*/*", "text/html, application/*;q=0.1", "application/json;charset=UTF-8")) {
      assertThat(
              send("boss", HttpRequest.newBuilder(app.gates).header("Accept", accepted)).status())
          .isEqualTo(200);
    }
    waiter.abort();
  }

  @Test
  void refusesAContentTypeThatIsNoneAlsoWithoutABody() throws Exception {
    GateWaiter<?> waiter = app.ask("g", "payment");
    for (String uri : List.of(app.gates.toString(), app.actuator + "/" + waiter.ref())) {
      for (String type : List.of("*/*", "application/*", "a", "text/plain;charset=none-such")) {
        send("boss", HttpRequest.newBuilder(URI.create(uri)).header("Content-Type", type))
            .isProblem(415, "E_INPUT_UNREADABLE");
      }
    }
    waiter.abort();
  }

  @Test
  void guardsReadOnlyEndpoints() throws Exception {
    String actuator = app.actuator.toString().replace("adkgates", "");
    for (String endpoint : List.of("adk", "adkturns")) {
      Answer answer = get("boss", actuator + endpoint);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.response().headers().allValues("X-Content-Type-Options"))
          .containsExactly("nosniff");
      assertThat(raw("GET", actuator + endpoint + "?%")).contains("400", "E_INPUT_UNREADABLE");
      send(
              "boss",
              HttpRequest.newBuilder(URI.create(actuator + endpoint))
                  .header("Accept", "application/json;charset=utf-16"))
          .isProblem(406, "E_INPUT_UNREADABLE");
    }
  }

  @Test
  void nothingIsKeptByBrowsersOrTakenForAPage() throws Exception {
    GateWaiter<?> waiter = app.ask("g", "payment");
    List<String> uris =
        List.of(app.gates.toString(), app.gates + "/none", app.actuator + "/" + waiter.ref());
    for (String uri : uris) {
      for (String user : List.of("boss", "spy")) {
        Answer answer = get(user, uri);
        assertThat(answer.response().headers().allValues("Cache-Control"))
            .as(uri)
            .allMatch(value -> value.contains("no-store"))
            .isNotEmpty();
        assertThat(answer.response().headers().allValues("X-Content-Type-Options"))
            .as(uri)
            .containsExactly("nosniff");
      }
    }
    waiter.abort();
  }

  @Test
  void jsonByAnotherNameIsTakenAtEveryDoor() throws Exception {
    for (int door = 0; door < 3; door++) {
      GateWaiter<?> waiter = app.ask("g", "payment");
      Answer answer =
          send(
              "boss",
              HttpRequest.newBuilder(URI.create(doors(waiter).get(door)))
                  .header("Content-Type", "application/problem+json")
                  .POST(BodyPublishers.ofString("{\"decision\":\"abort\"}")));
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }
  }

  @Test
  void missingGateIsAProblemForOperators() throws Exception {
    get("boss", app.actuator + "/" + Ids.next()).isProblem(404, "E_GATE_NOT_FOUND");
  }
}
