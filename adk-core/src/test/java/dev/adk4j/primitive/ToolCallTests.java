package dev.adk4j.primitive;

import static dev.adk4j.error.AdkErrorCode.E_INVALID_INITIAL_TOOL_CALL_VALUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkException;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolCallTests {

  private static final Map<String, Object> VALID = valid();
  private final SpooledArtifact artifact = new SpooledArtifact(SpoolReader.of("a\nb"));

  private static Map<String, Object> valid() {
    Map<String, Object> map =
        Samples.map(
            "{'id': 't', 'tool': 'search', 'args': {}, 'checksum': 'c', 'isComplete': true, 'isError': false, 'createdAt': 0, 'updatedAt': 0, 'completedAt': 0}");
    map.put("results", Tokenizable.of("r"));
    return map;
  }

  private static List<String> wrong(ThrowingCallable call) {
    return Samples.violations(E_INVALID_INITIAL_TOOL_CALL_VALUE, call);
  }

  @Test
  void isInlineUnlessSaid() {
    ToolCall call = ToolCall.fromMap(VALID);
    assertThat(call.inline()).isTrue();
    assertThat(call.fromArtifactTool()).isFalse();
    assertThat(Samples.call().inline(false).fromArtifactTool(true).build().inline()).isFalse();
  }

  @Test
  void argsAreAnObjectOrTextOfOne() {
    Map<String, Object> ordered = new LinkedHashMap<>();
    ordered.put("z", 1);
    ordered.put("a", null);
    assertThat(Samples.call().args(ordered).build().args().text())
        .isEqualTo("{\"z\":1,\"a\":null}");
    assertThat(Samples.call().args(" {\"z\":1.50} ").build().args().text())
        .isEqualTo("{\"z\":1.50}");
    assertThat(Samples.call().args(Json.read("{}")).build().args().isObject()).isTrue();
    ordered.put("z", 2);
  }

  static List<Object> noArgs() {
    return Arrays.asList(
        null,
        "",
        "x",
        "[1]",
        "null",
        "\"x\"",
        "{} {}",
        List.of(),
        5,
        JsonValue.parse("[]"),
        Json.read("1"),
        Map.of("n", Double.NaN),
        Map.of(new Object(), 1));
  }

  @ParameterizedTest
  @MethodSource("noArgs")
  void refusesOtherArgs(Object args) {
    List<String> paths = wrong(() -> ToolCall.fromMap(Samples.with(VALID, "args", args)));
    assertThat(paths).hasSize(1).allMatch(path -> path.startsWith("$.args"));
  }

  @Test
  void resultsAreOneSilo() {
    Media media = Samples.image();
    assertThat(ToolCall.fromMap(Samples.with(VALID, "results", artifact)).results())
        .isEqualTo(new ToolResults.Artifacts(List.of(artifact), true));
    assertThat(ToolCall.fromMap(Samples.with(VALID, "results", List.of(artifact))).results())
        .isEqualTo(new ToolResults.Artifacts(List.of(artifact), false));
    assertThat(
            ToolCall.fromMap(Samples.with(VALID, "results", new Object[] {media, media})).results())
        .isEqualTo(new ToolResults.MediaItems(List.of(media, media), false));
    assertThat(Samples.call().results(media).build().results()).isEqualTo(ToolResults.media(media));
  }

  @Test
  void refusesOtherResults() {
    for (Object results :
        Arrays.asList(
            null,
            "text",
            List.of(),
            List.of("a"),
            Arrays.asList(artifact, null),
            List.of(artifact, Samples.image()),
            Map.of("silo", "text"),
            5)) {
      assertThat(wrong(() -> ToolCall.fromMap(Samples.with(VALID, "results", results))))
          .containsExactly("$.results");
    }
    assertThatThrownBy(() -> new ToolResults.Artifacts(List.of(), false))
        .isInstanceOf(AdkException.class);
    assertThatThrownBy(() -> new ToolResults.MediaItems(null, false))
        .isInstanceOf(AdkException.class);
    assertThatThrownBy(() -> new ToolResults.Artifacts(List.of(artifact, artifact), true))
        .isInstanceOf(AdkException.class);
    assertThatThrownBy(() -> ToolResults.artifact(null)).isInstanceOf(AdkException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "TRUE", "False"})
  void flagsAreConvertedFromTheirNames(String text) {
    assertThat(ToolCall.fromMap(Samples.with(VALID, "isError", text)).isError())
        .isEqualTo(Boolean.valueOf(text));
  }

  @Test
  void refusesOtherFlags() {
    for (Object flag : Arrays.asList("yes", "1", 1, 0, null, " true", "")) {
      for (String name : List.of("isError", "inline")) {
        assertThat(wrong(() -> ToolCall.fromMap(Samples.with(VALID, name, flag))))
            .containsExactly("$." + name);
      }
    }
  }

  @Test
  void aPayloadNeedsItsTag() {
    assertThat(wrong(() -> Samples.call().payload(JsonValue.parse("1")).build()))
        .containsExactly("$.replayCompatibility");
    assertThat(Samples.call().payload(JsonValue.NULL).build().payload()).isEmpty();
  }

  @Test
  void everyFieldIsNeeded() {
    for (String name : VALID.keySet()) {
      assertThat(wrong(() -> ToolCall.fromMap(Samples.without(VALID, name))))
          .containsExactly("$." + name);
    }
  }

  @Test
  void snapshotsNameTheirSilo() {
    assertThat(Json.write(Samples.snapshot(Gen.CODEC, ToolResults.text("x"))))
        .isEqualTo("{\"silo\":\"text\",\"value\":\"x\"}");
    assertThat(Json.write(Samples.snapshot(Gen.CODEC, ToolResults.artifact(artifact))))
        .isEqualTo(
            "{\"silo\":\"artifact\",\"single\":true,\"items\":[{\"type\":\"spooled\",\"reader\":{\"tag\":\"spool:in-memory\",\"locator\":{\"content\":\"a\\n"
                + "b\"}}}]}");
  }

  @Test
  void damagedSnapshotsAreNamedByPath() {
    assertThat(wrong(() -> decode("{\"silo\":\"film\"}"))).containsExactly("$.results.silo");
    assertThat(
            wrong(
                () ->
                    decode(
                        "{\"silo\":\"media\",\"single\":1,\"items\":[{\"kind\":\"x\"},3],\"y\":1}")))
        .contains(
            "$.results.single", "$.results.items[0].kind", "$.results.items[1]", "$.results.y");
  }

  private static ToolCall decode(String results) {
    return Gen.CODEC.decodeToolCall(Samples.snapshotWith(Gen.CODEC, Json.read(results)));
  }
}
