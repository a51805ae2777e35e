package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.sample.library.Words;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Answers with a few sentences of the documentation, and names the places. */
record AskSkill(String question) implements Skill {

  private static final int FURTHER = 2;

  /** Share of the best score that another page has to have to be named. */
  private static final double NEAR = 0.75;

  @Override
  public Step next(DispatchContext ctx, List<ToolCall> done) throws Exception {
    Optional<Language> language = Language.of(question);
    String abroad = language.map(spoken -> spoken.apology() + "\n\n").orElse("");
    List<Retrievable> found =
        ctx.turnRetrievables().stream()
            .sorted(Comparator.comparingDouble((Retrievable r) -> r.score().orElse(0)).reversed())
            .toList();
    if (found.isEmpty()) {
      return new Step.Say(
          "I looked through the documentation and found nothing near enough to quote.",
          abroad
              + (language.isPresent()
                  ? "Please ask me in English, or say *help* for what I can do. I run without a"
                      + " language model: I search the pages of ADK for Java by their words."
                  : "I find nothing about that in the documentation. I run without a language model:"
                      + " I search the pages of ADK for Java by their words. Other words may find"
                      + " more, or say *help* for what I can do."));
    }
    return new Step.Say(
        "I look for it in the documentation and quote the passage that comes nearest.",
        abroad + answer(found));
  }

  private String answer(List<Retrievable> found) throws IOException {
    Retrievable best = found.getFirst();
    String excerpt = Excerpt.of(best.contentString(), page(best), Words.of(question));
    String further =
        found.stream()
            .skip(1)
            .filter(other -> !page(other).equals(page(best)))
            .filter(other -> other.score().orElse(0) > NEAR * best.score().orElse(0))
            .collect(Collectors.toMap(AskSkill::page, r -> r, (a, b) -> a, LinkedHashMap::new))
            .values()
            .stream()
            .limit(FURTHER)
            .map(AskSkill::link)
            .collect(Collectors.joining(", "));
    return excerpt
        + (excerpt.isEmpty() ? "See " : "\n\nFrom ")
        + link(best)
        + (further.isEmpty() ? "." : "; see also " + further + ".");
  }

  private static String page(Retrievable passage) {
    return passage.source().orElse("").replaceFirst("#.*", "");
  }

  private static String link(Retrievable passage) {
    String source = passage.source().orElse("");
    String heading = passage.kind().orElse(source).replaceAll("[\\[\\]`*]", "");
    return "[" + heading + "](" + source + ")";
  }
}
