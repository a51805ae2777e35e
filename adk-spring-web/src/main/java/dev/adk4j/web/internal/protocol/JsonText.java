package dev.adk4j.web.internal.protocol;

import dev.adk4j.value.Json;
import tools.jackson.databind.node.StringNode;

/** Text as a JSON string, in quotes. */
public final class JsonText {

  private JsonText() {}

  public static String quoted(String text) {
    return Json.write(StringNode.valueOf(text));
  }

  /** Appends the text; unchanged if it needs no escapes. */
  static void quote(String text, StringBuilder out) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
        out.append(quoted(text));
        return;
      }
    }
    out.append('"').append(text).append('"');
  }
}
