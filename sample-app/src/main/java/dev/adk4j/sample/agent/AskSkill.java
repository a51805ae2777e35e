package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.ToolCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Answers with what the documentation says, word for word, and names the places. */
record AskSkill(String question) implements Skill {

  /**
   * Weight of the words that a passage shares with the question, beside nearness, which is from 0
   * to 1.
   */
  private static final double WEIGHT_OF_WORDS = 0.15;

  /** Penalty for tables: they name many things and are near to many questions. */
  private static final double TABLE = 0.1;

  private static final int FURTHER = 2;

  @Override
  public Step next(DispatchContext ctx, List<ToolCall> done) throws Exception {
    Set<String> wanted = Words.of(question);
    List<Ranked> found = new ArrayList<>();
    for (Retrievable passage : ctx.turnRetrievables()) {
      found.add(Ranked.of(passage, wanted));
    }
    found.sort(Comparator.comparingDouble(Ranked::rank).reversed());
    if (found.isEmpty()) {
      return new Step.Say(
          "I looked through the documentation and found nothing near enough to quote.",
          "I find nothing about that in the documentation. Ask *help* for what I can do.");
    }
    return new Step.Say(
        "I look for it in the documentation and quote the passage that comes nearest.",
        answer(found, wanted));
  }

  private static String answer(List<Ranked> found, Set<String> wanted) {
    Ranked best = found.getFirst();
    String further =
        found.stream()
            .skip(1)
            .map(Ranked::link)
            .distinct()
            .filter(link -> !link.equals(best.link()))
            .limit(FURTHER)
            .collect(Collectors.joining(", "));
    return "From "
        + best.link()
        + ":\n\n"
        + Quotation.of(best.text(), wanted)
        + (further.isEmpty() ? "" : "\n\nSee also " + further + ".");
  }

  private record Ranked(String link, String text, double rank) {

    static Ranked of(Retrievable passage, Set<String> wanted) throws IOException {
      String heading = passage.kind().orElse("");
      String text = passage.contentString();
      double words =
          wanted.isEmpty()
              ? 0
              : Words.shared(wanted, heading + " " + text) / (double) wanted.size();
      String link =
          "[" + heading.replaceAll("[\\[\\]]", "") + "](" + passage.source().orElse("") + ")";
      return new Ranked(
          link,
          text,
          passage.score().orElse(0) + WEIGHT_OF_WORDS * words - (isTable(text) ? TABLE : 0));
    }

    private static boolean isTable(String text) {
      return 2 * text.lines().filter(line -> line.startsWith("|")).count() > text.lines().count();
    }
  }
}
