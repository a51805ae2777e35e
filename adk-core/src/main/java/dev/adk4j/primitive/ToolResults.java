package dev.adk4j.primitive;

import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Displayable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * The results of a tool call: one text, one or several artifacts, or one or several media; never a
 * mixture.
 *
 * @since 0.1.0
 */
@JsonDeserialize(using = DisplayDeserializer.class)
public sealed interface ToolResults extends Displayable {

  static ToolResults text(String text) {
    return new Text(Tokenizable.of(text));
  }

  static ToolResults artifact(SpooledArtifact artifact) {
    return new Artifacts(Collections.singletonList(artifact), true);
  }

  /** Returns a list of artifacts, even if there is only one. */
  static ToolResults artifacts(List<? extends SpooledArtifact> artifacts) {
    return new Artifacts(List.copyOf(artifacts), false);
  }

  static ToolResults media(Media media) {
    return new MediaItems(Collections.singletonList(media), true);
  }

  /** Returns a list of media, even if there is only one. */
  static ToolResults media(List<Media> media) {
    return new MediaItems(media, false);
  }

  @Override
  default JsonNode display() {
    return DisplayForm.INSTANCE.results(this);
  }

  /**
   * Returns the results as one text: a text unchanged, spooled artifacts in full with a line break
   * between them, nothing for media.
   *
   * @throws UncheckedIOException if an artifact cannot be read
   */
  default String asText() {
    return switch (this) {
      case Text(Tokenizable value) -> value.value();
      case MediaItems media -> "";
      case Artifacts(List<SpooledArtifact> items, boolean single) -> {
        List<String> texts = new ArrayList<>();
        for (SpooledArtifact item : items) {
          try {
            texts.add(item.asString());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
        yield String.join("\n", texts);
      }
    };
  }

  /** Returns true if kind, number and content are the same. */
  default boolean sameContentAs(ToolResults other) {
    return JsonForm.CONTENT.results(this).equals(JsonForm.CONTENT.results(other));
  }

  /** The result of a tool that queries artifacts, or the text of an error. */
  record Text(Tokenizable value) implements ToolResults {
    public Text {
      new Violations()
          .required(value, "$")
          .throwIfAny(AdkErrorCode.E_INVALID_INITIAL_TOOL_CALL_VALUE);
    }

    /** Omits the content. */
    @Override
    public String toString() {
      return "Text[]";
    }
  }

  /** Spooled text. {@code single} distinguishes one artifact from a list of one. */
  record Artifacts(List<SpooledArtifact> items, boolean single) implements ToolResults {
    public Artifacts {
      items = checked(items, single);
    }
  }

  /** Media. {@code single} distinguishes one media from a list of one. */
  record MediaItems(List<Media> items, boolean single) implements ToolResults {
    public MediaItems {
      items = checked(items, single);
    }
  }

  private static <T> List<T> checked(@Nullable List<T> items, boolean single) {
    List<T> given = items == null ? List.of() : items;
    new Violations()
        .check(!given.isEmpty(), "$", "empty", "must have at least one item")
        .check(
            !single || given.size() == 1, "$", "single", "must have exactly one item to be single")
        .check(given.stream().noneMatch(item -> item == null), "$", "null", "must not hold null")
        .throwIfAny(AdkErrorCode.E_INVALID_INITIAL_TOOL_CALL_VALUE);
    return List.copyOf(given);
  }
}
