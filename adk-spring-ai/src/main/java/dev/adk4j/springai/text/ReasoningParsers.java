package dev.adk4j.springai.text;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The reasoning parsers of this library. A tag is one wherever it stands, also in a code block.
 *
 * <p>All of them take an opener without a closer for reasoning up to the end of the text. With lone
 * closers, one without an opener ends reasoning that began at the closer before it, or with the
 * text; an answer that is streamed is shown from its first tag on then, or at its end where it has
 * none.
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

  /** {@code <think>…</think>} and {@code <thinking>…</thinking>}. */
  public static ReasoningParser thinkTag(boolean loneClosers) {
    return thinkTags(loneClosers);
  }

  /** Harmony's analysis channel; the marks around the final one are cut out too. */
  public static ReasoningParser harmonyAnalysis(boolean loneClosers) {
    return harmony(loneClosers);
  }

  /** Gemma's thought channel. */
  public static ReasoningParser gemmaChannel(boolean loneClosers) {
    return gemma(loneClosers);
  }

  /** The first of those that fits. */
  public static ReasoningParser auto(boolean loneClosers) {
    return new AutoReasoning(
        List.of(thinkTags(loneClosers), harmony(loneClosers), gemma(loneClosers)), loneClosers);
  }

  /**
   * Any other pair of tags.
   *
   * @throws IllegalArgumentException where one is empty, or both are the same
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
   * By its name in properties: {@code none}, {@code think_tag}, {@code harmony_analysis}, {@code
   * gemma_channel} or {@code auto}; a hyphen is as good as an underscore.
   *
   * @throws AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} naming those there are
   */
  public static ReasoningParser named(String name, boolean loneClosers) {
    return switch (Names.plain(name)) {
      case NONE -> ReasoningParser.NONE;
      case AUTO -> auto(loneClosers);
      case THINK_TAG -> thinkTag(loneClosers);
      case HARMONY -> harmonyAnalysis(loneClosers);
      case GEMMA -> gemmaChannel(loneClosers);
      default ->
          throw new AdkException(
              LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
              Names.unknown("reasoningParser", name, names()));
    };
  }

  /** What {@link #named} knows. */
  public static Set<String> names() {
    return NAMES;
  }

  private static ReasoningTags thinkTags(boolean loneClosers) {
    String family = THINK_TAG;
    return new ReasoningTags(
        family,
        List.of(
            Marker.opens(family, 0, "<think>"),
            Marker.closes(family, 0, "</think>"),
            Marker.opens(family, 1, "<thinking>"),
            Marker.closes(family, 1, "</thinking>")),
        loneClosers);
  }

  private static ReasoningTags harmony(boolean loneClosers) {
    String family = HARMONY;
    return new ReasoningTags(
        family,
        List.of(
            Marker.opens(family, 0, "<|channel|>analysis<|message|>"),
            Marker.closes(family, 0, "<|end|>"),
            Marker.frames(family, "<|start|>assistant"),
            Marker.frames(family, "<|channel|>final<|message|>"),
            Marker.frames(family, "<|channel|>commentary<|message|>"),
            Marker.frames(family, "<|return|>")),
        loneClosers);
  }

  private static ReasoningTags gemma(boolean loneClosers) {
    String family = GEMMA;
    return new ReasoningTags(
        family,
        List.of(
            Marker.opens(family, 0, "<|channel>thought"), Marker.closes(family, 0, "<channel|>")),
        loneClosers);
  }
}
