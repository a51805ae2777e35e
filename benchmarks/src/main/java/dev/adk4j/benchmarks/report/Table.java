package dev.adk4j.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** A Markdown table; the first column is text, the others numbers. */
public final class Table {

  private final List<String> head;
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... head) {
    this.head = List.of(head);
  }

  public Table row(String... cells) {
    return row(List.of(cells));
  }

  public Table row(List<String> cells) {
    if (cells.size() != head.size()) {
      throw new IllegalArgumentException(cells + " does not fit " + head);
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  String markdown() {
    StringBuilder text = new StringBuilder(line(head));
    text.append("| --- |").append(" ---: |".repeat(head.size() - 1)).append('\n');
    rows.forEach(row -> text.append(line(row)));
    return text.toString();
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
