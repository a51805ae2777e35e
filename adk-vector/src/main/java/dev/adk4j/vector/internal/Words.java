package dev.adk4j.vector.internal;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Splits a text into words without case and accents. A word is a run of letters and digits; in
 * scripts without blanks between words each character is one.
 */
public final class Words {

  private static final Pattern ACCENTS = Pattern.compile("[\\u0300-\\u036f]+");
  private static final Set<UnicodeScript> WITHOUT_BLANKS =
      Set.of(
          UnicodeScript.HAN,
          UnicodeScript.HIRAGANA,
          UnicodeScript.KATAKANA,
          UnicodeScript.THAI,
          UnicodeScript.LAO,
          UnicodeScript.KHMER,
          UnicodeScript.MYANMAR);

  private Words() {}

  public static List<String> of(String text) {
    String plain =
        ACCENTS
            .matcher(Normalizer.normalize(text, Normalizer.Form.NFKD))
            .replaceAll("")
            .toUpperCase(Locale.ROOT) // so that ß becomes ss
            .toLowerCase(Locale.ROOT);
    List<String> words = new ArrayList<>();
    int start = 0;
    int at = 0;
    while (at < plain.length()) {
      int character = plain.codePointAt(at);
      int end = at + Character.charCount(character);
      boolean alone = WITHOUT_BLANKS.contains(UnicodeScript.of(character));
      if (alone || !isInWord(character)) {
        add(words, plain.substring(start, at));
        if (alone && isInWord(character)) {
          words.add(plain.substring(at, end));
        }
        start = end;
      }
      at = end;
    }
    add(words, plain.substring(start));
    return words;
  }

  private static void add(List<String> words, String word) {
    if (!word.isEmpty()) {
      words.add(word);
    }
  }

  private static boolean isInWord(int character) {
    int type = Character.getType(character);
    return Character.isLetterOrDigit(character)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK;
  }
}
