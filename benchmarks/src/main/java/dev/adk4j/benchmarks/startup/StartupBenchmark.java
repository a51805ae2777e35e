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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** B5: the same application with the starter on its class path and without, started in turn. */
public final class StartupBenchmark {

  /** The first JDK that makes an AOT cache in one step. */
  private static final int AOT_CACHE_JDK = 25;

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
            "--adk.jdbc.schema=create-if-missing");
  }

  public Section run() throws IOException, InterruptedException {
    try (Jars jars = new Jars()) {
      List<Starts> all = new ArrayList<>(starts(jars, null));
      if (Runtime.version().feature() >= AOT_CACHE_JDK && size != Size.TINY) {
        for (Starts starts : starts(jars, jars.folder())) {
          starts.train();
          all.add(starts);
        }
      }
      // starts scatter more than anything else here
      for (int round = 0; round <= 2 * size.rounds(); round++) {
        for (Starts starts : all) {
          starts.start();
        }
        if (round == 0) {
          // The first start makes the tables and fills the file cache.
          all.forEach(starts -> starts.outputs.clear());
        }
      }
      return report(all);
    }
  }

  /**
   * @param caches where AOT caches are kept; null starts without
   */
  private List<Starts> starts(Jars jars, @Nullable Path caches) throws IOException {
    String with = caches == null ? "" : ", AOT cache";
    Starts bare = new Starts("Boot and JPA" + with, jars.of(StartupClassPath.bare()), null, caches);
    String starter = jars.of(StartupClassPath.withStarter());
    return List.of(
        bare,
        new Starts(
            "and Boot's Jackson" + with, jars.of(StartupClassPath.withJackson()), bare, caches),
        new Starts("and the starter" + with, starter, bare, caches, "--adk.jpa.entities=false"),
        new Starts("with its entities" + with, starter, bare, caches));
  }

  private static Section report(List<Starts> all) {
    Table table =
        new Table(
            "", "ms", "more", "main thread ms", "more", "processor ms", "more", "bean definitions");
    all.forEach(starts -> row(table, starts));
    return new Section("B5", "Start-up")
        .text(
            "From the JVM's start until a Boot application with JPA, one entity and one repository on PostgreSQL is ready, in"
                + " milliseconds; then the same with Boot's Jackson, which the starter brings and any web application has; then"
                + " with this library's starter and storage on the class path and an executor bean; then with the storage's tables"
                + " mapped as entities, too (`adk.jpa.entities`, which is on by default). Below, the same four with a cache the JDK made in a run"
                + " before (`-XX:AOTCacheOutput`, `-XX:AOTCache`). The main thread's time is what it had of a processor, and about"
                + " what a machine with processors to spare waits for; the processor's is that of all threads, the compiler's"
                + " among them.")
        .table(table)
        .goal(
            Goal.atMost(
                "at most 150 ms more than Boot and JPA",
                all.get(2).more("ready").median(),
                150,
                " ms"));
  }

  private static void row(Table table, Starts starts) {
    boolean first = starts.less == null;
    table.row(
        starts.label,
        starts.all("ready").format(),
        first ? "" : starts.more("ready").format(),
        starts.all("main").format(),
        first ? "" : starts.more("main").format(),
        starts.all("cpu").format(),
        first ? "" : starts.more("cpu").format(),
        Numbers.format(starts.all("beans").median()));
  }

  /** What the starts of one kind printed. */
  private final class Starts {

    private final String label;
    private final String classPath;
    private final @Nullable Starts less;
    private final @Nullable Path cache;
    private final String[] arguments;
    private final List<List<String>> outputs = new ArrayList<>();

    /**
     * @param less what it is compared with; null for nothing
     */
    private Starts(
        String label,
        String classPath,
        @Nullable Starts less,
        @Nullable Path caches,
        String... more) {
      this.label = label;
      this.classPath = classPath;
      this.less = less;
      this.cache = caches == null ? null : caches.resolve(Math.abs(label.hashCode()) + ".aot");
      this.arguments = Stream.concat(properties.stream(), Stream.of(more)).toArray(String[]::new);
    }

    private void train() throws IOException, InterruptedException {
      run("-XX:AOTCacheOutput=" + cache);
    }

    private void start() throws IOException, InterruptedException {
      outputs.add(cache == null ? run() : run("-XX:AOTCache=" + cache));
    }

    private List<String> run(String... flags) throws IOException, InterruptedException {
      List<String> all = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED", "-Xmx512m"));
      all.addAll(List.of(flags));
      return JavaProcess.run(classPath, all, StartupApplication.class, arguments);
    }

    private Samples all(String what) {
      return new Samples(outputs.stream().map(o -> JavaProcess.number(o, what)).toList());
    }

    /** Round by round. */
    private Samples more(String what) {
      List<Double> mine = all(what).values();
      List<Double> theirs = less == null ? mine : less.all(what).values();
      List<Double> differences = new ArrayList<>();
      for (int i = 0; i < mine.size(); i++) {
        differences.add(mine.get(i) - theirs.get(i));
      }
      return new Samples(differences);
    }
  }
}
