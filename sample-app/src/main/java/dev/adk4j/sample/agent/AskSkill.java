package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.sample.library.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Answers with a section of the documentation and names its page. Links pages that may help if no
 * section is close enough to the question.
 */
record AskSkill(String question) implements Skill {

  /**
   * Least score of an answer, measured in docs/reports/sample-answers.md. Sections with a lower
   * score are mostly about another topic.
   */
  static final double NEAR = 0.58;

  /** Page whose sections are separate answers. */
  private static final String ANSWERS = "docs/how-do-i/";

  private static final char BETWEEN_TITLES = '›';

  /** Least score for a statement. Statements about a person mostly have a lower one. */
  private static final double MAYBE = 0.4;

  /** Least score of a quoted section. */
  private static final double ABOUT = 0.3;

  /** Least share of the best score for another section to be linked. */
  private static final double AS_NEAR = 0.85;

  /** Least share of the best score for another answer to be quoted, too. */
  private static final double ALIKE = 0.8;

  /** Most other answers that are quoted. */
  private static final int ALSO = 2;

  private static final int FURTHER = 2;
  private static final int PAGES = 3;

  private static final Pattern LINK = Pattern.compile("(!?)\\[([^\\]]*)]\\(([^)]*)\\)");
  private static final Pattern PAGE = Pattern.compile("[\\w./-]+\\.md(?:#\\S*)?");

  @Override
  public Step next(DispatchContext ctx, List<ToolCall> done) throws Exception {
    return reply(found(ctx));
  }

  /** Replies with what was found, best first. */
  Step.Say reply(List<Retrievable> found) throws IOException {
    Optional<Language> language = Language.of(question);
    String abroad = language.map(spoken -> spoken.apology() + "\n\n").orElse("");
    // a few words of another language are near to anything
    if (found.isEmpty() || language.isPresent() && !isFound(found, ABOUT)) {
      return new Step.Say(
          "I looked through the documentation and found nothing near enough to quote.",
          abroad
              + (language.isPresent()
                  ? "Please ask me in English, or say *help* for what I can do. I run without a"
                      + " language model: I search the pages of ADK for Java by their words."
                  : "I find nothing about that in the documentation of ADK for Java, and I know"
                      + " nothing else: I run without a language model. "
                      + SmallTalk.EXAMPLES));
    }
    List<Retrievable> alike = alike(found);
    boolean clear = !isAnswer(found.getFirst()) || alike.isEmpty();
    return isFound(found, NEAR) && clear
        ? new Step.Say(
            "I look for it in the documentation and quote the section that comes nearest.",
            abroad + answer(found))
        : new Step.Say(
            "I looked through the documentation, and no section alone is near enough to be the"
                + " answer.",
            abroad + unsure(found, alike));
  }

  /** Returns true if a section found is close enough to answer a text. */
  static boolean answers(DispatchContext ctx) {
    return isFound(found(ctx), NEAR);
  }

  /** Returns true if a text without a question mark or question word may still be a question. */
  static boolean mayBeAsked(DispatchContext ctx) {
    return isFound(found(ctx), MAYBE);
  }

  private static boolean isFound(List<Retrievable> found, double near) {
    return found.stream().anyMatch(passage -> score(passage) >= near);
  }

  private static List<Retrievable> found(DispatchContext ctx) {
    return ctx.turnRetrievables().stream()
        .sorted(Comparator.comparingDouble(AskSkill::score).reversed())
        .toList();
  }

  /** Quotes the closest short answers below their questions, so that the reader can judge. */
  private String unsure(List<Retrievable> found, List<Retrievable> alike) throws IOException {
    List<Retrievable> left = new ArrayList<>(found);
    Optional<Retrievable> best =
        found.stream().filter(r -> isAnswer(r) && score(r) >= ABOUT).findFirst();
    if (best.isEmpty()) {
      return listed("I have no short answer to that. These pages may help:", found);
    }
    left.remove(best.get());
    StringBuilder quoted =
        new StringBuilder(
                severalAsked()
                    ? "More than one answer may fit. The nearest one is "
                    : "I am not sure which answer you need. The nearest one is ")
            .append(headed(best.get()));
    for (Retrievable other : alike) {
      left.remove(other);
      quoted.append("\n\nAlso near: ").append(headed(other));
    }
    return quoted + listed("\n\nThese pages may help, too:", left);
  }

