package dev.adk4j.springai.tool;

import static org.assertj.core.api.Assertions.assertThat;
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

  /** A part, and what stands in its place if it cannot be read. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"type":"image","data":"%%","mimeType":"image/png"}  | {"type":"image","mimeType":"image/png","unreadable":"The server's image/png is not valid base64."}
          {"type":"image","data":"A","mimeType":"image/png"}   | {"type":"image","mimeType":"image/png","unreadable":"The server's image/png is not valid base64."}
          {"type":"audio","data":5,"mimeType":"audio/wav"}     | {"type":"audio","mimeType":"audio/wav","unreadable":"The server's audio/wav is not valid base64."}
          {"type":"image","data":"AwQ="}                       | {"type":"image","unreadable":"The image has no readable MIME type."}
          {"type":"image","data":"AwQ=","mimeType":"png"}      | {"type":"image","mimeType":"png","unreadable":"The image has no readable MIME type."}
          {"type":"image","mimeType":"image/png"}              | {"type":"image","mimeType":"image/png","unreadable":"Content of this form is unknown."}
          {"type":"image","data":"","mimeType":"image/png"}    | {"type":"image","mimeType":"image/png","unreadable":"The server's image/png is not valid base64."}
          {"type":"image","data":"AwQ=","mimeType":"image/*"}  | {"type":"image","mimeType":"image/*","unreadable":"The image has no readable MIME type."}
          {"type":"resource","uri":"a:b","blob":"AwQ="}        | {"type":"resource","uri":"a:b","unreadable":"Content of this form is unknown."}
          {"type":"resource","resource":{"uri":"a:b","blob":""}} | {"type":"resource","resource":{"uri":"a:b"},"unreadable":"The server's application/octet-stream is not valid base64."}
          {"type":"hologram","depth":3}                        | {"type":"hologram","depth":3,"unreadable":"Content of this form is unknown."}
          {"type":"hologram","data":"AwQ="}                    | {"type":"hologram","unreadable":"The hologram has no readable MIME type."}
          {"a":1}                                              | {"a":1,"unreadable":"Content of this form is unknown."}
          {"type":"text"}                                      | {"type":"text","unreadable":"Content of this form is unknown."}
          {"type":"text","text":{"a":1}}                       | {"type":"text","text":{"a":1},"unreadable":"Content of this form is unknown."}
          {"type":"resource"}                                  | {"type":"resource","unreadable":"Content of this form is unknown."}
          {"type":"resource","resource":"x"}                   | {"type":"resource","resource":"x","unreadable":"Content of this form is unknown."}
          {"type":"resource","resource":{"uri":"a:b","blob":"%"}} | {"type":"resource","resource":{"uri":"a:b"},"unreadable":"The server's application/octet-stream is not valid base64."}
          {"type":"resource","resource":{}}                    | {"type":"resource","resource":{},"unreadable":"The server's application/octet-stream is not valid base64."}
          {"type":"text","text":null}                          | {"type":"text","unreadable":"Content of this form is unknown."}
          {"type":"image","data":"","mimeType":null}           | {"type":"image","unreadable":"The image has no readable MIME type."}
          {"type":"image","data":["AwQ="],"mimeType":"image/png"} | {"type":"image","mimeType":"image/png","unreadable":"The server's image/png is not valid base64."}
          {"type":"resource","resource":{"text":7,"blob":null}} | {"type":"resource","resource":{"text":7},"unreadable":"The server's application/octet-stream is not valid base64."}
          []                                                   | {"type":"text","text":"[]"}
          null                                                 | {"type":"text","text":"null"}
          5                                                    | {"type":"text","text":"5"}
          "plain"                                              | {"type":"text","text":"plain"}
          {"type":"text","text":"x","annotations":null,"_meta":null} | {"type":"text","text":"x"}
          """)
  void namesInItsPlaceWhatCannotBeRead(String part, String place) throws Exception {
    String good = "{\"type\":\"text\",\"text\":\"stays\"}";
    String image = "{\"type\":\"image\",\"data\":\"AwQ=\",\"mimeType\":\"image/png\"}";
    List<Media> media = media("{\"content\":[%s,%s,%s]}".formatted(good, part, image));
    assertThat(media).hasSize(2);
    assertThat(media.getLast().readAllBytes()).containsExactly(3, 4);
    assertThat(Json.read(new String(media.getFirst().readAllBytes(), "UTF-8")).path("content"))
        .startsWith(Json.read(good), Json.read(place));
  }

  @ParameterizedTest
  @CsvSource({
    "AwQF",
    "'Aw\\nQF'",
    "'AwQF\\r\\n'",
    "' A w Q F '",
    "'data:image/png;base64,AwQF'",
    "'data:image/png;charset=x;base64,AwQF'",
    "' DATA:image/png;BASE64,AwQF'"
  })
  void readsBase64AsOthersWriteIt(String data) throws Exception {
    List<Media> media =
        media(
            "{\"content\":[{\"type\":\"image\",\"data\":\"%s\",\"mimeType\":\"image/png\"}]}"
                .formatted(data));
    assertThat(media.getFirst().readAllBytes()).containsExactly(3, 4, 5);
  }

  /** A part with media, and the media's kind, type and name. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"type":"image","data":"AwQ=","mimeType":"IMAGE/PNG"} | IMAGE image/png t.png
          {"type":"image","data":"AwQ=","mimeType":" image/png; charset=binary"} | IMAGE image/png t.png
          {"type":"image","data":"data:image/PNG;base64,AwQ="} | IMAGE image/png t.png
          {"type":"image","data":"data:image/png;base64,AwQ=","mimeType":"png"} | IMAGE image/png t.png
          {"type":"audio","data":"AwQ=","mimeType":"audio/L16;rate=24000"} | AUDIO audio/l16;rate=24000 t.l16
          {"type":"resource","resource":{"uri":"a:/b","text":"T","blob":"AwQ="}} | DOCUMENT text/plain b
          {"type":"resource","resource":{"uri":"a:/b","text":7,"blob":"AwQ="}} | DOCUMENT application/octet-stream b
          {"type":"resource","resource":{"uri":"a:/b","text":"T","mimeType":"Text/HTML; charset=utf-8"}} | DOCUMENT text/html b
          {"type":"resource","resource":{"uri":"a:/b","blob":"AwQ=","mimeType":"no mime\\n"}} | DOCUMENT application/octet-stream b
          {"type":"resource","resource":{"uri":"a:/x\\ny","text":"T"}} | DOCUMENT text/plain x_y
          """)
  void readsTypesAsOthersWriteThem(String part, String meaning) throws Exception {
    Media media = media("{\"content\":[%s]}".formatted(part)).getLast();
    assertThat(media.kind() + " " + media.mimeType() + " " + media.filename()).isEqualTo(meaning);
  }

  @Test
  void readsBase64OfUrlsAndOtherMedia() throws Exception {
    List<Media> media =
        media("{\"content\":[{\"type\":\"video\",\"data\":\"-_8\",\"mimeType\":\"video/mp4\"}]}");
    assertThat(media.getFirst().kind()).isEqualTo(MediaKind.VIDEO);
    assertThat(media.getFirst().readAllBytes()).containsExactly(-5, -1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"content":null}               | {}
          {}                             | {}
          {"content":"plain"}            | "plain"
          {"content":{"type":"text","text":"one"}} | "one"
          {"content":null,"structuredContent":{"a":1}} | {"a":1}
          {"content":[],"structuredContent":null} | {}
          {"content":[],"structuredContent":[1]} | [1]
          {"toolResult":"42"}            | {"toolResult":"42"}
          {"content":[],"structured_content":{"a":1}} | {"structured_content":{"a":1}}
          {"_meta":{"a":1},"isError":false} | {}
          "plain"                        | "plain"
          ["a"]                          | ["a"]
          """)
  void readsListsThatAreNone(String result, String meaning) throws Exception {
    String text = text(result);
    assertThat(
            text.startsWith("{") || text.startsWith("[")
                ? Json.read(text)
                : Json.mapper().getNodeFactory().stringNode(text))
        .isEqualTo(Json.read(meaning));
  }

  /** A failed result, and what the model is told. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {"content":[{"type":"text","text":"No such order."}]} | No such order.
          {"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]} | a⏎b
          {"content":"Plain."} | Plain.
          {"content":[{"type":"resource","resource":{"uri":"a:b","text":"The log."}}]} | The log.
          {"content":[{"type":"resource_link","uri":"file:///log","name":"log"}]} | {"type":"resource_link","uri":"file:///log","name":"log"}
          {"content":[{"type":"image","data":"AwQ=","mimeType":"image/png"},{"type":"text","text":"see"}]} | {"type":"image","mimeType":"image/png"}⏎see
          {"content":[{"type":"hologram","why":"no light"}]} | {"type":"hologram","why":"no light"}
          {"content":[],"structuredContent":{"code":7}} | {⏎  "code" : 7⏎}
          {"content":[{"type":"text","text":"{\\"code\\":7}"}],"structuredContent":{"code":7}} | {"code":7}
          {"content":[{"type":"text","text":"Bad."}],"structuredContent":{"code":7}} | Bad.⏎{⏎  "code" : 7⏎}
          {"error":"Out of stock."} | {"error":"Out of stock."}
          {"message":"Out of stock.","content":[]} | {"message":"Out of stock."}
          {"content":[{"type":"text","text":""}]} | The server reported a failure without a reason.
          {"content":[{"type":"text","text":" "}],"structuredContent":{"code":7}} | {⏎  "code" : 7⏎}
          {"content":null} | The server reported a failure without a reason.
          {} | The server reported a failure without a reason.
          """)
  void tellsAllThatTheServerSaysOfAFailure(String result, String told) {
    assertThat(new McpOutput("t", ctx).problem(Json.read(result)))
        .isEqualTo(told.replace('⏎', '\n'));
  }

  private String text(String result) throws Exception {
    return ((ToolOutput.Text) output(result)).text().value();
  }

  private List<Media> media(String result) throws Exception {
    return ((ToolOutput.MediaItems) output(result)).items();
  }

  private ToolOutput output(String result) throws Exception {
    return new McpOutput("t", ctx).of(Json.read(result));
  }
}
