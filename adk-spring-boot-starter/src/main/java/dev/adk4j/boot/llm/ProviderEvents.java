package dev.adk4j.boot.llm;

import dev.adk4j.value.Json;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okio.Buffer;
import okio.BufferedSource;
import okio.ForwardingSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the events of a stream one by one and writes them in the form that the provider's client
 * reads. If the answer has no end, text outside of events becomes an error.
 */
abstract class ProviderEvents extends ForwardingSource {

  /** Members in which servers put the words of an error. */
  static final List<String> WORDS = List.of("message", "detail", "msg", "errors");

  private static final Pattern FIELD = Pattern.compile("(?s)(data|event|id|retry)?: ?(.*)");

  private final BufferedSource stream;
  private final Buffer written = new Buffer();
  private final StringBuilder data = new StringBuilder();
  private final StringBuilder outside = new StringBuilder();
  private String name = "";
  private boolean over;

  /** True if the answer is complete. */
  boolean ended;

  private final String errorName;

  /**
   * @param errorName name of the event that the client takes for an error
   */
  ProviderEvents(BufferedSource stream, String errorName) {
    super(stream);
    this.stream = stream;
    this.errorName = errorName;
  }

  /**
   * Writes an event, or several.
   *
   * @param name name of the event; empty if it has none
   * @param json JSON in the data; null for other data
   * @param data data without surrounding blanks; not empty
   */
  abstract void event(String name, @Nullable JsonNode json, String data);

  /** Changes an answer that was not streamed. */
  abstract void whole(ObjectNode answer);

  /** Returns the error in an answer or an event; null if there is none. */
  @Nullable JsonNode error(@Nullable JsonNode json) {
    return json != null && json.hasNonNull("error") ? json.get("error") : null;
  }

  /** Writes an error, which is none after the end of the answer. */
  final void fail(JsonNode error) {
    if (ended) {
      return;
    }
    JsonNode said = error.hasNonNull("error") ? error.get("error") : error;
    send(errorName, Json.write(Json.mapper().createObjectNode().set("error", said)));
  }

  final void send(String name, String data) {
    written.writeUtf8((name.isEmpty() ? "" : "event: " + name + "\n") + "data: " + data + "\n\n");
  }

  /** Gives a call an id if it has none. */
  static void name(ObjectNode call, int index) {
    String id = call.path("id").asString("");
    call.put("id", id.isBlank() ? "call_" + index : id);
  }

  /** Returns the object of this name, which is a new one if there is none. */
  static ObjectNode object(ObjectNode owner, String name) {
    return owner.path(name) instanceof ObjectNode object ? object : owner.putObject(name);
  }

  /** Waits for a line only if the client reads. */
  @Override
  public final long read(Buffer sink, long count) throws IOException {
    while (written.exhausted() && !over) {
      String line = stream.readUtf8Line();
      over = line == null;
      read(line == null ? "" : line.startsWith("\ufeff") ? line.substring(1) : line);
    }
    return written.read(sink, count);
  }

  private void read(String line) {
    Matcher field = FIELD.matcher(line);
    if (line.isEmpty()) {
      String text = data.toString().strip();
      JsonNode json = NoAnswer.json(text);
      // Half of an event is no event.
      if (!text.isEmpty() && !text.startsWith(":") && (json != null || !over)) {
        event(name, json, text);
      }
      data.setLength(0);
      name = "";
    } else if (!field.matches()) {
      outside.append(line).append('\n');
    } else if ("data".equals(field.group(1))) {
      data.append(data.isEmpty() ? "" : "\n").append(field.group(2));
    } else if ("event".equals(field.group(1))) {
      name = field.group(2);
    }
    if (over && !outside.isEmpty()) {
      fail(NoAnswer.told(outside.toString()));
    }
  }
}