  private static String answer(List<Retrievable> found) throws IOException {
    Retrievable best = found.getFirst();
    String text = text(best);
    List<String> further =
        others(
                found.stream()
                    .skip(1)
                    .filter(other -> score(other) >= Math.max(NEAR, AS_NEAR * score(best)))
                    .filter(other -> isAnswer(other) || !text.contains("](" + page(other))),
                page(best))
            .limit(FURTHER)
            .toList();
    return text
        + "\n\nFrom "
        + link(best)
        + (further.isEmpty() ? "." : "; see also " + String.join(", ", further) + ".");
  }

  /**
   * Returns the answers that are about as near as the best one, or answer another of several
   * questions: a wrong answer is mostly only a little nearer than the right one.
   */
  private List<Retrievable> alike(List<Retrievable> found) {
    List<Retrievable> answers = found.stream().filter(AskSkill::isAnswer).toList();
    double best = answers.isEmpty() ? 1 : score(answers.getFirst());
    double least = severalAsked() ? Math.min(ALIKE * best, NEAR) : ALIKE * best;
    return answers.stream().skip(1).filter(r -> score(r) >= least).limit(ALSO).toList();
  }

  private boolean severalAsked() {
    return Words.questions(question).size() > 1;
  }

  private static String headed(Retrievable passage) throws IOException {
    return link(passage) + "\n\n" + text(passage);
  }

  private static String text(Retrievable passage) throws IOException {
    return linked(passage.contentString(), page(passage));
  }

  /** Returns pages for a possible question; empty if no page covers it. */
  static String pages(DispatchContext ctx) {
    List<Retrievable> found = found(ctx).stream().filter(r -> score(r) >= ABOUT).toList();
    return listed(" If that was a question, these pages may help:", found);
  }

  /** Returns the introduction with a list of links; empty if there is no link. */
  private static String listed(String introduction, List<Retrievable> found) {
    return others(found.stream(), "")
        .limit(PAGES)
        .map(link -> "* " + link)
        .collect(
            Collectors.collectingAndThen(
                Collectors.joining("\n"),
                links -> links.isEmpty() ? "" : introduction + "\n\n" + links));
  }

  /** Links other short answers, and the best section of each other page. */
  private static Stream<String> others(Stream<Retrievable> found, String page) {
    Map<String, String> links = new LinkedHashMap<>();
    found
        .filter(other -> isAnswer(other) || !page(other).equals(page))
        .forEach(
            other ->
                links.putIfAbsent(
                    isAnswer(other) ? other.source().orElse("") : page(other), link(other)));
    return links.values().stream();
  }

  /** Rewrites relative links to start at the root. Removes images and links to files. */
  static String linked(String text, String page) {
    return LINK.matcher(text)
        .replaceAll(
            link -> {
              if (!link.group(1).isEmpty()) {
                return "";
              }
              boolean toPage = PAGE.matcher(link.group(3)).matches();
              return Matcher.quoteReplacement(
                  toPage
                      ? "[" + link.group(2) + "](" + resolved(page, link.group(3)) + ")"
                      : link.group(2));
            })
        .strip();
  }

  private static String resolved(String page, String target) {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    String fragment = hash < 0 ? "" : target.substring(hash);
    String from = path.isEmpty() ? page : Path.of(page).resolveSibling(path).normalize().toString();
    return from.replace('\\', '/') + fragment;
  }

  private static boolean isAnswer(Retrievable passage) {
    return passage.source().orElse("").startsWith(ANSWERS);
  }

  private static double score(Retrievable passage) {
    return passage.score().orElse(0);
  }

  private static String page(Retrievable passage) {
    return passage.source().orElse("").replaceFirst("#.*", "");
  }

  private static String link(Retrievable passage) {
    String source = passage.source().orElse("");
    String titles = passage.kind().orElse(source);
    String heading =
        isAnswer(passage) ? titles.substring(titles.lastIndexOf(BETWEEN_TITLES) + 1) : titles;
    return "[" + heading.replaceAll("[\\[\\]`*]", "").strip() + "](" + source + ")";
  }
}
