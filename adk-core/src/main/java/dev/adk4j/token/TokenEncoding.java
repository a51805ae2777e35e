package dev.adk4j.token;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The encodings with their own counting rule; any other id uses a registered counter, or an
 * estimate.
 */
public enum TokenEncoding {
  /** GPT-2; counts as {@link #R50K_BASE}. Exact. */
  GPT2("gpt2"),
  /** GPT-3 models such as davinci. Exact. */
  R50K_BASE("r50k_base"),
  /** Codex models and text-davinci-002 and -003. Exact. */
  P50K_BASE("p50k_base"),
  /** Edit models of the GPT-3 family. Exact. */
  P50K_EDIT("p50k_edit"),
  /** GPT-4 and GPT-3.5. Exact. */
  CL100K_BASE("cl100k_base"),
  /** GPT-4o and newer models. Exact. */
  O200K_BASE("o200k_base"),
  /** Exact only with a vocabulary, see {@link TokenCounters#isExact}. */
  GEMINI("gemini"),
  /** The same counts as {@link #GEMINI}. */
  GEMMA("gemma"),
  /** Exact only with a vocabulary. */
  LLAMA2("llama2"),
  /** Always an estimate. */
  CLAUDE("claude");

  private static final Map<String, TokenEncoding> BY_ID =
      Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(TokenEncoding::id, e -> e));

  private final String id;

  TokenEncoding(String id) {
    this.id = id;
  }

  /** Returns the id used in configuration and in messages. */
  public String id() {
    return id;
  }

  /** Returns the encoding with that id, which is case-sensitive. */
  public static Optional<TokenEncoding> of(String id) {
    return Optional.ofNullable(find(id));
  }

  static @Nullable TokenEncoding find(String id) {
    return BY_ID.get(id);
  }
}
