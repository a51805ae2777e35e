package dev.adk4j.jdbc;

import dev.adk4j.error.Violations;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Creates the tool that lets a model search earlier messages. */
record HistoryTool(HistorySearch search) {

  private static final int PAGE = 10;
  private static final int SHOWN = 1000;
  private static final Pattern CURSOR = Pattern.compile("(\\d{1,15})/(\\d{1,18})/(.{1,800})");

  private static final String SCHEMA =
      """
      {"type": "object", "additionalProperties": false, "required": ["text"], "properties": {
        "text": {"type": "string", "minLength": 1, "maxLength": 500,
          "description": "Words that the message contains, all of them, at most 10."},
        "after": {"type": ["string", "null"], "maxLength": 900,
          "description": "The value of next in an earlier result, for the page that follows it."}}}
      """;

  Tool tool() {
    return Tool.builder("search_history")
        .description(
            "Searches all earlier messages of this user, including other "
                + "conversations and messages that are no longer in context. Returns the "
                + "newest first.")
        .inputSchema(SCHEMA)
        .handler((args, ctx, meta) -> ToolOutput.text(Json.write(answer(ctx.scope(), args))))
        .build();
  }

  JsonNode answer(Scope scope, JsonNode args) {
    List<ConversationHistory.Match> found =
        search.find(
            scope, args.path("text").asString(), PAGE, place(args.path("after").asString("")));
    ObjectNode result = Json.mapper().createObjectNode();
    ArrayNode messages = result.putArray("messages");
    for (ConversationHistory.Match match : found) {
      String text = match.message().text();
      ObjectNode shown =
          messages
              .addObject()
              .put("at", match.message().createdAt().toString())
              .put("role", match.message().role().wire())
              .put("text", text.substring(0, Math.min(SHOWN, text.length())));
      if (match.message().isPartial()) {
        shown.put("partial", true);
      }
      if (text.length() > SHOWN) {
        shown.put("cutAfter", SHOWN);
      }
    }
    if (found.size() == PAGE) {
      ConversationHistory.Match last = found.getLast();
      long at = last.message().createdAt().toEpochMilli();
      result.put("next", at + "/" + last.seq() + "/" + last.conversation());
    }
    return result;
  }

  /** An invented position only moves the page: the statement is restricted to the owner. */
  private static HistorySearch.@Nullable Place place(String cursor) {
    if (cursor.isEmpty()) {
      return null;
    }
    Matcher parts = CURSOR.matcher(cursor);
    boolean valid = parts.matches();
    Violations.require(
        valid, "$.after", "pattern", "must be the value of next in an earlier result");
    return new HistorySearch.Place(
        Long.parseLong(parts.group(1)), parts.group(3), Long.parseLong(parts.group(2)));
  }
}
