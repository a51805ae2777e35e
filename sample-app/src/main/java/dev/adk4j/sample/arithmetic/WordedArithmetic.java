package dev.adk4j.sample.arithmetic;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Replaces words of arithmetic by signs: {@code half of ninety} becomes {@code 90 / 2}. */
public final class WordedArithmetic {

  /** Most characters of a text whose words are replaced. */
  private static final int LONGEST = 200;

  private static final String NUMBER = "(\\d+(?:\\.\\d+)?)";

  private static final List<String> UNITS =
      List.of(
          ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
                  + " fifteen sixteen seventeen eighteen nineteen")
              .split(" "));

  private static final List<String> TENS =
      List.of("twenty thirty forty fifty sixty seventy eighty ninety".split(" "));

  private static final Map<String, Integer> SCALES =
      Map.of("hundred", 100, "thousand", 1_000, "million", 1_000_000);

  private record Rule(Pattern said, String written) {

    static Rule of(String said, String written) {
      return new Rule(Pattern.compile(said.replace("#", NUMBER)), written);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          Rule.of("(?<=\\d),(?=\\d{3}(?!\\d))", ""),
          Rule.of("^(?:the )?(?:result|value|answer) of ", ""),
          Rule.of("# ?(?:%|per ?cent) of #", "$1 * $2 / 100"),
          Rule.of("# ?(?:%|per ?cent) off (?:of )?#", "$2 - $2 * $1 / 100"),
          Rule.of("# ?(?:\\+|plus) ?# ?(?:%|per ?cent)$", "$1 + $1 * $2 / 100"),
          Rule.of("# ?(?:-|minus) ?# ?(?:%|per ?cent)$", "$1 - $1 * $2 / 100"),
          Rule.of("(?:a |one |1 )?half (?:of )?#", "$1 / 2"),
          Rule.of("(?:a |one |1 )?third of #", "$1 / 3"),
          Rule.of("(?:a |one |1 )?quarter of #", "$1 / 4"),
          Rule.of("(?:three|3) quarters of #", "3 * $1 / 4"),
          Rule.of("(?:a |one |1 )?fifth of #", "$1 / 5"),
          Rule.of("(?:a |one |1 )?tenth of #", "$1 / 10"),
          Rule.of("(?:double|twice) #", "2 * $1"),
          Rule.of("(?:the )?sum of # and #", "$1 + $2"),
          Rule.of("add # (?:and|to) #", "$1 + $2"),
          Rule.of("subtract # from #", "$2 - $1"),
          Rule.of("(?:the )?product of # and #", "$1 * $2"),
          Rule.of("multiply # (?:by|and|with) #", "$1 * $2"),
          Rule.of("divide # by #", "$1 / $2"),
          Rule.of("(?:the )?difference (?:between|of) # and #", "$1 - $2"),
          Rule.of("(?:the )?(?:square )?root of #", "sqrt($1)"),
          Rule.of("# (?:squared|square)\\b", "$1 ^ 2"),
          Rule.of("# cubed\\b", "$1 ^ 3"),
          Rule.of("(?<=\\d) (?:to the power of|raised to) (?=\\d)", " ^ "),
          Rule.of(" plus ", " + "),
          Rule.of(" minus ", " - "),
          Rule.of(" (?:times|multiplied by) ", " * "),
          Rule.of("(?<=\\d) ?x ?(?=\\d)", " * "),
          Rule.of(" (?:divided by|over) ", " / "),
          Rule.of(" mod(?:ulo)? ", " % "));

  private WordedArithmetic() {}

  /** Returns the text with signs instead of known words; others are unchanged. */
  public static String written(String text) {
    if (text.length() > LONGEST) {
      return text;
    }
    String written = digits(text.toLowerCase(Locale.ROOT).strip());
    for (Rule rule : RULES) {
      written = rule.said().matcher(written).replaceAll(rule.written());
    }
    return written;
  }

  /** Replaces number words by digits: {@code two hundred and five} becomes {@code 205}. */
  private static String digits(String text) {
    List<String> said = new ArrayList<>();
    long number = -1;
    long thousands = 0;
    String[] words = text.replaceAll("(?<=ty)-(?=\\p{L})", " ").split("\\s+");
    for (int i = 0; i < words.length; i++) {
      int value = valueOf(words[i]);
      Integer scale = SCALES.get(words[i]);
      boolean joins = words[i].equals("and") && number >= 100 && i + 1 < words.length;
      if (value >= 0) {
        number = Math.max(number, 0) + value;
      } else if (scale != null && number > 0 && number < 1_000) {
        number = scale == 100 ? number * 100 : number;
        thousands += scale == 100 ? 0 : number * scale;
        number = scale == 100 ? number : 0;
      } else if (!joins || valueOf(words[i + 1]) < 0) {
        end(said, number, thousands);
        number = -1;
        thousands = 0;
        said.add(words[i]);
      }
    }
    end(said, number, thousands);
    return String.join(" ", said);
  }

  private static void end(List<String> said, long number, long thousands) {
    if (number >= 0) {
      said.add(Long.toString(thousands + number));
    }
  }

  private static int valueOf(String word) {
    int unit = UNITS.indexOf(word);
    int ten = TENS.indexOf(word);
    return unit >= 0 ? unit : ten >= 0 ? 20 + 10 * ten : -1;
  }
}
