package dev.adk4j.token;

import static dev.adk4j.token.TokenEncoding.CL100K_BASE;
import static dev.adk4j.token.TokenEncoding.GPT2;
import static dev.adk4j.token.TokenEncoding.O200K_BASE;
import static dev.adk4j.token.TokenEncoding.P50K_BASE;
import static dev.adk4j.token.TokenEncoding.P50K_EDIT;
import static dev.adk4j.token.TokenEncoding.R50K_BASE;

import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Knows the encoding of each family of OpenAI models. */
final class OpenAiModels {

  private static final TreeMap<String, TokenEncoding> FAMILIES = new TreeMap<>();

  static {
    family(
        O200K_BASE,
        "gpt-5",
        "gpt-4.5",
        "gpt-4.1",
        "gpt-4o",
        "chatgpt-4o",
        "gpt-oss",
        "o1",
        "o3",
        "o4");
    family(CL100K_BASE, "gpt-4", "gpt-3.5", "gpt-35", "text-embedding-ada-002", "text-embedding-3");
    family(CL100K_BASE, "davinci-002", "babbage-002");
    family(P50K_BASE, "text-davinci-003", "text-davinci-002", "code-davinci", "code-cushman");
    family(P50K_BASE, "davinci-codex", "cushman-codex");
    family(P50K_EDIT, "text-davinci-edit", "code-davinci-edit");
    family(
        R50K_BASE,
        "text-davinci-001",
        "text-curie",
        "text-babbage",
        "text-ada",
        "text-similarity",
        "text-search");
    family(R50K_BASE, "code-search", "davinci", "curie", "babbage", "ada");
    family(GPT2, "gpt2", "gpt-2");
  }

  private OpenAiModels() {}

  /**
   * Returns the encoding of a model by the longest family name that its name begins with, so that
   * dated, sized and fine-tuned names ({@code ft:gpt-4o-2024-08-06:…}) and names with a vendor in
   * front ({@code openai/gpt-4o}) are known too. Empty for a name of no known family: a new one is
   * not guessed.
   */
  static Optional<TokenEncoding> encodingFor(String model) {
    String name = model.substring(model.lastIndexOf('/') + 1);
    if (name.startsWith("ft:")) {
      name = name.substring(3);
    }
    return Optional.ofNullable(longestFamily(name));
  }

  private static @Nullable TokenEncoding longestFamily(String name) {
    for (int end = Math.min(name.length(), 64); end > 0; end--) {
      TokenEncoding encoding = FAMILIES.get(name.substring(0, end));
      if (encoding != null && endsFamily(name, end)) {
        return encoding;
      }
    }
    return null;
  }

  /**
   * {@code gpt-4-0613} is a gpt-4, {@code gpt-4x} and {@code gpt-4.9} are not; of gpt-5 every minor
   * version is one.
   */
  private static boolean endsFamily(String name, int end) {
    if (end == name.length()) {
      return true;
    }
    char next = name.charAt(end);
    return next == '-' || next == ':' || next == '@' || next == '.' && name.startsWith("gpt-5");
  }

  private static void family(TokenEncoding encoding, String... names) {
    for (String name : names) {
      FAMILIES.put(name, encoding);
    }
  }
}
