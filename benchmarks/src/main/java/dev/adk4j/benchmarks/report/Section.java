package dev.adk4j.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** One benchmark's part of the page. */
public final class Section {

  private final String id;
  private final String title;
  private final List<String> blocks = new ArrayList<>();
  private final List<Goal> goals = new ArrayList<>();
  private final List<Chart> charts = new ArrayList<>();

  public Section(String id, String title) {
    this.id = id;
    this.title = title;
  }

  public Section text(String paragraph) {
    blocks.add(paragraph.strip() + "\n");
    return this;
  }

  public Section table(Table table) {
    blocks.add(table.markdown());
    return this;
  }

  public Section goal(Goal goal) {
    goals.add(goal);
    return this;
  }

  public Section chart(Chart chart) {
    charts.add(chart);
    blocks.add("![" + chart.title() + "](" + chart.file() + ")\n");
    return this;
  }

  public String id() {
    return id;
  }

  public List<Goal> goals() {
    return List.copyOf(goals);
  }

  List<Chart> charts() {
    return charts;
  }

  public String title() {
    return title;
  }

  /** With the causes of what was missed, which people write and the run puts in. */
  public String markdown(String causes) {
    StringBuilder text = new StringBuilder("## " + id + ". " + title + "\n");
    blocks.forEach(block -> text.append('\n').append(block));
    if (!goals.isEmpty()) {
      Table table = new Table("Goal", "Found", "");
      goals.forEach(
          g -> table.row(g.promise() + (g.hard() ? " (gate)" : ""), g.found(), g.verdict()));
      text.append('\n').append(table.markdown());
    }
    if (!causes.isBlank()) {
      text.append('\n').append(causes.strip()).append('\n');
    }
    return text.toString();
  }
}
