package dev.adk4j.boot.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import jakarta.servlet.http.HttpServletResponse;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives the newest gate and the newest tool call the names that they have in the scene: those of
 * the library are minted. Events are written whole, so a name is never in two pieces.
 */
final class SceneNames {

  private static final Pattern CALL =
      Pattern.compile("\"TOOL_CALL_START\",\"toolCallId\":\"([^\"]+)\"");
  private static final Pattern GATE =
      Pattern.compile("\"(?:interrupts\":\\[\\{\"id|gate)\":\"([^\"]+)\"");

  private volatile String call = "tc1";
  private volatile String gate = "gate-1";

  /** Returns what the client means. */
  String minted(String body) {
    return body.replace("\"tc1\"", '"' + call + '"').replace("\"gate-1\"", '"' + gate + '"');
  }

  private String played(String events) {
    note(events);
    return events.replace('"' + call + '"', "\"tc1\"").replace('"' + gate + '"', "\"gate-1\"");
  }

  private void note(String events) {
    Matcher calls = CALL.matcher(events);
    if (calls.find()) {
      call = calls.group(1);
    }
    Matcher gates = GATE.matcher(events);
    if (gates.find()) {
      gate = gates.group(1);
    }
  }

  HttpServletResponse renaming(HttpServletResponse response) {
    return writing(response, this::played);
  }

  /** Leaves the response as it is, whose length may have been told. */
  HttpServletResponse noting(HttpServletResponse response) {
    return writing(
        response,
        events -> {
          note(events);
          return events;
        });
  }

  private static HttpServletResponse writing(
      HttpServletResponse response, UnaryOperator<String> change) {
    return TappedOutput.tapped(
        response,
        bytes -> change.apply(new String(bytes, ISO_8859_1)).getBytes(ISO_8859_1),
        () -> {});
  }
}
