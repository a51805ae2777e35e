package dev.adk4j.springai.text;

import java.util.ArrayList;
import java.util.List;

/** What was said of an answer: its text, its traces, and where the deltas were cut. */
final class Heard implements AnswerParts {

  final StringBuilder text = new StringBuilder();
  final List<StringBuilder> traces = new ArrayList<>();
  final List<String> deltas = new ArrayList<>();

  static Heard of(ReasoningParser parser, boolean live, String... pieces) {
    Heard heard = new Heard();
    ReasoningSplitter splitter = parser.begin(heard, live);
    for (String piece : pieces) {
      splitter.add(piece);
    }
    splitter.end();
    return heard;
  }

  @Override
  public void text(String delta) {
    deltas.add(delta);
    text.append(delta);
  }

  @Override
  public void reasoning(int trace, String delta) {
    if (trace == traces.size()) {
      traces.add(new StringBuilder());
    }
    deltas.add("(" + delta + ")");
    traces.get(trace).append(delta);
  }

  List<String> traces() {
    return traces.stream().map(StringBuilder::toString).toList();
  }

  /** All that counts; not where it was cut. */
  @Override
  public String toString() {
    return traces() + " " + text;
  }
}
