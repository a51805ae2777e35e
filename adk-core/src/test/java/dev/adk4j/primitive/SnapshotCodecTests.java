package dev.adk4j.primitive;

import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.MediaReader;
import dev.adk4j.bytes.ReaderDescriptor;
import dev.adk4j.bytes.ReaderResolvers;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class SnapshotCodecTests {

  private static final SnapshotCodec CODEC = Gen.CODEC;

  private static Media media(MediaReader reader) {
    return Samples.image().toBuilder().reader(reader).build();
  }

  private static SnapshotCodec resolvingTo(MediaReader reader) {
    ReaderResolvers resolvers =
        new ReaderResolvers()
            .registerMedia(
                "media:test",
                locator -> {
                  if (locator.isNull()) {
                    throw new IllegalStateException("no locator");
                  }
                  return reader;
                });
    return new SnapshotCodec(resolvers, ArtifactTypes.builtIns());
  }

  /** Fails when it is read. */
  private static final MediaReader LAZY =
      new MediaReader() {
        @Override
        public InputStream open() throws IOException {
          throw new IOException("read");
        }

        @Override
        public Optional<ReaderDescriptor> describe() {
          return Optional.of(new ReaderDescriptor("media:test", JsonValue.parse("{\"key\":1}")));
        }
      };

  @Test
  void theMessageSnapshotHasItsFieldsInOrder() {
    Message message = Message.user("m", "hi", Samples.AT);
    assertThat(Json.write(CODEC.encode(message)))
        .isEqualTo(
            "{\"id\":\"m\",\"role\":\"user\",\"content\":\"hi\","
                + "\"identity\":{\"identifier\":\"user\",\"representation\":\"user\"},"
                + "\"createdAt\":\"2024-01-01T00:00:00.000Z\",\"updatedAt\":\"2024-01-01T00:00:00.000Z\"}");
  }

  @Test
  void nothingIsReadForHistory() {
    SnapshotCodec codec = resolvingTo(LAZY);
    Message message = Message.user("hi").toBuilder().attachments(media(LAZY)).build();
    Message decoded = codec.decodeMessage(codec.encode(message));
    assertThat(decoded.attachments().getFirst().reader()).isSameAs(LAZY);
    assertThat(decoded.sameContentAs(message)).isTrue();
  }

  @Test
  void neverDropsUndescribedReaders() {
    Media undescribed = media(() -> InputStream.nullInputStream());
    assertFails(AdkErrorCode.E_READER_NOT_DESCRIBABLE, () -> CODEC.encode(undescribed))
        .matches(e -> ((AdkException) e).args().contains("reader"));
    Message message = Message.user("hi").toBuilder().attachments(undescribed).build();
    assertFails(AdkErrorCode.E_READER_NOT_DESCRIBABLE, () -> CODEC.encode(message));
    MediaReader careless =
        new MediaReader() {
          @Override
          public InputStream open() {
            return InputStream.nullInputStream();
          }

          @Override
          public Optional<ReaderDescriptor> describe() {
            return null;
          }
        };
    assertFails(AdkErrorCode.E_READER_NOT_DESCRIBABLE, () -> CODEC.encode(media(careless)));
    SpoolReader lines =
        new SpoolReader() {
          @Override
          public Optional<String> line(long index) {
            return Optional.empty();
          }

          @Override
          public long byteLength() {
            return 0;
          }

          @Override
          public long lineCount() {
            return 0;
          }

          @Override
          public String readAll() {
            return "";
          }
        };
    assertFails(
        AdkErrorCode.E_READER_NOT_DESCRIBABLE,
        () -> Samples.snapshot(CODEC, ToolResults.artifact(new SpooledArtifact(lines))));
  }

  @Test
  void unknownTagsAndTypesKeepTheirOwnCodes() {
    ObjectNode media = (ObjectNode) CODEC.encode(Samples.image());
    media.withObject("reader").put("tag", "media:nobody");
    assertFails(AdkErrorCode.E_NO_READER_RESOLVER, () -> CODEC.decodeMedia(media));
    ObjectNode spool = (ObjectNode) CODEC.encode(Samples.image());
    spool.withObject("reader").put("tag", "spool:in-memory");
    assertThatThrownBy(() -> CODEC.decodeMedia(spool)).isInstanceOf(AdkException.class);
    JsonNode results =
        Json.read(
            "{\"silo\":\"artifact\",\"single\":true,\"items\":[{\"type\":\"nobody\","
                + "\"reader\":{\"tag\":\"spool:in-memory\",\"locator\":{\"content\":\"\"}}}]}");
    assertFails(
        AdkErrorCode.E_ARTIFACT_TYPE_UNKNOWN,
        () -> CODEC.decodeToolCall(Samples.snapshotWith(CODEC, results)));
  }

  @Test
  void reportsForeignAttributesAsUnknownFields() {
    JsonNode content =
        Json.read(
            "{\"type\":\"spooled\",\"format\":\"jsonl\","
                + "\"reader\":{\"tag\":\"spool:in-memory\",\"locator\":{\"content\":\"\"}}}");
    ObjectNode json = (ObjectNode) CODEC.encode(Samples.retrievable().content("c").build());
    json.set("content", content);
    assertThatThrownBy(() -> CODEC.decodeRetrievable(json))
        .hasMessageContaining("$.content.format");
  }

  @Test
  void translatesExceptionsOfResolvers() {
    SnapshotCodec codec = resolvingTo(LAZY);
    ObjectNode media = (ObjectNode) codec.encode(media(LAZY));
    media.withObject("reader").putNull("locator");
    assertFails(AdkErrorCode.E_NOT_A_MEDIA_READER, () -> codec.decodeMedia(media))
        .hasCauseInstanceOf(IllegalStateException.class);
    SnapshotCodec nothing = resolvingTo(null);
    assertFails(
        AdkErrorCode.E_NOT_A_MEDIA_READER, () -> nothing.decodeMedia(nothing.encode(media(LAZY))));
  }

  @Test
  void dynamicTextIsStoredAsItsValue() {
    Message message =
        Message.user("x").toBuilder().content(Tokenizable.dynamic(context -> "now")).build();
    Message decoded = CODEC.decodeMessage(CODEC.encode(message));
    assertThat(decoded.content().orElseThrow().isDynamic()).isFalse();
    assertThat(decoded.content().orElseThrow().value()).isEqualTo("now");
  }

  @Test
  void anEmptyTextSurvivesThoughFreshInputMayNotBeEmpty() {
    Message message = Message.user("x").toBuilder().content(Tokenizable.of("")).build();
    JsonNode json = CODEC.encode(message);
    assertThat(CODEC.decodeMessage(json).sameContentAs(message)).isTrue();
    assertThatThrownBy(() -> Message.fromJson(json))
        .hasMessageContaining("$.content must not be empty");
  }

  @Test
  void refusesOtherThanObjects() {
    for (String json : new String[] {"null", "1", "\"x\"", "[]", "true"}) {
      assertFails(
          AdkErrorCode.E_INVALID_INITIAL_MESSAGE_VALUE, () -> CODEC.decodeMessage(Json.read(json)));
    }
    assertThatThrownBy(() -> Message.fromJson(null)).isInstanceOf(AdkException.class);
    assertThatThrownBy(() -> Message.fromMap(null)).isInstanceOf(AdkException.class);
  }

  @Test
  void deepArgsSurvive() {
    String deep = "{\"a\":" + "[".repeat(399) + "]".repeat(399) + "}";
    ToolCall call = Samples.call().args(deep).build();
    String text = Json.write(CODEC.encode(call));
    assertThat(CODEC.decodeToolCall(Json.read(text)).sameContentAs(call)).isTrue();
  }
}
