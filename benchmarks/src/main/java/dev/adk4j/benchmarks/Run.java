package dev.adk4j.benchmarks;

import dev.adk4j.benchmarks.database.BenchmarkDatabase;
import dev.adk4j.benchmarks.database.ConcurrencyBenchmark;
import dev.adk4j.benchmarks.database.TurnBenchmark;
import dev.adk4j.benchmarks.inprocess.OverheadBenchmark;
import dev.adk4j.benchmarks.inprocess.StreamBenchmark;
import dev.adk4j.benchmarks.inprocess.TokenBenchmark;
import dev.adk4j.benchmarks.report.Environment;
import dev.adk4j.benchmarks.report.Page;
import dev.adk4j.benchmarks.report.Section;
import dev.adk4j.benchmarks.startup.StartupBenchmark;
import dev.adk4j.benchmarks.vector.VectorBenchmark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Runs the benchmarks one after the other and writes what they found. */
final class Run {

  private static final int CONNECTIONS = 16;

  private final Options options;
  private final List<Section> sections = new ArrayList<>();
  private Map<String, String> databaseSettings = Map.of();

  Run(Options options) {
    this.options = options;
  }

  List<Section> all() throws Exception {
    long start = System.nanoTime();
    Size size = options.size();
    if (options.wants("B1") || options.wants("B2") || options.wants("B5")) {
      try (BenchmarkDatabase database = BenchmarkDatabase.start(CONNECTIONS)) {
        databaseSettings = database.settings();
        run("B1", () -> new TurnBenchmark(size, database).run());
        run("B2", () -> new ConcurrencyBenchmark(size, database).run());
        run("B5", () -> new StartupBenchmark(size, database.url()).run());
      }
    }
    run("B3", () -> new OverheadBenchmark(size).run());
    run("B4", () -> new StreamBenchmark(size).run());
    run("B6", () -> new TokenBenchmark(size).run());
    run("B7", () -> new VectorBenchmark(size).run());
    sections.sort(Comparator.comparing(Section::id));
    double minutes = (System.nanoTime() - start) / 60e9;
    new Page(sections, Environment.describe(size.name(), size.rounds(), minutes, databaseSettings))
        .write(options.out());
    return sections;
  }

  private void run(String id, Benchmark benchmark) throws Exception {
    if (!options.wants(id)) {
      return;
    }
    long start = System.nanoTime();
    System.out.println(id + " …");
    Section section = benchmark.run();
    System.out.println(section.markdown(""));
    System.out.printf("%s took %.0f s%n%n", id, (System.nanoTime() - start) / 1e9);
    sections.add(section);
  }

  private interface Benchmark {
    Section run() throws Exception;
  }
}
