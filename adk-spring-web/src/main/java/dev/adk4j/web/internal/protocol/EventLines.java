package dev.adk4j.web.internal.protocol;

import dev.adk4j.value.Json;
import java.io.IOException;
import java.io.Writer;
import tools.jackson.databind.node.StringNode;

/** Collects events as lines of server-sent events. */
public class EventLines implements ProtocolForm.Out {

  /** Lines that were written and not yet taken. */
  protected final StringBuilder pending = new StringBuilder();

  private final Writer writer = new Pending();

  /** Called after each part that was written, also within a long event. */
  protected void written() throws IOException {}

  @Override
  public final void data(Object json) throws IOException {
    pending.append("data: ");
    Json.write(json, writer);
    text("\n\n");
  }

  @Override
  public final void text(String sse) throws IOException {
    pending.append(sse);
    written();
  }

  @Override
  public final void quoted(String before, String text, String after) throws IOException {
    quote(text, pending.append(before));
    text(after);
  }

  /** Appends the text as a JSON string; unchanged if it needs no escapes. */
  private static void quote(String text, StringBuilder out) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
        out.append(Json.write(StringNode.valueOf(text)));
        return;
      }
    }
    out.append('"').append(text).append('"');
  }

  @Override
  public final String toString() {
    return pending.toString();
  }

  /** Accepts JSON and writes it unchanged. */
  private final class Pending extends Writer {

    @Override
    public void write(char[] characters, int from, int length) throws IOException {
      pending.append(characters, from, length);
      written();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
