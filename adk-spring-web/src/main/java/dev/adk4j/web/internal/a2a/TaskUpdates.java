package dev.adk4j.web.internal.a2a;

import dev.adk4j.value.Json;
import dev.adk4j.web.stream.StreamEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Updates of a task since it began, for its followers, and its artifacts. Used while holding the
 * task's lock.
 */
final class TaskUpdates {

  /**
   * Maximum number of updates that a follower receives at a time, and holds while its client does
   * not read.
   */
  private static final int AT_ONCE = 100;

  private final String id;
  private final String contextId;
  private final Map<String, StringBuilder> artifacts = new LinkedHashMap<>();

  /** A long answer has many updates, so they do not copy the text. */
  private final List<LongFunction<StreamEvent>> updates = new ArrayList<>();

  private @Nullable String writing;

  TaskUpdates(String id, String contextId) {
    this.id = id;
    this.contextId = contextId;
  }

  int size() {
    return updates.size();
  }

  /**
   * Returns the next updates after the first ones.
   *
   * @param number number of the next update for the follower
   */
  List<StreamEvent> read(int from, long number) {
    List<StreamEvent> next = new ArrayList<>();
    for (int i = from; i < Math.min(updates.size(), from + AT_ONCE); i++) {
      next.add(updates.get(i).apply(number + i - from));
    }
    return next;
  }

  /** Adds a piece to the artifact of that message. */
  void text(String message, String piece) {
    if (piece.isEmpty()) {
      return;
    }
    boolean goesOn = artifacts.containsKey(message);
    if (!message.equals(writing)) {
      endText();
      writing = message;
    }
    StringBuilder text = artifacts.computeIfAbsent(message, id -> new StringBuilder());
    int start = text.length();
    int end = text.append(piece).length();
    updates.add(
        goesOn
            ? n -> piece(n, message, text.substring(start, end))
            : n -> event(n, artifactUpdate(message, text.substring(start, end), false, false)));
  }

  /** Ends the artifact that is being written. */
  void endText() {
    if (writing != null) {
      String message = writing;
      updates.add(n -> event(n, artifactUpdate(message, "", true, true)));
      writing = null;
    }
  }

  void status(ObjectNode status) {
    ObjectNode update = Json.mapper().createObjectNode();
    update
        .putObject("statusUpdate")
        .put("taskId", id)
        .put("contextId", contextId)
        .set("status", status);
    updates.add(n -> event(n, update));
  }

  static StreamEvent event(long number, ObjectNode update) {
    return new StreamEvent(number, "update", Json.write(update));
  }

  private static StreamEvent piece(long number, String message, String piece) {
    return new StreamEvent(number, "update", new StreamEvent.Piece(null, message, null, piece));
  }

  /** Returns the update for a piece of that artifact. */
  ObjectNode artifactUpdate(String message, String text, boolean append, boolean last) {
    ObjectNode update = Json.mapper().createObjectNode();
    ObjectNode told = update.putObject("artifactUpdate");
    told.put("taskId", id).put("contextId", contextId);
    told.put("append", append).put("lastChunk", last);
    write(message, text, told.putObject("artifact"));
    return update;
  }

  void writeArtifacts(ObjectNode task) {
    if (!artifacts.isEmpty()) {
      ArrayNode all = task.putArray("artifacts");
      artifacts.forEach((message, text) -> write(message, text.toString(), all.addObject()));
    }
  }

  private static void write(String message, String text, ObjectNode artifact) {
    artifact.put("artifactId", message).putArray("parts").addObject().put("text", text);
  }
}
