package dev.adk4j.benchmarks.vector;

import dev.adk4j.benchmarks.Size;
import dev.adk4j.benchmarks.inprocess.JmhRounds;
import dev.adk4j.benchmarks.report.Goal;
import dev.adk4j.benchmarks.report.Numbers;
import dev.adk4j.benchmarks.report.Samples;
import dev.adk4j.benchmarks.report.Section;
import dev.adk4j.benchmarks.report.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** B7: searching vectors. */
public final class VectorBenchmark {

  private final Size size;
  private final JmhRounds rounds;

  public VectorBenchmark(Size size) {
    this.size = size;
    this.rounds = new JmhRounds(size);
  }

  public Section run() throws Exception {
    Section section =
        new Section("B7", "Vector search")
            .text(
                "The ten nearest of "
                    + Numbers.format(size.vectors())
                    + " vectors with "
                    + RandomVectors.DIMENSIONS
                    + " dimensions, with document and metadata, in milliseconds.");
    inMemory(section);
    withPgVector(section);
    return section;
  }

  private void inMemory(Section section) throws Exception {
    rounds.run(List.of(of(SearchArms.ADK), of(SearchArms.SIMPLE)));
    Samples ours = rounds.time(of(SearchArms.ADK));
    Samples simple = rounds.time(of(SearchArms.SIMPLE));
    section
        .table(
            new Table("", "ms", "times ADK")
                .row(SearchArms.ADK.label(), ours.format(), "")
                .row(SearchArms.SIMPLE.label(), simple.format(), simple.over(ours).format()))
        .goal(Goal.faster("3× faster than SimpleVectorStore", ours, simple, 3));
  }

  private JmhRounds.Case of(SearchArms arm) {
    return new JmhRounds.Case(
        "VectorSearch.search",
        Map.of("arm", arm.name(), "vectors", String.valueOf(size.vectors())));
  }

  private void withPgVector(Section section) throws Exception {
    Optional<PgVectorServer> server = PgVectorServer.start();
    if (server.isEmpty()) {
      section.text(
          "pgvector was not measured: set `ADK_TEST_PGVECTOR_URL`, or run `npm ci --prefix test-tools` first.");
      return;
    }
    try (PgVectorServer pgVector = server.get()) {
      PgSearches searches = new PgSearches(size, pgVector.dataSource());
      searches.run();
      section
          .text(
              "pgvector with an HNSW index, on "
                  + pgVector.kind()
                  + "; both found the same nearest in "
                  + Numbers.format(searches.agreement())
                  + " % of the searches.")
          .table(
              new Table("", "ms", "times SQL by hand")
                  .row(
                      "ADK for Java, pgvector",
                      searches.library().format(),
                      searches.library().over(searches.raw()).format())
                  .row("SQL by hand", searches.raw().format(), ""))
          .goal(
              Goal.within(
                  "pgvector at most 1.2× SQL by hand", searches.library(), searches.raw(), 1.2));
    }
  }
}
