package dev.adk4j.springai.text;

import dev.adk4j.error.AdkException;
import dev.adk4j.prompt.LlmErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

  /** Markers by name, in the order in which {@code auto} tries them. */
  private static final Map<String, List<Marker>> FAMILIES = families();

  private ReasoningParsers() {}

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
   * Returns the parser with a name in properties: {@code none}, {@code think_tag} for {@code
   * <think>…</think>} and {@code <thinking>…</thinking>}, {@code harmony_analysis}, which also
   * removes the marks around Harmony's final channel, {@code gemma_channel}, or {@code auto} for
   * the first other one that fits the text. Hyphens and underscores are equivalent.
   *
   * @throws AdkException {@code E_INVALID_LLM_EXECUTOR_OPTIONS} with all names if there is none
   */
  public static ReasoningParser named(String name, boolean loneClosers) {
    String family = Names.plain(name);
    List<Marker> markers = FAMILIES.get(family);
    if (markers != null) {
      return new ReasoningTags(family, markers, loneClosers);
    }
    return switch (family) {
      case NONE -> ReasoningParser.NONE;
      case AUTO -> auto(loneClosers);
      default ->
          throw new AdkException(
              LlmErrorCode.E_INVALID_LLM_EXECUTOR_OPTIONS,
              Names.unknown("reasoningParser", name, names()));
    };
  }

  private static ReasoningParser auto(boolean loneClosers) {
    List<ReasoningTags> ways = new ArrayList<>();
    FAMILIES.forEach((name, markers) -> ways.add(new ReasoningTags(name, markers, loneClosers)));
    return new AutoReasoning(ways, loneClosers);
  }

  /** Returns the names for {@link #named}. */
  public static Set<String> names() {
    Set<String> names = new LinkedHashSet<>(List.of(NONE, AUTO));
    names.addAll(FAMILIES.keySet());
    return Collections.unmodifiableSet(names);
  }

  private static Map<String, List<Marker>> families() {
    Map<String, List<Marker>> families = new LinkedHashMap<>();
    String think = "think_tag";
    families.put(
        think,
        List.of(
            Marker.opens(think, 0, "<think>"),
            Marker.closes(think, 0, "</think>"),
            Marker.opens(think, 1, "<thinking>"),
            Marker.closes(think, 1, "</thinking>")));
    String harmony = "harmony_analysis";
    families.put(
        harmony,
        List.of(
            Marker.opens(harmony, 0, "<|channel|>analysis<|message|>"),
            Marker.closes(harmony, 0, "<|end|>"),
            Marker.frames(harmony, "<|start|>assistant"),
            Marker.frames(harmony, "<|channel|>final<|message|>"),
            Marker.frames(harmony, "<|channel|>commentary<|message|>"),
            Marker.frames(harmony, "<|return|>")));
    String gemma = "gemma_channel";
    families.put(
        gemma,
        List.of(
            Marker.opens(gemma, 0, "<|channel>thought"), Marker.closes(gemma, 0, "<channel|>")));
    return families;
  }
}
