package dev.adk4j.jdbc.memory;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How the databases preselect records by their words. It may find too much, never too little: the
 * score that counts is taken from the content itself. Long words are cut, and a record with more
 * words than the database can index is found by every search.
 */
sealed interface Terms {

  /** The content of the column {@code terms}. */
  String stored(Set<String> words);

  /** The type that {@link #stored} is cast to. */
  String type();

  /**
   * The condition on {@code terms}, its parameters added to the list; null where it would be too
   * large to be of use.
   */
  @Nullable String condition(Set<String> words, List<Object> parameters);

  /**
   * How many of the words {@code terms} has, as an expression to sort by, its parameters added to
   * the list; null where it would be too large to be of use.
   */
  @Nullable String matches(Set<String> words, List<Object> parameters);

  static Terms of(boolean postgres) {
    return postgres ? new Postgres() : new Substrings();
  }

  private static @Nullable String sum(
      Set<String> words, int most, String condition, String around, List<Object> parameters) {
    Set<String> cut = cut(words);
    if (cut.size() > most) {
      return null;
    }
    cut.forEach(word -> parameters.add(around + word + around));
    return String.join(
        " + ", Collections.nCopies(cut.size(), "case when " + condition + " then 1 else 0 end"));
  }

  private static Set<String> cut(Set<String> words) {
    Set<String> cut = LinkedHashSet.newLinkedHashSet(words.size());
    for (String word : words) {
      int end = Math.min(word.length(), 200);
      boolean split = end < word.length() && Character.isHighSurrogate(word.charAt(end - 1));
      cut.add(word.substring(0, split ? end - 1 : end));
    }
    return cut;
  }

  /** A text search vector, with an index. Words hold letters, digits and underscores only. */
  record Postgres() implements Terms {

    /** No word looks like this. */
    private static final String EVERY_SEARCH = "'?'";

    private static final int MAX_WORDS = 1000;
    private static final int MAX_BYTES = 900_000;

    /** Each is a parameter and a look at every candidate. */
    private static final int MAX_RANKED = 200;

    @Override
    public String stored(Set<String> words) {
      String vector = cut(words).stream().map(w -> "'" + w + "'").collect(Collectors.joining(" "));
      return vector.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES ? EVERY_SEARCH : vector;
    }

    @Override
    public String type() {
      return "tsvector";
    }

    @Override
    public @Nullable String condition(Set<String> words, List<Object> parameters) {
      if (words.size() > MAX_WORDS) {
        return null;
      }
      List<String> any = new ArrayList<>(List.of(EVERY_SEARCH));
      cut(words).forEach(w -> any.add("'" + w + "'"));
      parameters.add(String.join(" | ", any));
      return "terms @@ cast(? as tsquery)";
    }

    @Override
    public @Nullable String matches(Set<String> words, List<Object> parameters) {
      return sum(words, MAX_RANKED, "terms @@ cast(? as tsquery)", "'", parameters);
    }
  }

  /** The words between blanks, looked for one after the other. */
  record Substrings() implements Terms {

    private static final int MAX_WORDS = 100;

    @Override
    public String stored(Set<String> words) {
      return words.isEmpty() ? "" : " " + String.join(" ", cut(words)) + " ";
    }

    @Override
    public String type() {
      return "character large object";
    }

    @Override
    public @Nullable String condition(Set<String> words, List<Object> parameters) {
      if (words.size() > MAX_WORDS) {
        return null;
      }
      return cut(words).stream()
          .map(
              word -> {
                parameters.add(" " + word + " ");
                return "locate(?, terms) > 0";
              })
          .collect(Collectors.joining(" or ", "(", ")"));
    }

    @Override
    public @Nullable String matches(Set<String> words, List<Object> parameters) {
      return sum(words, MAX_WORDS, "locate(?, terms) > 0", " ", parameters);
    }
  }
}
