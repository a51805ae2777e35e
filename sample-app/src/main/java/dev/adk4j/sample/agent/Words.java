package dev.adk4j.sample.agent;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words of a text that say what it is about. */
final class Words {

  private static final Set<String> COMMON =
      Set.of(
          ("a an the is are was were be do does did you i we me my mine our ours it its this that can could"
                  + " should must may will know remember about of what who where when which how why in"
                  + " on at to for and or not with from by as called name named s explain describe"
                  + " show tell")
              .split(" "));

  private Words() {}

  /** A name such as {@code E_TOOL_FAILED} is a word, and so are its parts. */
  static Set<String> of(String text) {
    return Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}_]+"))
        .flatMap(w -> w.indexOf('_') < 0 ? Stream.of(w) : Stream.concat(Stream.of(w), parts(w)))
        .filter(w -> !w.isEmpty() && !COMMON.contains(w))
        .collect(Collectors.toSet());
  }

  private static Stream<String> parts(String name) {
    return Arrays.stream(name.split("_"));
  }

  /** Counts the wanted words in the text. Plurals count as their singular. */
  static long shared(Set<String> wanted, String text) {
    Set<String> there = of(text);
    return wanted.stream()
        .filter(w -> there.contains(w) || there.contains(w + "s") || there.contains(singular(w)))
        .count();
  }

  private static String singular(String word) {
    return word.length() > 3 && word.endsWith("s") ? word.substring(0, word.length() - 1) : word;
  }
}
