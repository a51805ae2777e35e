package dev.adk4j.fuzz;

import static org.awaitility.Awaitility.await;

import dev.adk4j.sample.web.Api;
import dev.adk4j.sample.web.GateWatcher;
import dev.adk4j.sample.web.SseEvents;
import dev.adk4j.stored.TurnStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/** Right requests for every route of the sample. */
final class SampleSeeds {

  private static final String CONVERSATION = "/api/conversations/{}";

  private final Api api;
  private final TurnStore store;
  private final AtomicLong next = new AtomicLong();

  SampleSeeds(int port, TurnStore store) {
    this.api = new Api(port);
    this.store = store;
  }

  List<Seed> seeds() {
    return List.of(
        Seed.of(
            "POST /api/conversations/{id}/messages application/json",
            () -> post(CONVERSATION + "/messages", fresh()).json("{\"text\":\"1 + 1\"}")),
        Seed.of(
            "POST /api/conversations/{id}/messages multipart/form-data",
            () ->
                post(CONVERSATION + "/messages", fresh())
                    .body("multipart/form-data; boundary=cut", upload())),
        Seed.of("GET /api/conversations", () -> get("/api/conversations")),
        Seed.of("GET /api/conversations/{id}", () -> get(CONVERSATION, said().conversation()), 404),
        Seed.of(
            "GET /api/conversations/{id}/state",
            () -> get(CONVERSATION + "/state", said().conversation()),
            404),
        Seed.of(
            "DELETE /api/conversations/{id}",
            () -> request("DELETE", CONVERSATION, said().conversation()),
            404),
        Seed.of(
            "GET /api/conversations/{id}/attachments/{mediaId}",
            () -> {
              String conversation = fresh();
              return get(CONVERSATION + "/attachments/{}", conversation, attached(conversation));
            },
            404),
        Seed.of(
            "GET /api/conversations/{id}/turns",
            () -> get(CONVERSATION + "/turns", said().conversation()),
            404),
        Seed.of(
            "GET /api/conversations/{id}/turns/{turnId}",
            () -> turn("GET", CONVERSATION + "/turns/{}", said()),
            404),
        Seed.of(
            "GET /api/conversations/{id}/turns/{turnId}/events",
            () -> turn("GET", CONVERSATION + "/turns/{}/events", said()),
            404),
        Seed.of(
            "POST /api/conversations/{id}/turns/{turnId}/stop",
            () -> {
              Said asked = asked();
              return turn("POST", CONVERSATION + "/turns/{}/stop", asked);
            },
            409),
        Seed.of(
            "POST /api/conversations/{id}/turns/{turnId}/gates/{gateId} application/json",
            () -> {
              Said asked = asked();
              return post(
                      CONVERSATION + "/turns/{}/gates/{}",
                      asked.conversation(),
                      asked.turn(),
                      asked.gate())
                  .json(
                      "{\"decision\":\"approve\",\"args\":{\"title\":\"A\",\"text\":\"b\"},\"reason\":null}");
            },
            409),
        Seed.of("GET /api/agent", () -> get("/api/agent")),
        Seed.of("GET /api/documents", () -> get("/api/documents")),
        Seed.of("GET /api/documents/{*path}", () -> get("/api/documents/docs/security.md")),
        Seed.of("GET /api/notes", () -> get("/api/notes")),
        Seed.of("GET /api/memories", () -> get("/api/memories")),
        Seed.of(
            "DELETE /api/memories/{id}",
            () -> request("DELETE", "/api/memories/{}", memory()),
            404),
        Seed.of("DELETE /api/memories", () -> request("DELETE", "/api/memories")),
        Seed.of("GET /actuator/adk", () -> get("/actuator/adk")),
        Seed.of("GET /actuator/adkturns", () -> get("/actuator/adkturns")),
        Seed.of(
            "GET /actuator/adkturns/{turnId}",
            () -> get("/actuator/adkturns/{}", FailedTurn.in(store))),
        Seed.of("GET /actuator/adkgates", () -> get("/actuator/adkgates")),
        Seed.of(
            "GET /actuator/adkgates/{ref}",
            () -> {
              asked();
              return get(
                  "/actuator/adkgates/{}",
                  api.json("/actuator/adkgates").at("/gates/0/ref").asString("none"));
            },
            404));
  }

  private static FuzzRequest get(String path, String... values) {
    return request("GET", path, values);
  }

  private static FuzzRequest post(String path, String... values) {
    return request("POST", path, values);
  }

  private static FuzzRequest turn(String method, String path, Said said) {
    return request(method, path, said.conversation(), said.turn());
  }

  private static FuzzRequest request(String method, String path, String... values) {
    return FuzzRequest.of(method, path, values).header("Host", "localhost");
  }

  private String fresh() {
    return "f-" + next.incrementAndGet();
  }

  private static String upload() {
    return """
        --cut
        Content-Disposition: form-data; name="text"

        What is in it?
        --cut
        Content-Disposition: form-data; name="file"; filename="a.txt"
        Content-Type: text/plain

        hello
        --cut--
        """
        .replace("\n", "\r\n");
  }

  private record Said(String conversation, String turn, String gate) {}

  private Said said() throws Exception {
    String conversation = fresh();
    List<SseEvents.Event> events = api.say(conversation, "1 + 1");
    return new Said(conversation, events.getLast().data().path("turnId").asString(), "");
  }

  /** Waits for a person. */
  @SuppressWarnings("resource") // goes with its turn
  private Said asked() {
    String conversation = fresh();
    JsonNode gate = GateWatcher.ask(api, conversation, "publish: A - b").gate();
    return new Said(conversation, gate.path("turnId").asString(), gate.path("gateId").asString());
  }

  private String attached(String conversation) throws Exception {
    api.upload(conversation, "a.txt", "hello".getBytes(StandardCharsets.UTF_8));
    return api.conversation(conversation).at("/entries/0/message/attachments/0/id").asString();
  }

  private String memory() {
    return await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              api.say(fresh(), "Remember that my dog is called Rex " + next.get());
              return api.json("/api/memories").at("/memories/0/id").asString("");
            },
            id -> !id.isEmpty());
  }
}
