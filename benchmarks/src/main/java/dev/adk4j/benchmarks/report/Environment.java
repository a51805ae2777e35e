package dev.adk4j.benchmarks.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the figures were measured with: without it they are no figures. */
public final class Environment {

  private static final List<String> PEERS =
      List.of(
          "spring-ai-client-chat",
          "spring-ai-model-chat-memory-repository-jdbc",
          "spring-ai-vector-store",
          "spring-ai-session-jdbc",
          "langchain4j",
          "google-adk",
          "jtokkit",
          "hibernate-core",
          "spring-boot",
          "postgresql",
          "HikariCP",
          "jmh-core");

  private Environment() {}

  public static Table describe(
      String size, int rounds, double minutes, Map<String, String> database) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("date", LocalDate.now(ZoneOffset.UTC).toString());
    facts.put("run", size + ", " + rounds + " rounds, " + Numbers.format(minutes) + " minutes");
    facts.put(
        "machine",
        Runtime.getRuntime().availableProcessors()
            + " cores, "
            + processor()
            + ", "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.version"));
    facts.put(
        "Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    facts.put("flags", flags());
    database.forEach((name, value) -> facts.put("PostgreSQL: " + name, value));
    facts.put("peers and drivers", versions());
    Table table = new Table("", "value");
    facts.forEach(table::row);
    return table;
  }

  private static String flags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-X"))
        .collect(
            Collectors.collectingAndThen(Collectors.joining(" "), s -> s.isEmpty() ? "none" : s));
  }

  /** From the class path, which cannot be wrong about what ran. */
  private static String versions() {
    String path = System.getProperty("java.class.path");
    return PEERS.stream()
        .map(
            name -> {
              Matcher jar =
                  Pattern.compile("[/\\\\]" + Pattern.quote(name) + "-(\\d[^/\\\\:;]*)\\.jar")
                      .matcher(path);
              return name + " " + (jar.find() ? jar.group(1) : "?");
            })
        .collect(Collectors.joining(", "));
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
