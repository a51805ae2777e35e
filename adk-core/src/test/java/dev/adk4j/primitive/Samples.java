package dev.adk4j.primitive;

import dev.adk4j.bytes.MediaReader;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.ValidationException;
import dev.adk4j.error.Violation;
import dev.adk4j.value.Json;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Plain valid values, and what is wrong with others. */
public final class Samples {

  public static final Instant AT = Instant.parse("2024-01-01T00:00:00Z");

  private Samples() {}

  public static Media image() {
    return Media.userAttachment(
        MediaKind.IMAGE, "image/png", "a.png", MediaReader.of(new byte[] {1, 2, 3}));
  }

  public static ToolCall.Builder call() {
    return ToolCall.builder()
        .id("t")
        .tool("search")
        .args("{\"q\":1}")
        .checksum("c")
        .isComplete(true)
        .isError(false)
        .results(ToolResults.text("done"))
        .createdAt(AT)
        .updatedAt(AT)
        .completedAt(AT);
  }

  /** The results in the snapshot of a call. */
  public static JsonNode snapshot(SnapshotCodec codec, ToolResults results) {
    return codec.encode(call().results(results).build()).get("results");
  }

  /** The snapshot of a call with these results. */
  public static JsonNode snapshotWith(SnapshotCodec codec, JsonNode results) {
    return ((ObjectNode) codec.encode(call().build())).set("results", results);
  }

  public static Thought.Builder thought() {
    return Thought.builder().id("t").createdAt(AT).updatedAt(AT);
  }

  public static Retrievable.Builder retrievable() {
    return Retrievable.builder()
        .id("r")
        .trustTier(TrustTier.FIRST_PARTY)
        .createdAt(AT)
        .updatedAt(AT);
  }

  public static Memory.Builder memory() {
    return Memory.builder()
        .id("m")
        .content("c")
        .confidence(1)
        .importance(0)
        .createdAt(AT)
        .updatedAt(AT);
  }

  /** What stands in JSON with apostrophes. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> map(String json) {
    return Json.mapper().readValue(json.replace('\'', '"'), HashMap.class);
  }

  public static Map<String, Object> with(Map<String, ?> base, String name, Object value) {
    Map<String, Object> map = new HashMap<>(base);
    map.put(name, value);
    return map;
  }

  public static Map<String, Object> without(Map<String, ?> base, String name) {
    Map<String, Object> map = new HashMap<>(base);
    map.remove(name);
    return map;
  }

  /** The paths of all violations, in order. */
  public static List<String> violations(ErrorCode code, ThrowingCallable call) {
    AdkException e = Assertions.catchThrowableOfType(AdkException.class, call);
    Assertions.assertThat(e).as("an AdkException").isNotNull();
    Assertions.assertThat(e.errorCode()).isEqualTo(code);
    Assertions.assertThat(e.getCause()).isInstanceOf(ValidationException.class);
    return ((ValidationException) e.getCause()).violations().stream().map(Violation::path).toList();
  }
}
