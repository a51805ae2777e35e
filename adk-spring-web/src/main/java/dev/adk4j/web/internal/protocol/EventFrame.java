package dev.adk4j.web.internal.protocol;

import dev.adk4j.value.Json;
import java.io.IOException;

/** An event of a protocol around a text: those of its pieces differ in the text only. */
public record EventFrame(String before, String after) {

  /**
   * Returns the frame.
   *
   * @param event a tree or a map that has an empty text
   * @param field name of the text, and of no other empty text before it
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
