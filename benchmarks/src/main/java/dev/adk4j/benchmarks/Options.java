package dev.adk4j.benchmarks;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a run was asked for.
 *
 * @param only ids of benchmarks, in upper case; all where empty
 * @param out the folder of the page and its charts
 * @param against another checkout, built, that this one is compared with; null for the benchmarks
 * @param rounds of that comparison
 */
public record Options(Size size, Set<String> only, Path out, @Nullable Path against, int rounds) {

  private static final int ROUNDS = 7;

  private static final Set<String> IDS = Set.of("B1", "B2", "B3", "B4", "B5", "B6", "B7");

  /** Options may also come as one text, as build tools hand them on. */
  public static Options parse(String... args) {
    Size size = Size.FULL;
    Set<String> only = new LinkedHashSet<>();
    @Nullable Path out = null;
    @Nullable Path against = null;
    int rounds = ROUNDS;
    List<String> words = List.of(String.join(" ", args).strip().split("\\s+"));
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      switch (word) {
        case "--quick" -> size = Size.QUICK;
        case "--long" -> size = Size.LONG;
        case "--tiny" -> size = Size.TINY;
        case "--only" ->
            only.addAll(List.of(value(words, ++i, word).toUpperCase(Locale.ROOT).split(",")));
        case "--out" -> out = Path.of(value(words, ++i, word));
        case "--against" -> against = Path.of(value(words, ++i, word));
        case "--rounds" -> rounds = Integer.parseInt(value(words, ++i, word));
        default -> {
          if (!word.isBlank()) {
            throw new IllegalArgumentException(
                "'"
                    + word
                    + "' is none of --quick, --long, --tiny, --only B1,B3, --out folder,"
                    + " --against folder, --rounds 7");
          }
        }
      }
    }
    if (!IDS.containsAll(only)) {
      throw new IllegalArgumentException("benchmarks are B1 to B7, not " + only);
    }
    // What is not a full run must not replace the page that is.
    boolean whole = only.isEmpty() && (size == Size.FULL || size == Size.LONG);
    return new Options(
        size,
        Set.copyOf(only),
        out != null ? out : Path.of(whole ? "docs/benchmarks" : "benchmarks/target/benchmarks"),
        against,
        rounds);
  }

  boolean wants(String id) {
    return only.isEmpty() || only.contains(id);
  }

  private static String value(List<String> words, int i, String option) {
    if (i == words.size()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return words.get(i);
  }
}
