package dev.adk4j.benchmarks.startup;

import dev.adk4j.benchmarks.JavaProcess;
import dev.adk4j.benchmarks.Size;
import dev.adk4j.benchmarks.report.Goal;
import dev.adk4j.benchmarks.report.Numbers;
import dev.adk4j.benchmarks.report.Samples;
import dev.adk4j.benchmarks.report.Section;
import dev.adk4j.benchmarks.report.Table;
import dev.adk4j.benchmarks.startup.app.StartupApplication;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** B5: the same application with the starter on its class path and without, started in turn. */
public final class StartupBenchmark {

  private final Size size;
  private final List<String> properties;

  /**
   * @param url of a PostgreSQL database
   */
  public StartupBenchmark(Size size, String url) {
    this.size = size;
    this.properties =
        List.of(
            "--spring.datasource.url=" + url,
            "--spring.datasource.username=postgres",
            "--spring.datasource.password=postgres",
            "--spring.jpa.hibernate.ddl-auto=update",
            "--spring.main.banner-mode=off",
            "--adk.storage.noop=tools",
            "--adk.jpa.schema=create-if-missing");
  }

  public Section run() throws IOException, InterruptedException {
    Starts bare = new Starts(StartupClassPath.bare());
    Starts jackson = new Starts(StartupClassPath.withJackson());
    Starts starter = new Starts(StartupClassPath.withStarter());
    for (int round = 0; round <= size.rounds(); round++) {
      for (Starts starts : List.of(bare, jackson, starter)) {
        starts.start();
      }
      if (round == 0) {
        // The first start makes the tables and fills the file cache.
        List.of(bare, jackson, starter).forEach(starts -> starts.outputs.clear());
      }
    }
    return report(bare, jackson, starter);
  }

  private static Section report(Starts bare, Starts jackson, Starts starter) {
    Table table = new Table("", "ms", "more", "processor ms", "more", "bean definitions");
    row(table, "Boot and JPA", bare, bare);
    row(table, "and Boot's Jackson", jackson, bare);
    row(table, "and the starter", starter, bare);
    return new Section("B5", "Start-up")
        .text(
            "From the JVM's start until a Boot application with JPA, one entity and one repository on PostgreSQL is ready, in"
                + " milliseconds; then the same with Boot's Jackson, which the starter brings and any web application has; then"
                + " with this library's starter and storage on the class path and an executor bean. The processor's time is that"
                + " of all threads, the compiler's among them.")
        .table(table)
        .goal(
            Goal.atMost(
                "at most 150 ms more than Boot and JPA",
                starter.more("ready", bare).median(),
                150,
                " ms"));
  }

  private static void row(Table table, String label, Starts starts, Starts bare) {
    table.row(
        label,
        starts.all("ready").format(),
        starts == bare ? "" : starts.more("ready", bare).format(),
        starts.all("cpu").format(),
        starts == bare ? "" : starts.more("cpu", bare).format(),
        Numbers.format(starts.all("beans").median()));
  }

  /** What the starts with one class path printed. */
  private final class Starts {

    private final String classPath;
    private final List<List<String>> outputs = new ArrayList<>();

    private Starts(String classPath) {
      this.classPath = classPath;
    }

    private void start() throws IOException, InterruptedException {
      outputs.add(
          JavaProcess.run(
              classPath,
              List.of("--enable-native-access=ALL-UNNAMED", "-Xmx512m"),
              StartupApplication.class,
              properties.toArray(String[]::new)));
    }

    private Samples all(String what) {
      return new Samples(outputs.stream().map(o -> JavaProcess.number(o, what)).toList());
    }

    /** Round by round. */
    private Samples more(String what, Starts less) {
      List<Double> mine = all(what).values();
      List<Double> theirs = less.all(what).values();
      List<Double> differences = new ArrayList<>();
      for (int i = 0; i < mine.size(); i++) {
        differences.add(mine.get(i) - theirs.get(i));
      }
      return new Samples(differences);
    }
  }
}
