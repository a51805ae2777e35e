package dev.adk4j.boot.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.value.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Pieces of texts add up at each protocol, wherever a model cuts them. No piece ends inside of a
 * character: clients of several languages cannot put the halves together, and some stop.
 */
@Timeout(300)
class SplitTextsTests {

  private static final String TEXT = SceneScript.SPLIT;

  private static final ProtocolsScene scene = ProtocolsScene.crowd();
  private static HttpClient http;

  @BeforeAll
  static void start() {
    http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  @AfterAll
  static void stop() {
    http.close();
  }

  /** What a protocol tells of the three texts; {@code null} for what it has no place for. */
  private record Told(List<String> text, List<String> thought, List<String> args) {

    Told() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    void read(ProtocolRequest protocol, String name, JsonNode event) {
      String type = event.path("type").asString("");
      switch (protocol) {
        case OWN -> {
          add(name.equals("message") ? text : thought, event.path("delta"));
          add(args, event.at("/args/text"));
        }
        case AI_SDK -> {
          add(type.startsWith("text") ? text : thought, event.path("delta"));
          add(args, event.at("/input/text"));
        }
        case AG_UI -> {
          List<String> to = type.startsWith("TEXT") ? text : thought;
          if (type.equals("TOOL_CALL_ARGS")) {
            args.add(Json.read(event.path("delta").asString()).path("text").asString());
          } else if (type.endsWith("_CONTENT")) {
            add(to, event.path("delta"));
          }
        }
        case CHAT_COMPLETIONS -> {
          add(text, event.at("/choices/0/delta/content"));
          add(thought, event.at("/choices/0/delta/reasoning_content"));
        }
        case RESPONSES -> add(type.contains("output_text") ? text : thought, event.path("delta"));
        case A2A -> add(text, event.at("/artifactUpdate/artifact/parts/0/text"));
        case MCP -> add(text, event.at("/result/content/0/text"));
      }
    }

    private static void add(List<String> to, JsonNode piece) {
      String text = piece.asString("");
      if (!text.isEmpty()) {
        to.add(text);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void addUp(ProtocolRequest protocol) throws Exception {
    String session =
        protocol == ProtocolRequest.MCP
            ? ProtocolRequest.session(new ProtocolClient(scene.base, "ann"))
            : "";
    SoftAssertions all = new SoftAssertions();
    for (int at : IntStream.rangeClosed(0, TEXT.length()).toArray()) {
      Told told = told(protocol, session, at);
      all.assertThat(String.join("", told.text())).as("text at %d", at).isEqualTo(TEXT);
      if (protocol != ProtocolRequest.A2A && protocol != ProtocolRequest.MCP) {
        all.assertThat(String.join("", told.thought())).as("thought at %d", at).isEqualTo(TEXT);
      }
      if (Stream.of(ProtocolRequest.OWN, ProtocolRequest.AI_SDK, ProtocolRequest.AG_UI)
          .anyMatch(protocol::equals)) {
        all.assertThat(told.args()).as("arguments at %d", at).contains(TEXT).containsOnly(TEXT);
      }
      Stream.of(told.text(), told.thought())
          .filter(pieces -> pieces.size() > 1)
          .forEach(
              pieces ->
                  all.assertThat(pieces.getFirst())
                      .as("first piece at %d", at)
                      .satisfies(SplitTextsTests::isWhole));
    }
    all.assertAll();
  }

  private static void isWhole(String piece) {
    assertThat(Character.isHighSurrogate(piece.charAt(piece.length() - 1))).isFalse();
  }

  private static Told told(ProtocolRequest protocol, String session, int at) throws Exception {
    String id = UUID.randomUUID().toString();
    HttpResponse<byte[]> response =
        post(protocol.path(id), protocol.body(id, "split " + at), session);
    // throws where the bytes are no UTF-8
    String body =
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(response.body())).toString();
    assertThat(response.statusCode()).as(body).isEqualTo(200);
    Told told = new Told();
    String name = "";
    for (String line : body.split("\n")) {
      if (line.startsWith("event:")) {
        name = line.substring("event:".length()).strip();
      }
      String data = line.startsWith("data:") ? line.substring("data:".length()).strip() : line;
      if (data.startsWith("{")) {
        told.read(protocol, name, Json.read(data));
      }
    }
    return told;
  }

  private static HttpResponse<byte[]> post(String path, String body, String session)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(scene.base + path))
            .header("Authorization", "Bearer ann")
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("A2A-Version", "1.0")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!session.isEmpty()) {
      request.header("Mcp-Session-Id", session);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }
}
