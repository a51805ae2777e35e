package dev.adk4j.prompt;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Folds characters that look alike into one: compatibility forms, letter case, accents, and letters
 * and digits of other scripts that look like the Latin letters of the tags.
 */
final class Lookalikes {

  private static final String BRACKETS =
      "<\uFF1C\uFE64\u2039\u2329\u3008\u27E8\u276E\u1438\u02C2\u226E\u276C\u16B2";
  private static final String SLASHES = "/\\\uFF0F\u2044\u2215\u29F8\u2571\u27CB\u1735\u3033\u30CE";

  /** A letter of the tags, then the characters that look like it. */
  private static final String ALIKE =
      """
      s \u0455\u0405\uA731\u01BD\u054F\u13DA\u13D5\uA4E2\u0282\u10BD\u1D74\uA785
      y \u0443\u0423\u04AF\u04AE\u03B3\u03A5\u028F\u10E7\u1EFF\u0263\u13A9\u13BD\uA4EC\u04F2\u1D8C\u0265
      t \u0442\u0422\u03C4\u03A4\u1D1B\u13A2\uA4D4\u22A4\u0167\u01AD\u0288\u10C1\u2CA6\u2CA7\u0287
      e \u0435\u0415\u0395\u03B5\u0454\u04BD\u212E\uAB32\u1D07\u13AC\uA4F0\u22FF\u0247\u01DD\u0259\u2D39
      m \u043C\u041C\u039C\u1D0D\u13B7\uA4DF\u03FB\u03FA\u2C98\u2C99\u0271\u028D
      _ \u07FA\u203F\u2040\u02CD\u2054\u268A\uA4FE
      i \u0456\u0406\u03B9\u0399\u0131\u0269\u026A\u04CF\u04C0\u13A5\uA647\u2373\u2223\u01C0\u2C92\u2C93\u0196\u10FB\uA4F2\u05C0\u05D5\u05DF\u06F1\u0661\u0268\u00A6\u00A1
      n \u0578\u057C\u03B7\u043F\u0274\u039D\uA4E0\u019E\u014B\u2C9A\u2C9B\u0273\u0272\u041F\u0377\u0548
      r \u0433\u1D26\u0280\uAB47\uAB48\u2C85\u13D2\u13A1\uA4E3\u027E\u027C\u0453\u0491\u024D\u01A6\u042F\u044F\u1D19
      u \u03C5\u057D\u028B\u1D1C\uA79F\uAB4E\uAB52\u054D\u1200\uA4F4\u222A\u22C3\u0446\u00B5\u03BC\u0289\u118D8\u0646
      c \u0441\u0421\u03F2\u03F9\u1D04\u2CA5\u2CA4\uABAF\u13DF\uA4DA\u2282\u0188\u023C\u00A2\u0297
      o \u043E\u041E\u03BF\u039F\u0585\u0555\u03C3\u1D0F\u1D11\u0B20\u0CE6\u0966\u0665\u2C9E\u2C9F\u101D\uA4F3\u3007\u25CB\u0D20\u0ED0\u0E50\u0AE6\u0BE6\u0C66\u0D66\u09E6\u0A66\u06F5\u0647\u05E1\u0275\u04E9\u00F8\u2D54\uAB3D
      a \u0430\u0410\u03B1\u0391\u0251\u1D00\u13AA\uA4EE\u2C81
      d \u0501\u0257\u1D05\u13E7\u146F\uA4D3\u0111\u0256\u217E
      g \u0261\u0262\u0581\u13C0\u13F3\uA4D6\u0260
      h \u04BB\u0570\u043D\u041D\u0397\u029C\u13BB\uA4E7\u0266\u0127
      p \u0440\u0420\u03C1\u03A1\u1D18\u13E2\uA4D1\u2CA3\u00FE\u01A5
      v \u0475\u0474\u03BD\u1D20\u13D9\uA4E6\u2228\u22C1\u05D8
      """;

  /** Maps look-alike characters to Latin letters. */
  private static final Map<Integer, Character> LETTERS = letters();

  private Lookalikes() {}

  static boolean isBracket(int c) {
    return c == '<' || c > 0x7F && (BRACKETS.indexOf(c) >= 0 || tagToAscii(c) == '<');
  }

  static boolean isSlash(int c) {
    return SLASHES.indexOf(c) >= 0;
  }

  /** Returns true for characters that are invisible or only decorate the preceding one. */
  static boolean isInvisible(int c) {
    if (c < 0x20) {
      return !Character.isWhitespace(c);
    }
    if (c < 0x7F) {
      return false;
    }
    int type = Character.getType(c);
    return type == Character.FORMAT
        || type == Character.CONTROL
        || type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.SURROGATE
        || c == 0x115F
        || c == 0x1160
        || c == 0x3164
        || c == 0xFFA0
        || c == 0x2800;
  }

  /** Converts a character of Unicode's invisible copy of ASCII to ASCII. */
  static int tagToAscii(int c) {
    return c >= 0xE0020 && c <= 0xE007E ? c - 0xE0000 : c;
  }

  static String fold(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints().forEach(c -> out.append(fold(c)));
    return out.toString();
  }

  /** Returns the folded character: usually one, several for a ligature, none for a mark. */
  static String fold(int c) {
    if (c < 0x80) {
      return String.valueOf(ascii((char) c));
    }
    Integer enclosed = enclosedLetter(c);
    if (enclosed != null) {
      return String.valueOf(ascii((char) enclosed.intValue()));
    }
    StringBuilder out = new StringBuilder();
    Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKD)
        .codePoints()
        .filter(part -> !isInvisible(part))
        .forEach(part -> out.append(foldedPart(part)));
    return out.toString();
  }

  private static String foldedPart(int c) {
    if (c < 0x80) {
      return String.valueOf(ascii((char) c));
    }
    Character letter = LETTERS.get(c);
    if (letter != null) {
      return String.valueOf(letter);
    }
    String lower = Character.toString(c).toLowerCase(Locale.ROOT);
    Character folded = LETTERS.get(lower.codePointAt(0));
    return folded != null ? String.valueOf(folded) : lower;
  }

  /** Folds ASCII; digits that look like letters become these. */
  private static char ascii(char c) {
    return switch (c) {
      case '0' -> 'o';
      case '1', 'l', 'L', '|' -> 'i';
      case '5', '$' -> 's';
      default -> c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
    };
  }

  /** Returns the letter of a black circle, a black square or a flag. */
  private static @Nullable Integer enclosedLetter(int c) {
    for (int first : new int[] {0x1F150, 0x1F170, 0x1F1E6}) {
      if (c >= first && c < first + 26) {
        return 'a' + c - first;
      }
    }
    return null;
  }

  private static Map<Integer, Character> letters() {
    Map<Integer, Character> map = new HashMap<>();
    ALIKE
        .lines()
        .forEach(row -> row.substring(2).codePoints().forEach(c -> map.put(c, row.charAt(0))));
    return Map.copyOf(map);
  }
}
