package dev.adk4j.vector.retrieval;

import dev.adk4j.vector.internal.Words;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Compares the words of a claim with those of a passage. */
final class ClaimWords {

  private static final double SHARE = 0.5;

  /** Shorter words carry little information, except numbers and words of one character. */
  private static final int SHORTEST = 4;

  private static final int LONGEST_ENDING = 3;

  private ClaimWords() {}

  /** Returns true if the claim contains no words to compare. */
  static boolean support(String claim, Passage passage) {
    Set<String> there = new HashSet<>(Words.of(passage.document()));
    there.addAll(Words.of(passage.source()));
    List<String> said = Words.of(claim).stream().distinct().filter(ClaimWords::says).toList();
    long found = said.stream().filter(word -> has(there, word)).count();
    boolean numbers =
        said.stream().filter(ClaimWords::isNumber).allMatch(number -> there.contains(number));
    return numbers && found >= SHARE * said.size();
  }

  private static boolean says(String word) {
    return isNumber(word)
        || word.length() >= SHORTEST
        || word.codePoints().anyMatch(Character::isIdeographic);
  }

  private static boolean isNumber(String word) {
    return word.chars().anyMatch(Character::isDigit);
  }

  private static boolean has(Set<String> there, String word) {
    return there.contains(word)
        || word.length() >= SHORTEST && there.stream().anyMatch(other -> sameStem(word, other));
  }

  private static boolean sameStem(String one, String other) {
    int longer = Math.max(one.length(), other.length());
    int needed = Math.max(SHORTEST, longer - LONGEST_ENDING);
    int common = 0;
    int most = Math.min(one.length(), other.length());
    while (common < most && one.charAt(common) == other.charAt(common)) {
      common++;
    }
    return common >= needed;
  }
}
