package dev.adk4j.web.a2a;

import dev.adk4j.value.Json;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Filter and page of a list of tasks. */
record TaskQuery(
    @Nullable String contextId,
    @Nullable TaskState status,
    int pageSize,
    @Nullable String pageToken,
    int historyLength,
    @Nullable Instant after,
    boolean artifacts) {

  private static final int PAGE = 50;
  private static final int MOST = 100;

  /** Reads the fields by their names; null for one that is absent. */
  static TaskQuery read(UnaryOperator<@Nullable String> field) {
    int size = number(field, "pageSize", PAGE);
    if (size < 1 || size > MOST) {
      throw A2aError.invalid("pageSize", "must be from 1 to " + MOST + ".");
    }
    return new TaskQuery(
        text(field, "contextId"),
        state(text(field, "status")),
        size,
        text(field, "pageToken"),
        number(field, "historyLength", 0),
        time(text(field, "statusTimestampAfter")),
        "true".equals(field.apply("includeArtifacts")));
  }

  private static @Nullable String text(UnaryOperator<@Nullable String> field, String name) {
    String text = field.apply(name);
    return text == null || text.isBlank() || text.equals("TASK_STATE_UNSPECIFIED") ? null : text;
  }

  private static @Nullable TaskState state(@Nullable String wire) {
    if (wire == null) {
      return null;
    }
    for (TaskState state : TaskState.values()) {
      if (state.wire().equals(wire)) {
        return state;
      }
    }
    throw A2aError.invalid("status", "must be a state of tasks, such as TASK_STATE_WORKING.");
  }

  static int number(UnaryOperator<@Nullable String> field, String name, int absent) {
    String text = field.apply(name);
    if (text == null || text.isBlank()) {
      return absent;
    }
    try {
      int number = Integer.parseInt(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw A2aError.invalid(name, "must be a number.");
  }

  private static @Nullable Instant time(@Nullable String text) {
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw A2aError.invalid(
          "statusTimestampAfter", "must be a time such as 2026-01-31T12:00:00Z.");
    }
  }

  /** Returns the page of these tasks, which are the caller's, newest first. */
  ObjectNode page(List<A2aTask> all) {
    List<A2aTask> found =
        all.stream()
            .filter(task -> contextId == null || task.contextId().equals(contextId))
            .filter(task -> status == null || task.state() == status)
            .filter(task -> after == null || task.at().isAfter(after))
            .toList();
    int from = 0;
    if (pageToken != null) {
      List<String> ids = found.stream().map(A2aTask::id).toList();
      from = ids.indexOf(pageToken) + 1;
      if (from == 0) {
        throw A2aError.invalid("pageToken", "is not of this list.");
      }
    }
    List<A2aTask> page = found.subList(from, Math.min(found.size(), from + pageSize));
    ObjectNode json = Json.mapper().createObjectNode();
    ArrayNode tasks = json.putArray("tasks");
    page.forEach(task -> tasks.add(task.snapshot(historyLength, artifacts).task()));
    boolean more = from + page.size() < found.size();
    return json.put("nextPageToken", more ? page.getLast().id() : "")
        .put("pageSize", pageSize)
        .put("totalSize", found.size());
  }
}
