package dev.adk4j.sample.library;

import static java.util.stream.Collectors.joining;

import dev.adk4j.vector.retrieval.Passage;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What is known of a passage before anybody asks.
 *
 * @param page the words of the page's name
 * @param headings the words of name and headings
 * @param text the words of all
 * @param defined the words that the passage explains: bold ones and names of rows
 * @param emphasized the words that it is about: of headings, defined, or there more than once
 * @param prior advantage over other passages
 */
record Candidate(
    Set<String> page,
    Set<String> headings,
    Set<String> text,
    Set<String> defined,
    Set<String> emphasized,
    double prior) {

  /** Share of the question's words that a passage has to have. */
  private static final double ENOUGH = 0.4;

  /** So many words that are there by chance are none. */
  private static final int NO_CHANCE = 2;

  /** Weights beside BM25's score, which is from 0 to 1. */
  private static final double IN_HEADINGS = 0.8;

  private static final double IN_TEXT = 0.6;
  private static final double PAGE = 0.4;
  private static final double DEFINED = 0.3;

  /** Of a passage about a name such as {@code E_TOOL_FAILED} that was asked for. */
  private static final double NAMED = 0.5;

  /** The first passages of a page introduce, later ones go into details. */
  private static final double FIRST = 0.2;

  /** Reports, lists and decisions name many things; a guide explains them. */
  private static final double LISTED = -0.5;

  private static final Pattern LISTS =
      Pattern.compile(
          "docs/(?:reports/|benchmarks/|decisions/|security-asvs|security-llm|renames|SKILL|README).*");
  private static final Pattern REFERENCE =
      Pattern.compile("docs/(?:reference/|operate/troubleshooting|ten-tasks).*");

  /** How to write a part of one's own is for those who ask for that. */
  private static final String OWN = "own";

  private static final Pattern NO_PROSE =
      Pattern.compile("(?ms)^```.*?^```|(?:At the end of|After) this page[^.]*\\.");
  private static final int PROSE = 60;

  /** Bold words, and names at the beginning of a row. */
  private static final Pattern DEFINITION =
      Pattern.compile("(?m)\\*\\*[^*\\n]{2,40}\\*\\*|^\\| `[^`\\n]{2,80}`");

  private static final double HIGHEST = 1 + IN_HEADINGS + IN_TEXT + PAGE + DEFINED + FIRST;

  static Candidate of(Passage passage, int place) {
    String page = passage.source().replaceAll("^docs/|/?README|\\.md$", "");
    String headings = page + " " + String.join(" ", passage.titlePath());
    String defined =
        DEFINITION.matcher(passage.text()).results().map(MatchResult::group).collect(joining(" "));
    Set<String> emphasized = Words.repeated(passage.text());
    emphasized.addAll(Words.stems(headings + " " + defined));
    return new Candidate(
        Words.stems(page),
        Words.stems(headings),
        Words.stems(headings + " " + passage.text()),
        Words.stems(defined),
        emphasized,
        FIRST / (1 + place) + penalty(passage));
  }

  private static double penalty(Passage passage) {
    boolean poor = NO_PROSE.matcher(passage.text()).replaceAll("").length() < PROSE;
    double listed = LISTS.matcher(passage.source()).matches() ? LISTED : 0;
    return listed
        + (poor ? LISTED : 0)
        + (REFERENCE.matcher(passage.source()).matches() ? LISTED / 2 : 0);
  }

  /**
   * Tells whether the passage may answer.
   *
   * @param asked the words of the question with their weights
   */
  boolean fits(Map<String, Double> asked) {
    long there = asked.keySet().stream().filter(word -> Words.match(word, text) > 0).count();
    boolean chance =
        there < NO_CHANCE
            && asked.keySet().stream().noneMatch(word -> Words.match(word, emphasized) > 0);
    return !chance && share(asked, text) >= ENOUGH;
  }

  double rank(Map<String, Double> asked, double score) {
    double ownPage = page.isEmpty() ? 0 : covered(asked.keySet()) / page.size();
    boolean named =
        asked.keySet().stream().anyMatch(w -> w.indexOf('_') > 0 && defined.contains(w));
    double sum =
        score
            + IN_HEADINGS * share(asked, headings)
            + IN_TEXT * share(asked, text)
            + PAGE * Math.min(1, ownPage)
            + DEFINED * share(asked, defined)
            + (named ? NAMED : 0)
            + prior
            - (headings.contains(OWN) && !asked.containsKey(OWN) ? FIRST : 0);
    return Math.clamp(sum / HIGHEST, 0, 1);
  }

  /** Returns the share of the question that is there, a rare word counting more. */
  private static double share(Map<String, Double> asked, Set<String> stems) {
    double all = 0;
    double there = 0;
    for (Map.Entry<String, Double> word : asked.entrySet()) {
      all += word.getValue();
      there += word.getValue() * Words.match(word.getKey(), stems);
    }
    return there / all;
  }

  private double covered(Set<String> asked) {
    Set<String> meanings = new HashSet<>();
    asked.forEach(word -> Synonyms.of(word).forEach(s -> meanings.add(Words.stem(s))));
    return page.stream().filter(meanings::contains).count();
  }
}
