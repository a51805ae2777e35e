package dev.adk4j.benchmarks;

import dev.adk4j.benchmarks.database.TurnProbe;
import dev.adk4j.benchmarks.inprocess.GateProbe;
import dev.adk4j.benchmarks.inprocess.OverheadProbe;
import dev.adk4j.benchmarks.report.Numbers;
import dev.adk4j.benchmarks.report.Samples;
import dev.adk4j.benchmarks.report.Section;
import dev.adk4j.benchmarks.report.Table;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares this build of the library with another checkout that is built. Each round runs every
 * probe with both, in processes of their own and the other one first than in the round before.
 */
final class Comparison {

  private static final Pattern MODULE =
      Pattern.compile("/(adk-[a-z-]+|benchmarks)(/target/classes/?|/target/[^/]*\\.jar)$");
  private static final List<String> FLAGS =
      List.of("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED");

  private final int rounds;
  private final String ours;
  private final String theirs;
  private final Map<String, List<Double>> old = new LinkedHashMap<>();
  private final Map<String, List<Double>> now = new LinkedHashMap<>();

  Comparison(Path against, int rounds) throws Exception {
    this.rounds = rounds;
    this.ours = JavaProcess.classPath();
    this.theirs = classPathOf(against);
  }

  private record Probe(
      String id, String label, Class<?> main, List<String> results, String... args) {

    String row(String result) {
      return id + " " + label + ": " + result;
    }
  }

  private static List<Probe> probes() {
    List<String> counted = List.of("time", "selects", "writes", "log");
    List<String> overhead = List.of("time", "bytes");
    return List.of(
        new Probe(
            "B1",
            "turn on PostgreSQL, 100 messages",
            TurnProbe.class,
            counted,
            "100",
            "2500",
            "2500"),
        new Probe(
            "B1",
            "turn on PostgreSQL, 10,000 messages",
            TurnProbe.class,
            counted,
            "10000",
            "2500",
            "2500"),
        new Probe(
            "B3",
            "turn in memory, 10 messages",
            OverheadProbe.class,
            overhead,
            "turn",
            "10",
            "5000",
            "101"),
        new Probe(
            "B3",
            "turn in memory, 1,000 messages",
            OverheadProbe.class,
            overhead,
            "turn",
            "1000",
            "4000",
            "31"),
        new Probe(
            "B4",
            "stream of 20,000 deltas",
            OverheadProbe.class,
            overhead,
            "stream",
            "20000",
            "3000",
            "101"),
        new Probe(
            "B4", "20,000 gates of one turn", GateProbe.class, List.of("heap"), "gates", "20000"));
  }

  Section run(Options options) throws Exception {
    List<Probe> probes = probes().stream().filter(p -> options.wants(p.id)).toList();
    for (int round = 0; round < rounds; round++) {
      for (Probe probe : probes) {
        if (round % 2 == 0) {
          measure(probe, theirs, old);
          measure(probe, ours, now);
        } else {
          measure(probe, ours, now);
          measure(probe, theirs, old);
        }
      }
      System.out.println("round " + (round + 1) + " of " + rounds + " is done");
    }
    return report();
  }

  private static void measure(Probe probe, String classPath, Map<String, List<Double>> into)
      throws Exception {
    List<String> lines = JavaProcess.run(classPath, FLAGS, probe.main, probe.args);
    for (String result : probe.results) {
      into.computeIfAbsent(probe.row(result), r -> new ArrayList<>())
          .add(JavaProcess.number(lines, result));
    }
  }

  /** Times are microseconds; of each, the median with min and max, and the ratio round by round. */
  private Section report() {
    Table table = new Table("", "old", "new", "new / old");
    old.forEach(
        (row, values) -> {
          Samples before = new Samples(values);
          Samples after = new Samples(Objects.requireNonNull(now.get(row)));
          table.row(
              row, before.format(), after.format(), Numbers.format(after.over(before).median()));
        });
    return new Section("C", "Two builds, " + rounds + " rounds").table(table);
  }

  /**
   * Puts the other checkout's modules in the place of ours. Where it has these probes itself, they
   * come from there, too, so that a changed API does no harm.
   */
  private static String classPathOf(Path checkout) throws Exception {
    List<String> entries = new ArrayList<>();
    boolean own = Files.exists(checkout.resolve("benchmarks/target/classes/" + PROBE));
    try (Stream<Path> modules = Files.list(checkout)) {
      modules
          .filter(m -> m.getFileName().toString().startsWith("adk-"))
          .map(m -> m.resolve("target/classes"))
          .filter(Files::isDirectory)
          .forEach(m -> entries.add(m.toString()));
    }
    if (entries.isEmpty()) {
      throw new IllegalArgumentException(
          checkout + " holds no compiled modules: run mvn -DskipTests package there first");
    }
    if (own) {
      entries.add(checkout.resolve("benchmarks/target/classes").toString());
    }
    for (String entry : JavaProcess.classPathEntries()) {
      var module = MODULE.matcher(entry.replace(File.separatorChar, '/'));
      if (!module.find() || (!own && "benchmarks".equals(module.group(1)))) {
        entries.add(entry);
      }
    }
    return entries.stream().collect(Collectors.joining(File.pathSeparator));
  }

  private static final String PROBE = "dev/adk4j/benchmarks/inprocess/OverheadProbe.class";
}
