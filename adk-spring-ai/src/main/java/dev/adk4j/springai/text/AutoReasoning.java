package dev.adk4j.springai.text;

import java.util.List;

/**
 * Detects how a model marks its reasoning, and uses the first format that fits its text. In a live
 * answer, which cannot wait for its end, the first marker decides.
 */
record AutoReasoning(List<ReasoningTags> ways, boolean loneClosers) implements ReasoningParser {

  AutoReasoning {
    ways = List.copyOf(ways);
  }

  @Override
  public ReasoningSplitter begin(AnswerParts parts, boolean live) {
    return live
        ? new ReasoningTags(
                "auto", ways.stream().flatMap(way -> way.markers().stream()).toList(), loneClosers)
            .begin(parts, true)
        : new Whole(parts);
  }

  @Override
  public String toString() {
    return "auto";
  }

  private final class Whole implements ReasoningSplitter {

    private final AnswerParts parts;
    private final StringBuilder text = new StringBuilder();

    Whole(AnswerParts parts) {
      this.parts = parts;
    }

    @Override
    public void add(String more) {
      text.append(more);
    }

    @Override
    public void end() {
      String whole = text.toString();
      MarkedText splitter =
          ways.stream()
              .filter(way -> way.fits(whole))
              .findFirst()
              .orElse(ways.getFirst())
              .begin(parts, false);
      splitter.add(whole);
      splitter.end();
    }
  }
}
