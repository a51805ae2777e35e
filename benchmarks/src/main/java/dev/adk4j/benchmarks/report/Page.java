package dev.adk4j.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The results page: what was promised, what was found, with what, and why where it was missed. */
public record Page(List<Section> sections, Table environment) {

  public static final String FILE = "README.md";

  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    StringBuilder page = new StringBuilder(resource("intro.md")).append('\n').append(summary());
    for (Section section : sections) {
      page.append('\n').append(section.markdown(resource("causes/" + section.id() + ".md")));
      for (Chart chart : section.charts()) {
        Files.writeString(folder.resolve(chart.file()), chart.svg());
      }
    }
    page.append("\n## Measured with\n\n").append(environment.markdown());
    Files.writeString(folder.resolve(FILE), page);
  }

  private String summary() {
    Table table = new Table("Benchmark", "goals met", "missed");
    for (Section section : sections) {
      List<Goal> goals = section.goals();
      long met = goals.stream().filter(Goal::met).count();
      table.row(
          section.id() + " " + section.title(),
          met + " of " + goals.size(),
          String.join("; ", goals.stream().filter(g -> !g.met()).map(Goal::promise).toList()));
    }
    return "## In short\n\n" + table.markdown();
  }

  /** Empty where there is none. */
  private static String resource(String name) throws IOException {
    try (InputStream in = Page.class.getResourceAsStream("/benchmarks/" + name)) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
