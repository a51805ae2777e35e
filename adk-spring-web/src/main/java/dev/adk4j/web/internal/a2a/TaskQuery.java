package dev.adk4j.web.internal.a2a;

import dev.adk4j.value.Json;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the fields of requests, in particular of list requests. */
final class TaskQuery {

  private static final int PAGE = 50;
  private static final int MOST = 100;

  private TaskQuery() {}

  /** Returns the requested page of the caller's tasks, newest first. */
  static ObjectNode page(JsonNode params, List<TaskView> all, boolean artifacts) {
    String context = text(params, "contextId");
    TaskState status =
        read(params, "status", TaskState::of, "must be a state such as TASK_STATE_WORKING.");
    String time = "must be a time such as 2026-01-31T12:00:00Z.";
    Instant after = read(params, "statusTimestampAfter", Instant::parse, time);
    List<TaskView> found =
        all.stream()
            .filter(task -> context == null || task.task.contextId().equals(context))
            .filter(task -> status == null || task.state() == status)
            .filter(task -> after == null || task.at().isAfter(after))
            .toList();
    int size = number(params, "pageSize", PAGE);
    A2aError.check(size >= 1 && size <= MOST, "pageSize", "must be from 1 to " + MOST + ".");
    int from = from(text(params, "pageToken"), found);
    List<TaskView> page = found.subList(from, Math.min(found.size(), from + size));
    int history = number(params, "historyLength", 0);
    ObjectNode json = Json.mapper().createObjectNode();
    ArrayNode tasks = json.putArray("tasks");
    page.forEach(task -> tasks.add(task.json(history, artifacts)));
    boolean more = from + page.size() < found.size();
    return json.put("nextPageToken", more ? page.getLast().task.id() : "")
        .put("pageSize", size)
        .put("totalSize", found.size());
  }

  private static int from(@Nullable String token, List<TaskView> found) {
    int last =
        token == null ? -1 : found.stream().map(task -> task.task.id()).toList().indexOf(token);
    A2aError.check(token == null || last >= 0, "pageToken", "is not a page token of this list.");
    return last + 1;
  }

  /** Returns a field as text; null if it is missing. */
  static @Nullable String text(JsonNode fields, String name) {
    String text = fields.path(name).asString("");
    return text.isBlank() || text.equals("TASK_STATE_UNSPECIFIED") ? null : text;
  }

  static int number(JsonNode fields, String name, int absent) {
    String text = text(fields, name);
    if (text == null) {
      return absent;
    }
    A2aError.check(text.matches("\\d{1,9}"), name, "must be a number of at most nine digits.");
    return Integer.parseInt(text);
  }

  /** Returns a field in its type; null if it is missing. */
  private static <T> @Nullable T read(
      JsonNode fields, String name, Function<String, T> type, String message) {
    String text = text(fields, name);
    try {
      return text == null ? null : type.apply(text);
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw A2aError.invalid(name, message);
    }
  }
}
