package dev.adk4j.springai.text;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reasoning parsers of this library. They recognize tags everywhere, also in code blocks.
 *
 * <p>Reasoning with an opener but no closer extends to the end of the text. With {@code
 * loneClosers}, a closer without an opener ends reasoning that began at the previous closer, or at
 * the beginning of the text; a streamed answer is then shown from its first tag, or at its end if
 * it has none.
 *
 * @since 0.1.0
 */
public final class ReasoningParsers {

  private static final String NONE = "none";
  private static final String AUTO = "auto";
  private static final String THINK_TAG = "think_tag";
  private static final String HARMONY = "harmony_analysis";
  private static final String GEMMA = "gemma_channel";

  private static final Set<String> NAMES =
      Collections.unmodifiableSet(
          new LinkedHashSet<>(List.of(NONE, AUTO, THINK_TAG, HARMONY, GEMMA)));

  private ReasoningParsers() {}

  /** Returns a parser for {@code <think>…</think>} and {@code <thinking>…</thinking>}. */
  public static ReasoningParser thinkTag(boolean loneClosers) {
    return of(THINK_TAG, loneClosers);
  }

  /**
   * Returns a parser for Harmony's analysis channel. Also removes the marks around the final
   * channel.
   */
  public static ReasoningParser harmonyAnalysis(boolean loneClosers) {
    return of(HARMONY, loneClosers);
  }

  /** Returns a parser for Gemma's thought channel. */
  public static ReasoningParser gemmaChannel(boolean loneClosers) {
    return of(GEMMA, loneClosers);
  }

  /** Returns a parser that uses the first other parser that fits the text. */
  public static ReasoningParser auto(boolean loneClosers) {
    return new AutoReasoning(
        Stream.of(THINK_TAG, HARMONY, GEMMA).map(family -> of(family, loneClosers)).toList(),
        loneClosers);
  }

  /**
   * Returns a parser for another pair of tags.
   *
   * @throws IllegalArgumentException if a tag is empty, or both are equal
   */
  public static ReasoningParser tags(String opener, String closer, boolean loneClosers) {
    if (opener.isEmpty() || closer.isEmpty() || opener.equals(closer)) {
      throw new IllegalArgumentException("needs an opener and another closer");
    }
    return new ReasoningTags(
        opener,
        List.of(Marker.opens(opener, 0, opener), Marker.closes(opener, 0, closer)),
        loneClosers);
  }

  /**
   * Returns the parser with a name in properties: {@code none}, {@code think_tag}, {@code
   * harmony_analysis}, {@code gemma_channel} or {@code auto}. Hyphens and underscores are
   * equivalent.
   *
   * @throws AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} with all names if there is none
   */
  public static ReasoningParser named(String name, boolean loneClosers) {
    String family = Names.plain(name);
    return switch (family) {
      case NONE -> ReasoningParser.NONE;
      case AUTO -> auto(loneClosers);
      case THINK_TAG, HARMONY, GEMMA -> of(family, loneClosers);
      default ->
          throw new AdkException(
              LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
              Names.unknown("reasoningParser", name, names()));
    };
  }

  /** Returns the names for {@link #named}. */
  public static Set<String> names() {
    return NAMES;
  }

  private static ReasoningTags of(String family, boolean loneClosers) {
    List<Marker> markers =
        switch (family) {
          case THINK_TAG ->
              List.of(
                  Marker.opens(family, 0, "<think>"),
                  Marker.closes(family, 0, "</think>"),
                  Marker.opens(family, 1, "<thinking>"),
                  Marker.closes(family, 1, "</thinking>"));
          case HARMONY ->
              List.of(
                  Marker.opens(family, 0, "<|channel|>analysis<|message|>"),
                  Marker.closes(family, 0, "<|end|>"),
                  Marker.frames(family, "<|start|>assistant"),
                  Marker.frames(family, "<|channel|>final<|message|>"),
                  Marker.frames(family, "<|channel|>commentary<|message|>"),
                  Marker.frames(family, "<|return|>"));
          default ->
              List.of(
                  Marker.opens(family, 0, "<|channel>thought"),
                  Marker.closes(family, 0, "<channel|>"));
        };
    return new ReasoningTags(family, markers, loneClosers);
  }
}
