package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.token.Tokenizable;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads the results of a tool call: live instances, or the snapshot with its {@code silo}. */
final class ToolResultsReader {

  private static final ErrorCode CODE = AdkErrorCode.E_INVALID_INITIAL_TOOL_CALL_VALUE;

  private ToolResultsReader() {}

  /** Returns null for a value that is not a result. */
  static @Nullable ToolResults read(Object value, Decoding decoding) {
    return switch (value) {
      case ToolResults results -> results;
      case Tokenizable text -> new ToolResults.Text(text);
      case SpooledArtifact artifact -> ToolResults.artifact(artifact);
      case Media media -> ToolResults.media(media);
      case JsonNode node when node.isObject() -> snapshot(node, decoding);
      case JsonNode node -> null;
      default -> live(Untyped.list(value));
    };
  }

  private static @Nullable ToolResults live(@Nullable List<? extends @Nullable Object> items) {
    if (items == null || items.isEmpty()) {
      return null;
    }
    if (items.stream().allMatch(SpooledArtifact.class::isInstance)) {
      return ToolResults.artifacts(items.stream().map(SpooledArtifact.class::cast).toList());
    }
    if (items.stream().allMatch(Media.class::isInstance)) {
      return ToolResults.media(items.stream().map(Media.class::cast).toList());
    }
    return null;
  }

  private static ToolResults snapshot(JsonNode node, Decoding decoding) {
    Fields in = Fields.of(CODE, node, decoding);
    ToolResults results =
        switch (in.requiredText("silo")) {
          // A result may be empty: a stored one is always a Tokenizable.
          case "text" -> new ToolResults.Text(text(in));
          case "artifact" -> items(in, ArtifactSnapshots::item, ToolResults.Artifacts::new);
          case "media" -> items(in, Media::item, ToolResults.MediaItems::new);
          default -> {
            in.check(!in.sound("silo"), "silo", "enum", "must be one of text, artifact, media");
            in.raw("value");
            in.raw("single");
            in.raw("items");
            yield ToolResults.text("");
          }
        };
    in.done();
    return results;
  }

  private static Tokenizable text(Fields in) {
    Object value = in.raw("value");
    Tokenizable text = in.tokenizable("value", in.required("value", value, ""), true);
    return text == null ? Tokenizable.of("") : text;
  }

  private static <T> ToolResults items(
      Fields in,
      BiFunction<@Nullable Object, Decoding, @Nullable T> item,
      BiFunction<List<T>, Boolean, ToolResults> of) {
    boolean single = in.required("single", in.flag("single"), false);
    return in.form(
        "items",
        in.given("items"),
        value -> of.apply(Untyped.items(value, in.decoding, item, CODE), single),
        ToolResults.text(""),
        "a list");
  }
}
