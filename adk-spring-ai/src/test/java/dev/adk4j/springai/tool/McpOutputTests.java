package dev.adk4j.springai.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.InMemoryByteStore;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Media;
import dev.adk4j.primitive.MediaKind;
import dev.adk4j.primitive.ModalityHazard;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.value.Json;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McpOutputTests {

  private final InMemoryByteStore<MediaReader> store = InMemoryByteStore.ofMedia();

  private final DispatchContext ctx =
      (DispatchContext)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {DispatchContext.class},
              (proxy, method, args) -> {
                assertThat(method.getName()).isEqualTo("storeMediaBytes");
                return store.write((String) args[0], (ByteSource) args[1]);
              });

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"content":[{"type":"text","text":"one"}]} | one
          {"content":[{"type":"text","text":"one"},{"type":"text","text":"two"}]} | one⏎two
          {"content":[{"type":"text","text":""}]} |
          {"content":[],"structuredContent":{"a":1}} | {⏎  "a" : 1⏎}
          {"content":[{"type":"text","text":"{\\"a\\": 1}"}],"structuredContent":{"a":1}} | {⏎  "a" : 1⏎}
          """)
  void returnsTextOrStructuredContentPlain(String result, String text) throws Exception {
    assertThat(text(result)).isEqualTo(text == null ? "" : text.replace('⏎', '\n'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"content":[]} | {}
          {"content":[{"type":"text","text":"x","annotations":{"audience":["user"],"priority":0.5}}]} | =
          {"content":[{"type":"text","text":"x","_meta":{"k":"v"}}]} | =
          {"content":[{"type":"text","text":"Sunny"}],"structuredContent":{"a":1}} | =
          {"content":[{"type":"resource_link","uri":"file:///a","name":"a"}]} | =
          """)
  void returnsAnnotatedContentAsJson(String result, String json) throws Exception {
    assertThat(Json.read(text(result))).isEqualTo(Json.read(json.equals("=") ? result : json));
  }

  @Test
  void soundsAndResourcesOfAllKindsBecomeMedia() throws Exception {
    List<Media> media =
        media(
            """
            {"content":[{"type":"audio","data":"AQI=","mimeType":"audio/wav"},
              {"type":"image","data":"AwQ=","mimeType":"image/png"},
              {"type":"resource","resource":{"uri":"file:///srv/film.mp4","mimeType":"video/mp4","blob":"BQ=="}},
              {"type":"resource","resource":{"uri":"file:///srv/","blob":"Bg=="}},
              {"type":"resource","resource":{"uri":"notes:a","text":"remember"}}]}
            """);
    assertThat(media)
        .extracting(Media::kind, Media::mimeType, Media::filename)
        .containsExactly(
            tuple(MediaKind.AUDIO, "audio/wav", "t.wav"),
            tuple(MediaKind.IMAGE, "image/png", "t.png"),
            tuple(MediaKind.VIDEO, "video/mp4", "film.mp4"),
            tuple(MediaKind.DOCUMENT, "application/octet-stream", "t"),
            tuple(MediaKind.DOCUMENT, "text/plain", "notes:a"));
    assertThat(media).allMatch(m -> m.trustTier() == TrustTier.THIRD_PARTY_PRIVATE);
    assertThat(media.getFirst().readAllBytes()).containsExactly(1, 2);
    assertThat(media.getFirst().modalityHazard()).isEqualTo(ModalityHazard.OPAQUE_PERCEPTUAL);
    assertThat(media.getLast().modalityHazard()).isEqualTo(ModalityHazard.EXTRACTABLE_INSTRUCTIONS);
    assertThat(media.getLast().source()).contains("notes:a");
    assertThat(media.getLast().stash().get("text:transcript").orElseThrow().value().node())
        .isEqualTo(Json.read("\"remember\""));
  }

  @Test
  void placesTextBeforeMediaWithTheirIds() throws Exception {
    List<Media> media =
        media(
            """
            {"content":[{"type":"text","text":"look"},
              {"type":"image","data":"AwQ=","mimeType":"image/png","annotations":{"priority":1.0}}],
             "structuredContent":{"n":[1]}}
            """);
    assertThat(media).extracting(Media::mimeType).containsExactly("application/json", "image/png");
    assertThat(Json.read(new String(media.getFirst().readAllBytes(), "UTF-8")))
        .isEqualTo(
            Json.read(
                """
                {"content":[{"type":"text","text":"look"},
                  {"type":"image","mimeType":"image/png","annotations":{"priority":1.0},"media":"%s"}],
                 "structuredContent":{"n":[1]}}
                """
                    .formatted(media.getLast().id())));
  }

  @Test
  void failsTheCallForInvalidBase64() {
    assertThatThrownBy(
            () ->
                media(
                    "{\"content\":[{\"type\":\"image\",\"data\":\"%%\",\"mimeType\":\"image/png\"}]}"))
        .hasMessage("The server's image/png is not in base64.");
  }

  private String text(String result) throws Exception {
    return ((ToolOutput.Text) output(result)).text().value();
  }

  private List<Media> media(String result) throws Exception {
    return ((ToolOutput.MediaItems) output(result)).items();
  }

  private ToolOutput output(String result) throws Exception {
    return new McpOutput("t", ctx)
        .of(McpJsonDefaults.getMapper().readValue(result, CallToolResult.class));
  }
}
