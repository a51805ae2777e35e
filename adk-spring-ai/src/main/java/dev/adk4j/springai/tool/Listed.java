package dev.adk4j.springai.tool;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.core.NestedExceptionUtils;

/** Callbacks that could be listed, and the reasons why others could not. */
record Listed(List<ToolCallback> callbacks, List<Problem> problems) {

  private static final int MAX_REASON = 500;

  Listed() {
    this(new ArrayList<>(), new ArrayList<>());
  }

  void add(Listed other) {
    callbacks.addAll(other.callbacks);
    problems.addAll(other.problems);
  }

  /**
   * @param tool null for the list itself
   */
  void problem(String server, @Nullable String tool, Object reason) {
    problems.add(Problem.of(server, tool, reason));
  }

  private static String text(Object reason) {
    if (!(reason instanceof Throwable thrown)) {
      return reason.toString();
    }
    Throwable root = NestedExceptionUtils.getMostSpecificCause(thrown);
    String message =
        thrown.getMessage() == null ? thrown.getClass().getName() : thrown.getMessage();
    return root == thrown || root.getMessage() == null
        ? message
        : message + ": " + root.getMessage();
  }

  /** The text comes from a third party: keep it short and on one log line. */
  private static String plain(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]+", " ").strip();
    return line.length() <= MAX_REASON ? line : line.substring(0, MAX_REASON) + "…";
  }

  record Problem(String server, @Nullable String tool, String reason) {

    static Problem of(String server, @Nullable String tool, Object reason) {
      return new Problem(
          plain(server), tool == null ? null : plain(tool), plain(Listed.text(reason)));
    }

    String key() {
      return tool == null ? "*" + server : tool;
    }

    String text() {
      return tool == null
          ? "The tools of '" + server + "' cannot be listed: " + reason
          : "The tool '" + tool + "' of '" + server + "' is omitted: " + reason;
    }
  }
}
