package dev.adk4j.vector.retrieval;

import dev.adk4j.internal.NoJsonForm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Citation marks of an answer, such as {@code [2]} or {@code [1, 3]}, checked against the passages
 * given to its model. Ignores marks in code and Markdown links.
 *
 * {@snippet :
 * Citations citations = Citations.check("We pay the postage [1].", passages);
 * citations.of(Citations.Verdict.RIGHT).forEach(r -> System.out.println(r.passage().source()));
 * }
 *
 * @param references one for each number of each mark, in the order of the answer
 * @since 0.1.0
 */
@NoJsonForm
public record Citations(List<Reference> references) {

  private static final Pattern MARK =
      Pattern.compile("\\[(\\d{1,4}(?:\\s*,\\s*\\d{1,4}){0,19})](?!\\()");

  private static final Pattern CODE =
      Pattern.compile("(?s)```.*?(?:```|\\z)|~~~.*?(?:~~~|\\z)|`[^`\n]*`");

  private static final Pattern END_OF_CLAIM = Pattern.compile("[.!?…。！？]+[\"”’)]*\\s+|\\n|[。！？]");

  private static final int LONGEST_CLAIM = 1_000;

  public Citations {
    references = List.copyOf(references);
  }

  /** Result of the check of one reference. */
  public enum Verdict {
    /** The passage exists and supports the claim. */
    RIGHT,
    /** The passage exists and does not support the claim. */
    WRONG,
    /** No passage has that number. */
    INVENTED
  }

  /**
   * Number in a mark.
   *
   * @param number number of the passage, from 1
   * @param verdict result of the check
   * @param passage the passage of that number; null for an invented one
   * @param start position of the mark in the answer
   * @param end position after the mark
   */
  public record Reference(
      int number, Verdict verdict, @Nullable Passage passage, int start, int end) {

    /** Returns number, verdict and position; omits the content. */
    @Override
    public String toString() {
      return "[" + number + "] " + verdict + " at " + start;
    }
  }

  /**
   * Compares words: at least half of the claim's words, or forms of them, and each of its numbers
   * must be in the passage or its headings. A claim is the sentence, or line, that contains or
   * precedes the mark. This detects marks at the wrong passage; it does not detect a claim that
   * rearranges the words of the passage, and it needs passages in the language of the answer.
   *
   * @param passages the passages given to the model; number 1 is the first
   */
  public static Citations check(String answer, List<Passage> passages) {
    return check(answer, passages, ClaimWords::support);
  }

  /**
   * Checks with a custom test, such as a call of a model.
   *
   * @param supports receives the claim, without marks, and a passage
   */
  public static Citations check(
      String answer, List<Passage> passages, BiPredicate<String, Passage> supports) {
    String plain = withoutCode(answer);
    List<Reference> references = new ArrayList<>();
    Matcher mark = MARK.matcher(plain);
    while (mark.find()) {
      int from = Math.max(0, mark.start() - LONGEST_CLAIM);
      String claim = claim(plain.substring(from, mark.start()));
      for (String number : mark.group(1).split("\\s*,\\s*")) {
        int n = Integer.parseInt(number);
        Passage passage = n >= 1 && n <= passages.size() ? passages.get(n - 1) : null;
        Verdict verdict = Verdict.INVENTED;
        if (passage != null) {
          verdict = supports.test(claim, passage) ? Verdict.RIGHT : Verdict.WRONG;
        }
        references.add(new Reference(n, verdict, passage, mark.start(), mark.end()));
      }
    }
    return new Citations(references);
  }

  /** Returns the references with that verdict. */
  public List<Reference> of(Verdict verdict) {
    return references.stream().filter(reference -> reference.verdict() == verdict).toList();
  }

  /** Returns true if all marks are right, or if there are none. */
  public boolean allRight() {
    return references.stream().allMatch(reference -> reference.verdict() == Verdict.RIGHT);
  }

  /** Preserves all positions. */
  private static String withoutCode(String answer) {
    return CODE.matcher(answer).replaceAll(code -> " ".repeat(code.group().length()));
  }

  /** Returns the last claim of the text before a mark. */
  private static String claim(String before) {
    String text = MARK.matcher(before).replaceAll("").stripTrailing();
    int end = text.length();
    while (end > 0 && ".!?…。！？".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    text = text.substring(0, end);
    Matcher boundary = END_OF_CLAIM.matcher(text);
    int start = 0;
    while (boundary.find()) {
      start = boundary.end();
    }
    return text.substring(start).strip();
  }
}
