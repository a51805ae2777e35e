package dev.adk4j.boot.llm;

import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Five hundred tools of a company, and two hundred questions, each with the tool it needs. */
final class ManyTools {

  private ManyTools() {}

  record Question(String text, String tool) {}

  static List<Question> questions() {
    return lines("questions").stream().map(line -> new Question(line[0], line[1])).toList();
  }

  static List<Tool> tools() {
    List<Tool> tools = new ArrayList<>();
    lines("records").forEach(record -> ofRecord(record, tools));
    lines("tools").forEach(line -> tools.add(tool(line[0], line[1] + ".", line[2])));
    return tools;
  }

  private static void ofRecord(String[] record, List<Tool> tools) {
    String name = record[0] + "_%s_" + record[1].replace(' ', '_');
    String names = record[0] + "_%s_" + record[2].replace(' ', '_');
    String fields = record[3].replace(" and ", ", ");
    tools.add(
        tool(
            name.formatted("create"),
            "Creates a new " + record[1] + ": adds it with " + record[3] + ".",
            fields));
    tools.add(
        tool(
            name.formatted("get"),
            "Shows one " + record[1] + " with its " + record[3] + ".",
            "id"));
    tools.add(
        tool(
            names.formatted("find"),
            "Finds " + record[2] + " by " + record[3] + ", and lists them.",
            "words, limit"));
    tools.add(
        tool(
            name.formatted("update"),
            "Changes " + record[3] + " of the " + record[1] + ".",
            "id, " + fields));
    tools.add(
        tool(name.formatted("delete"), "Deletes the " + record[1] + ", removed for good.", "id"));
    tools.add(
        tool(
            names.formatted("export"),
            "Exports all " + record[2] + " to a spreadsheet as CSV.",
            "from, to"));
  }

  private static Tool tool(String name, String description, String parameters) {
    String properties =
        Arrays.stream(parameters.split(", "))
            .map(parameter -> "\"" + parameter.replaceAll("\\W+", "_") + "\":{\"type\":\"string\"}")
            .collect(Collectors.joining(","));
    return Tool.builder(name)
        .description(description)
        .inputSchema("{\"type\":\"object\",\"properties\":{" + properties + "}}")
        .handler((args, ctx, meta) -> ToolOutput.text(name + " done"))
        .build();
  }

  private static List<String[]> lines(String file) {
    try (var in =
        Objects.requireNonNull(
            ManyTools.class.getResourceAsStream("/tool-search/" + file + ".txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" \\| "))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
