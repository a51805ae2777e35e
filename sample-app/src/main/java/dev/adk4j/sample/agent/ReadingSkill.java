package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.value.Json;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a page or an attachment. The first call turns the whole text into an artifact; the second
 * one reads the requested part with the tool of that artifact.
 */
record ReadingSkill(String name, Intent wanted) implements Skill {

  private static final int LINES = 12;
  private static final int MAX_FOUND = 10;

  @Override
  public Step next(DispatchContext ctx, List<ToolCall> done) throws Exception {
    return switch (done.size()) {
      case 0 -> read(ctx);
      case 1 ->
          done.getFirst().isError() ? ToolAnswers.failure(done.getFirst()) : query(done.getFirst());
      default ->
          done.getLast().isError() ? ToolAnswers.failure(done.getLast()) : answer(done.getLast());
    };
  }

  private Step read(DispatchContext ctx) {
    boolean attached =
        ctx.turnMessages().stream()
            .flatMap(m -> m.attachments().stream())
            .anyMatch(media -> media.filename().equals(name));
    return attached
        ? new Step.Call(
            "I read the attachment and ask it for what you want.",
            "read_attachment",
            Step.args("attachment", name))
        : new Step.Call(
            "I read the page and ask it for what you want.",
            "read_document",
            Step.args("document", name));
  }

  private Step query(ToolCall read) {
    ObjectNode args = Step.args("callId", read.id());
    return switch (wanted) {
      case Intent.Outline outline -> new Step.Call(null, "artifact_md_headings", args);
      case Intent.Find find ->
          new Step.Call(
              null, "artifact_grep", args.put("pattern", literal(find.words())).put("flags", "i"));
      default -> new Step.Call(null, "artifact_head", args.put("n", LINES));
    };
  }

  private Step answer(ToolCall query) throws IOException {
    String result = ToolAnswers.text(query);
    return new Step.Say(
        null,
        switch (wanted) {
          case Intent.Outline outline -> "The headings of `" + name + "`:\n\n" + headings(result);
          case Intent.Find find -> found(find.words(), result);
          default -> "`" + name + "` begins:\n\n```text\n" + result + "\n```";
        });
  }

  private String found(String words, String result) {
    List<String> lines = result.lines().filter(line -> !line.isBlank()).toList();
    String where = "“" + words + "” in `" + name + "`";
    if (lines.isEmpty()) {
      return "There is no " + where + ".";
    }
    String shown = String.join("\n", lines.subList(0, Math.min(MAX_FOUND, lines.size())));
    String more = lines.size() > MAX_FOUND ? ", the first " + MAX_FOUND : "";
    return "There is "
        + where
        + " in "
        + lines.size()
        + (lines.size() == 1 ? " line" : " lines")
        + more
        + ":\n\n```text\n"
        + shown
        + "\n```";
  }

  private static String headings(String result) {
    StringBuilder list = new StringBuilder();
    for (JsonNode heading : Json.mapper().readTree(result)) {
      list.append("  ".repeat(Math.max(0, heading.path("depth").asInt(1) - 1)))
          .append("- ")
          .append(heading.path("text").asString())
          .append('\n');
    }
    return list.toString().stripTrailing();
  }

  /** Returns a regular expression that matches the words literally. */
  private static String literal(String words) {
    return Pattern.compile("[\\\\^$.|?*+()\\[\\]{}]").matcher(words).replaceAll("\\\\$0");
  }
}
