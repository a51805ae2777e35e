package dev.adk4j.boot.protocol;

import static dev.adk4j.boot.protocol.ProtocolClient.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.adk4j.boot.protocol.ProtocolClient.Reply;
import dev.adk4j.boot.protocol.ProtocolsScene.Layout;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.schema.ToolSchema;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The files of an answer, for pages of the AI SDK. */
@Timeout(60)
@ExtendWith(Answers.class)
class AiSdkFilesTests {

  @AutoClose private static ProtocolsScene scene;

  @BeforeAll
  static void start() {
    scene =
        new ProtocolsScene(
            Layout.DATABASE, parts -> parts.registerBean("map", Tool.class, () -> map()));
  }

  private static Tool map() {
    return Tool.builder("show_map")
        .description("Draws a map.")
        .inputSchema(
            ToolSchema.parse(
                "{\"type\": \"object\", \"properties\": {\"place\": {\"type\": \"string\"}}}"))
        .handler((args, ctx, meta) -> ToolOutput.media(SceneScript.png()))
        .build();
  }

  @Test
  void ofTheAnswerArePartsWhoseBytesCanBeRead() {
    Reply reply = say("ann", UUID.randomUUID().toString(), "draw");

    List<String> urls = urls(reply);
    assertThat(urls).hasSize(2);
    Reply image = get("ann", urls.getFirst());
    assertThat(image.status()).isEqualTo(200);
    assertThat(image.response().headers().map())
        .containsEntry("Content-Type", List.of("image/png"))
        .containsEntry("X-Content-Type-Options", List.of("nosniff"));
    Reply page = get("ann", urls.getLast());
    assertThat(page.body()).isEqualTo(SceneScript.PAGE);
    assertThat(page.response().headers().firstValue("Content-Security-Policy"))
        .hasValue("default-src 'none'; sandbox");
    assertThat(page.response().headers().firstValue("Content-Disposition").orElseThrow())
        .startsWith("attachment;")
        .doesNotContain("\r", "\n");
  }

  @Test
  void areNobodyElses() {
    String chat = UUID.randomUUID().toString();
    String url = urls(say("ann", chat, "draw")).getFirst();
    String unknown = url.substring(0, url.lastIndexOf('/') + 1) + "unknown";

    assertThat(get("eve", url).status()).isEqualTo(404);
    assertThat(get("eve", url).body())
        .isEqualTo(get("ann", unknown).body())
        .contains("E_FILE_NOT_FOUND");
    assertThat(get(null, url).status()).isEqualTo(401);
  }

  @Test
  void ofTheAgentThatThePathNamesHaveTheSameAddress() {
    String chat = "chat " + UUID.randomUUID();
    Reply reply = say("/api/chat/demo", "ann", chat, "draw");

    assertThat(urls(reply).getFirst())
        .startsWith("/api/chat/" + chat.replace(" ", "%20") + "/files/");
    assertThat(get("ann", urls(reply).getFirst()).status()).isEqualTo(200);
  }

  @Test
  void ofToolsArePartsOfTheMessageOfNpmsClient() throws Exception {
    String printed =
        NpmClients.run(
            "ai-sdk-parts.mjs", Map.of("CHAT_URL", scene.base + "/api/chat", "TEXT", "Show Paris"));

    assertThat(printed).contains("file image/png 200 " + SceneScript.PIXEL);
  }

  private static List<String> urls(Reply reply) {
    return reply.events().stream()
        .filter(event -> event.path("type").asString().equals("file"))
        .map(event -> event.path("url").asString())
        .toList();
  }

  private static Reply get(String user, String url) {
    return new ProtocolClient(scene.base, user).get(url);
  }

  private static Reply say(String user, String chat, String text) {
    return say("/api/chat", user, chat, text);
  }

  private static Reply say(String path, String user, String chat, String text) {
    return new ProtocolClient(scene.base, user).post(path, said(chat, text));
  }
}
