package dev.adk4j.docs;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Writes {@code docs/ten-tasks.md} from the programs and their counts. */
final class TenTasksPage {

  /** Peers whose programs run on Spring Boot, which are compared. */
  static final Map<String, String> PEERS = peers();

  private static final String PLAIN_PEER = "agentscope";

  /**
   * A row of the table.
   *
   * @param number as the table shows it
   * @param text what the task asks for, and how the programs differ in kind
   */
  record Task(String number, String id, String title, String text) {

    TaskProgram ours() {
      return TaskProgram.ours(id);
    }

    /** Returns what the shortest program of a peer on Spring Boot has. */
    int best() {
      return PEERS.keySet().stream()
          .map(peer -> TaskProgram.of(peer, id))
          .mapToInt(TaskProgram::java)
          .min()
          .orElseThrow();
    }

    String result() {
      int ahead = best() - ours().java();
      return ahead > 0 ? "shortest" : ahead == 0 ? "equal" : "lost by " + -ahead;
    }
  }

  private TenTasksPage() {}

  static String write(List<Task> tasks) {
    return Repository.text("docs-tests/src/test/programs/page.md")
        .replace("{table}", table(tasks))
        .replace("{not compiled}", notCompiled())
        .replace("{score}", score(tasks))
        .replace(
            "{programs}\n",
            tasks.stream().map(TenTasksPage::section).collect(Collectors.joining()));
  }

  private static Map<String, String> peers() {
    Map<String, String> peers = new java.util.LinkedHashMap<>();
    peers.put("spring-ai", "Spring AI");
    peers.put("langchain4j", "LangChain4j");
    peers.put("google-adk", "Google ADK");
    return peers;
  }

  private static String score(List<Task> tasks) {
    List<Task> ten = tasks.stream().filter(task -> task.number().matches("\\d|10")).toList();
    long shortest = ten.stream().filter(task -> task.result().equals("shortest")).count();
    long equal = ten.stream().filter(task -> task.result().equals("equal")).count();
    return "Of tasks 1 to 10, ours is the shortest in %d, equal to the shortest in %d, and longer in %d."
        .formatted(shortest, equal, ten.size() - shortest - equal);
  }

  private static String table(List<Task> tasks) {
    StringBuilder table = new StringBuilder("| | Task | ADK for Java | ");
    table.append(String.join(" | ", PEERS.values()));
    table.append(
        " | AgentScope, plain Java | Ours is |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (Task task : tasks) {
      table
          .append("| %s | [%s](#%s) | ".formatted(task.number(), task.title(), anchor(task)))
          .append(figures(task.ours()));
      for (String peer : PEERS.keySet()) {
        table.append(" | ").append(figures(TaskProgram.of(peer, task.id())));
      }
      TaskProgram plain = TaskProgram.of(PLAIN_PEER, task.id());
      table.append(" | ").append(plain.exists() ? figures(plain) : "-");
      table.append(" | ").append(task.result()).append(" |\n");
    }
    return table.toString().stripTrailing();
  }

  /** Java, configuration, dependencies. */
  private static String figures(TaskProgram program) {
    return "**%d** / %d / %d"
        .formatted(program.java(), program.configuration(), program.dependencies().size());
  }

  private static String notCompiled() {
    return Repository.text("benchmarks/src/peers/not-compiled.txt")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> "`" + line.split(" ")[0] + "`")
        .collect(Collectors.joining(", "));
  }

  private static String section(Task task) {
    TaskProgram program = task.ours();
    StringBuilder section =
        new StringBuilder("\n### " + heading(task) + "\n\n" + task.text() + "\n");
    for (Path source : program.sources()) {
      // of an own storage, the rest of the program is the one that keeps conversations
      if (!task.id().equals("t09") || !source.endsWith("App.java")) {
        String mark =
            task.id().equals("t01plain")
                ? "<!-- needs: org.springframework.ai.openai.OpenAiChatModel -->\n"
                : "";
        section.append("\n").append(mark).append(block("java", program, source));
      }
    }
    for (Path properties : program.files(".properties")) {
      section.append("\n").append(block("properties", program, properties));
    }
    for (Path sql : program.files(".sql")) {
      String place = Repository.ROOT.relativize(sql).toString().replace('\\', '/');
      section.append("\n<!-- part of: " + place + " -->\n").append(block("sql", program, sql));
    }
    return section.toString();
  }

  private static String block(String language, TaskProgram program, Path file) {
    return "```" + language + "\n" + program.text(file.getFileName().toString()) + "```\n";
  }

  private static String heading(Task task) {
    return task.number() + ". " + task.title();
  }

  private static String anchor(Task task) {
    return heading(task)
        .toLowerCase(java.util.Locale.ROOT)
        .replaceAll("[^a-z0-9 -]", "")
        .replace(' ', '-');
  }

  /** Returns what a peer's program may have at most, if it is known. */
  static OptionalInt limit(String peer, String task) {
    return Repository.text("benchmarks/src/peers/limits.txt")
        .lines()
        .filter(line -> line.startsWith(peer + "/" + task + " "))
        .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(' ') + 1)))
        .findFirst();
  }
}
