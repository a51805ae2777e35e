package dev.adk4j.web.internal.protocol;

import dev.adk4j.value.Json;
import tools.jackson.databind.node.StringNode;

/** Text as JSON has it, in quotes. */
public final class JsonText {

  private JsonText() {}

  public static String quoted(String text) {
    return Json.write(StringNode.valueOf(text));
  }

  /** Appends the text, as it is where nothing in it needs an escape. */
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
