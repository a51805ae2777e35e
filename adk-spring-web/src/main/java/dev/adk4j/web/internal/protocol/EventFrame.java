package dev.adk4j.web.internal.protocol;

import dev.adk4j.value.Json;
import java.io.IOException;

/** Constant part of an event around a text: the events of its pieces differ only in the text. */
public record EventFrame(String before, String after) {

  /**
   * Returns the frame.
   *
   * @param event tree or map with an empty text
   * @param field name of the text; no other empty text may precede it
   */
  public static EventFrame of(Object event, String field) {
    String json = Json.write(event);
    String empty = "\"" + field + "\":\"\"";
    int at = json.indexOf(empty) + empty.length();
    return new EventFrame("data: " + json.substring(0, at - 2), json.substring(at) + "\n\n");
  }

  public void write(String text, ProtocolForm.Out out) throws IOException {
    out.quoted(before, text, after);
  }
}
