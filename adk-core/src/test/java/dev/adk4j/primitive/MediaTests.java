package dev.adk4j.primitive;

import static dev.adk4j.error.AdkErrorCode.E_INVALID_INITIAL_MEDIA_VALUE;
import static dev.adk4j.harness.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.bytes.MediaReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.value.JsonValue;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class MediaTests {

  private static final MediaReader READER = MediaReader.of(new byte[] {1, 2, 3});
  private static final Map<String, Object> VALID =
      Map.of(
          "kind", "image",
          "mimeType", "image/png",
          "filename", "a.png",
          "reader", READER,
          "trustTier", "first-party",
          "modalityHazard", "inert");

  @ParameterizedTest
  @EnumSource(MediaKind.class)
  void factoriesSayTierAndHazard(MediaKind kind) {
    ModalityHazard hazard =
        kind == MediaKind.DOCUMENT
            ? ModalityHazard.EXTRACTABLE_INSTRUCTIONS
            : ModalityHazard.OPAQUE_PERCEPTUAL;
    Media user = Media.userAttachment(kind, "m", "f", READER);
    assertThat(user.trustTier()).isEqualTo(TrustTier.THIRD_PARTY_PRIVATE);
    assertThat(user.modalityHazard()).isEqualTo(hazard);
    assertThat(Media.toolGenerated(kind, "m", "f", READER).trustTier())
        .isEqualTo(TrustTier.FIRST_PARTY);
  }

  @Test
  void nothingIsAssumed() {
    assertThat(Samples.violations(E_INVALID_INITIAL_MEDIA_VALUE, () -> Media.builder().build()))
        .containsExactly(
            "$.kind", "$.mimeType", "$.filename", "$.reader", "$.trustTier", "$.modalityHazard");
    for (Object reader : new Object[] {"reader", Map.of("stream", 1), new Object()}) {
      assertThat(
              Samples.violations(
                  E_INVALID_INITIAL_MEDIA_VALUE,
                  () -> Media.fromMap(Samples.with(VALID, "reader", reader))))
          .containsExactly("$.reader");
    }
    assertThat(
            Samples.violations(
                E_INVALID_INITIAL_MEDIA_VALUE,
                () -> Media.fromMap(Samples.with(VALID, "trustTier", "unknown"))))
        .containsExactly("$.trustTier");
  }

  @Test
  void makesMissingIds() {
    assertThat(Media.fromMap(VALID).id())
        .matches("[0-9a-f]{8}-[0-9a-f]{4}-6[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    assertThat(Media.fromMap(Samples.with(VALID, "id", "x")).id()).isEqualTo("x");
    Media media = Media.fromMap(VALID);
    assertThat(media.toBuilder().build().id()).isEqualTo(media.id());
  }

  @Test
  void bytesAreReadAnewEachTime() throws Exception {
    Media media = Media.fromMap(VALID);
    try (InputStream one = media.openStream();
        InputStream other = media.openStream()) {
      assertThat(one).isNotSameAs(other);
      assertThat(one.readAllBytes()).containsExactly(1, 2, 3);
      assertThat(other.readAllBytes()).containsExactly(1, 2, 3);
    }
    assertThat(media.readAllBytes()).isEqualTo(media.readAllBytes());
    assertThat(media.toBase64()).isEqualTo("AQID");
    assertThat(media.byteLength()).hasValue(3);
  }

  @Test
  void refusesReadersWithoutAStream() {
    Media media = Samples.image().toBuilder().reader(() -> null).build();
    assertFails(AdkErrorCode.E_NOT_A_MEDIA_READER, media::openStream);
  }

  @Test
  void theStashTakesNamesLiterally() {
    Media media = Media.fromMap(VALID);
    MediaStashEntry entry =
        new MediaStashEntry(JsonValue.of((Object) "a cat"), TrustTier.FIRST_PARTY);
    media.stash().put("text:caption.en", entry);
    assertThat(media.stash().get("text:caption.en")).contains(entry);
    assertThat(media.stash().get("text:caption")).isEmpty();
    assertThat(media.stash().entries()).containsOnlyKeys("text:caption.en");
    assertThat(media.toBuilder().build().stash().entries()).isEqualTo(media.stash().entries());
    assertThat(media.toBuilder().build().stash()).isNotSameAs(media.stash());
    assertThat(media.stash().remove("text:caption.en")).isTrue();
    assertThat(media.stash().remove("text:caption.en")).isFalse();
    assertThatThrownBy(() -> media.stash().put("", entry)).isInstanceOf(AdkException.class);
    assertThatThrownBy(() -> media.stash().put("a", null)).isInstanceOf(AdkException.class);
    assertThatThrownBy(() -> new MediaStashEntry(JsonValue.NULL, null))
        .isInstanceOf(AdkException.class);
  }

  @Test
  void theInitialStashIsValidated() {
    Map<String, Object> stash =
        Map.of(
            "ok",
            Map.of("value", 1, "trustTier", "first-party"),
            "",
            Map.of(),
            "bad",
            Map.of("value", 1),
            "x",
            3);
    assertThat(
            Samples.violations(
                E_INVALID_INITIAL_MEDIA_VALUE,
                () -> Media.fromMap(Samples.with(VALID, "stash", stash))))
        .containsExactlyInAnyOrder("$.stash['']", "$.stash.bad.trustTier", "$.stash.x");
    Map<String, Object> nullable = new java.util.HashMap<>(Map.of("trustTier", "first-party"));
    nullable.put("value", null);
    Media media = Media.fromMap(Samples.with(VALID, "stash", Map.of("a", nullable)));
    assertThat(media.stash().get("a").orElseThrow().value().isNull()).isTrue();
  }

  @Test
  void theDisplayFormTouchesNoReader() {
    MediaReader untouchable =
        new MediaReader() {
          @Override
          public InputStream open() {
            throw new AssertionError("opened");
          }

          @Override
          public java.util.OptionalLong byteLength() {
            throw new AssertionError("measured");
          }

          @Override
          public java.util.Optional<dev.adk4j.bytes.ReaderDescriptor> describe() {
            throw new AssertionError("described");
          }
        };
    Media media = Samples.image().toBuilder().id("i").reader(untouchable).source("s").build();
    String json = new JsonMapper().writeValueAsString(media);
    assertThat(json)
        .isEqualTo(
            "{\"id\":\"i\",\"kind\":\"image\",\"mimeType\":\"image/png\",\"filename\":\"a.png\",\"source\":\"s\","
                + "\"trustTier\":\"third-party-private\",\"modalityHazard\":\"opaque-perceptual\",\"stash\":{}}");
  }
}
