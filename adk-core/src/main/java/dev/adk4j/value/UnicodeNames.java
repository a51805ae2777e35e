package dev.adk4j.value;

import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shortens the names of Unicode properties in patterns: {@code \p{Letter}}, {@code \p{gc=Letter}}
 * and {@code \p{Script=Greek}}, as ECMAScript writes them, become {@code \p{L}} and {@code
 * \p{Greek}}, which RE2 knows.
 */
public final class UnicodeNames {

  /** An escape: of a property with a name in braces, or any other. */
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\\\(?:([pP])\\{(?:(General_Category|gc|Script|sc|Script_Extensions|scx)=)?(\\w+)\\}|.)",
          Pattern.DOTALL);

  private static final Map<String, String> CATEGORIES =
      Map.ofEntries(
          Map.entry("Letter", "L"),
          Map.entry("Uppercase_Letter", "Lu"),
          Map.entry("Lowercase_Letter", "Ll"),
          Map.entry("Titlecase_Letter", "Lt"),
          Map.entry("Modifier_Letter", "Lm"),
          Map.entry("Other_Letter", "Lo"),
          Map.entry("Mark", "M"),
          Map.entry("Combining_Mark", "M"),
          Map.entry("Nonspacing_Mark", "Mn"),
          Map.entry("Spacing_Mark", "Mc"),
          Map.entry("Enclosing_Mark", "Me"),
          Map.entry("Number", "N"),
          Map.entry("Decimal_Number", "Nd"),
          Map.entry("digit", "Nd"),
          Map.entry("Letter_Number", "Nl"),
          Map.entry("Other_Number", "No"),
          Map.entry("Punctuation", "P"),
          Map.entry("punct", "P"),
          Map.entry("Connector_Punctuation", "Pc"),
          Map.entry("Dash_Punctuation", "Pd"),
          Map.entry("Open_Punctuation", "Ps"),
          Map.entry("Close_Punctuation", "Pe"),
          Map.entry("Initial_Punctuation", "Pi"),
          Map.entry("Final_Punctuation", "Pf"),
          Map.entry("Other_Punctuation", "Po"),
          Map.entry("Symbol", "S"),
          Map.entry("Math_Symbol", "Sm"),
          Map.entry("Currency_Symbol", "Sc"),
          Map.entry("Modifier_Symbol", "Sk"),
          Map.entry("Other_Symbol", "So"),
          Map.entry("Separator", "Z"),
          Map.entry("Space_Separator", "Zs"),
          Map.entry("Line_Separator", "Zl"),
          Map.entry("Paragraph_Separator", "Zp"),
          Map.entry("Other", "C"),
          Map.entry("Control", "Cc"),
          Map.entry("cntrl", "Cc"),
          Map.entry("Format", "Cf"),
          Map.entry("Surrogate", "Cs"),
          Map.entry("Private_Use", "Co"));

  private UnicodeNames() {}

  /** Returns the pattern with short names of categories and scripts; all else stays as it is. */
  public static String shortened(String pattern) {
    return replaced(pattern, true);
  }

  /** Returns the pattern with short names of categories; all else stays as it is. */
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
      return found.group();
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
