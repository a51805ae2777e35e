package dev.adk4j.sample.library;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;

/** The words of a text that say what it is about. */
public final class Words {

  /** Words of every sentence, which say nothing of what it is about. */
  private static final Set<String> FILLER =
      lines("fillers.txt").stream()
          .flatMap(line -> Arrays.stream(line.split(" ")))
          .collect(Collectors.toUnmodifiableSet());

  /** Words of a question about somebody's own, besides. */
  private static final Set<String> TALK =
      Set.of(
          ("know remember add create creates created meaning message messages nachricht nachrichten"
                  + " question find")
              .split(" "));

  private static final Map<String, String> ENGLISH = new HashMap<>();

  static {
    for (String line : lines("translations.txt")) {
      String[] words = line.split(" ");
      Arrays.stream(words).skip(1).forEach(word -> ENGLISH.putIfAbsent(word, words[0]));
    }
  }

  /** The beginning of a question. */
  private static final String ASKS =
      "(?:how|what|which|where|why|who|when|can|could|should|would|will|is|are|does|do|did|any)\\b";

  private static final Pattern QUESTION = Pattern.compile("(?i)\\W*(?:also\\s+|so\\s+)?" + ASKS);

  /** Ends of sentences, and places where another question begins. */
  private static final Pattern PART =
      Pattern.compile(
          "(?i)[?!;\\n]+|\\.\\s+|\\s[-–—]\\s|[,:]?\\s+(?:and|or|but|also|so)\\s+(?=(?:also\\s+)?"
              + ASKS
              + ")|,\\s+(?=(?:so\\s+)?"
              + ASKS
              + ")");

  private Words() {}

  /** Returns the lines of a resource of the sample without its comments. */
  public static List<String> lines(String resource) {
    try {
      return new ClassPathResource(resource)
          .getContentAsString(StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the questions of a text, and its sentences with two words or more to look for. */
  public static List<String> questions(String text) {
    return PART.splitAsStream(text)
        .filter(part -> asked(part).size() > (QUESTION.matcher(part).lookingAt() ? 0 : 1))
        .toList();
  }

  /** Returns a text of another language word by word in English, which is better than nothing. */
  static String inEnglish(String text) {
    String[] words = text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}_-]+");
    long known = Arrays.stream(words).filter(ENGLISH::containsKey).count();
    return 3 * known < words.length
        ? text
        : Arrays.stream(words)
            .map(word -> ENGLISH.getOrDefault(word, word).replace('-', ' '))
            .collect(Collectors.joining(" "));
  }

  /** Returns the words that a question about a person is about. */
  public static Set<String> of(String text) {
    Set<String> words = asked(text);
    words.removeAll(TALK);
    return words;
  }

  /** A name such as {@code E_TOOL_FAILED} is a word, and so are its parts. */
  static Set<String> asked(String text) {
    return Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}_]+"))
        .flatMap(w -> w.indexOf('_') < 0 ? Stream.of(w) : Stream.concat(Stream.of(w), parts(w)))
        .filter(w -> !w.isEmpty() && !FILLER.contains(w))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Stream<String> parts(String name) {
    return Arrays.stream(name.split("_"));
  }

  /** Counts the wanted words in the text. Other endings of a word count as the word. */
  public static long shared(Collection<String> wanted, String text) {
    Set<String> there = of(text).stream().map(Words::stem).collect(Collectors.toSet());
    return wanted.stream().filter(w -> there.contains(stem(w))).count();
  }

  /** Returns the word without the usual endings of English. */
  static String stem(String word) {
    for (String ending : new String[] {"ings", "ing", "ies", "es", "ed", "s", "e", "y"}) {
      if (word.length() > ending.length() + 2 && word.endsWith(ending)) {
        return word.substring(0, word.length() - ending.length());
      }
    }
    return word;
  }
}
