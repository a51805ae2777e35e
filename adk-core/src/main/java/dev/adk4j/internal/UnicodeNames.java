package dev.adk4j.internal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shortens the names of Unicode properties in patterns: {@code \p{Letter}}, {@code \p{gc=Letter}}
 * and {@code \p{Script=Greek}} of ECMAScript become {@code \p{L}} and {@code \p{Greek}}, which RE2
 * supports. A code point in braces gets the letter {@code x} of RE2 and Java.
 */
public final class UnicodeNames {

  /** An escape: a property with a name in braces, a code point in braces, or any other. */
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\\\(?:([pP])\\{(?:(General_Category|gc|Script|sc|Script_Extensions|scx)=)?(\\w+)\\}"
              + "|u\\{(\\p{XDigit}+)\\}|.)",
          Pattern.DOTALL);

  /** The short name of each category, followed by its long ones. */
  private static final Map<String, String> CATEGORIES =
      categories(
          """
          L Letter, Lu Uppercase_Letter, Ll Lowercase_Letter, Lt Titlecase_Letter,
          Lm Modifier_Letter, Lo Other_Letter, M Mark Combining_Mark,
          Mn Nonspacing_Mark, Mc Spacing_Mark, Me Enclosing_Mark, N Number,
          Nd Decimal_Number digit, Nl Letter_Number, No Other_Number,
          P Punctuation punct, Pc Connector_Punctuation, Pd Dash_Punctuation,
          Ps Open_Punctuation, Pe Close_Punctuation, Pi Initial_Punctuation,
          Pf Final_Punctuation, Po Other_Punctuation, S Symbol, Sm Math_Symbol,
          Sc Currency_Symbol, Sk Modifier_Symbol, So Other_Symbol, Z Separator,
          Zs Space_Separator, Zl Line_Separator, Zp Paragraph_Separator, C Other,
          Cc Control cntrl, Cf Format, Cs Surrogate, Co Private_Use
          """);

  private UnicodeNames() {}

  private static Map<String, String> categories(String names) {
    Map<String, String> byLongName = new HashMap<>();
    for (String category : names.strip().split(",\\s+")) {
      String[] words = category.split(" ");
      Arrays.stream(words).skip(1).forEach(name -> byLongName.put(name, words[0]));
    }
    return Map.copyOf(byLongName);
  }

  /** Returns the pattern with short names of categories and scripts; changes nothing else. */
  public static String shortened(String pattern) {
    return replaced(pattern, true);
  }

  /** Returns the pattern with short names of categories; changes nothing else. */
  public static String shortCategories(String pattern) {
    return replaced(pattern, false);
  }

  private static String replaced(String pattern, boolean scripts) {
    return ESCAPE
        .matcher(pattern)
        .replaceAll(found -> Matcher.quoteReplacement(replacement(found, scripts)));
  }

  private static String replacement(MatchResult found, boolean scripts) {
    String name = found.group(3);
    if (name == null) {
      return found.group(4) == null ? found.group() : "\\x{" + found.group(4) + "}";
    }
    String category = CATEGORIES.get(name);
    boolean script =
        found.group(2) != null && found.group(2).toLowerCase(Locale.ROOT).startsWith("sc");
    if (category == null && script && !scripts) {
      return "\\" + found.group(1) + "{script=" + name + "}";
    }
    return "\\" + found.group(1) + "{" + (category == null || script ? name : category) + "}";
  }
}
