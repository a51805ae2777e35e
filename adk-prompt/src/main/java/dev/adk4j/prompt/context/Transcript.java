package dev.adk4j.prompt.context;

import dev.adk4j.value.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;

/**
 * Formats a conversation for a model: a JSON array of objects with {@code role} and {@code
 * content}. Content cannot imitate another speaker. Not thread-safe.
 */
final class Transcript {

  private final List<Line> lines = new ArrayList<>();

  Transcript add(String role, String content) {
    lines.add(new Line(role, content));
    return this;
  }

  Transcript addAll(Transcript other) {
    lines.addAll(other.lines);
    return this;
  }

  String json() {
    ArrayNode array = Json.mapper().createArrayNode();
    lines.forEach(line -> array.addObject().put("role", line.role).put("content", line.content));
    return Json.write(array);
  }

  /**
   * Splits the transcript into parts whose JSON does not exceed a number of characters, unless the
   * roles alone exceed it. Content that is too long for one part continues in the next, under the
   * same role.
   */
  List<Transcript> parts(int longest) {
    List<Transcript> parts = new ArrayList<>();
    Deque<Line> left = new ArrayDeque<>(lines);
    int room = 0;
    while (!left.isEmpty()) {
      Line line = left.pop();
      int length = new Transcript().add(line.role, line.content).json().length();
      if (length > longest && line.middle() > 0) {
        left.push(new Line(line.role, line.content.substring(line.middle())));
        left.push(new Line(line.role, line.content.substring(0, line.middle())));
        continue;
      }
      // Brackets and commas together: a character for each line, and one more.
      if (parts.isEmpty() || length - 1 > room) {
        parts.add(new Transcript());
        room = longest - 1;
      }
      parts.getLast().add(line.role, line.content);
      room -= length - 1;
    }
    return parts;
  }

  private record Line(String role, String content) {

    /** Never splits a surrogate pair. */
    int middle() {
      int middle = content.length() / 2;
      return middle > 0
              && Character.isSurrogatePair(content.charAt(middle - 1), content.charAt(middle))
          ? middle - 1
          : middle;
    }
  }
}
