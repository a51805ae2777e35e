package dev.adk4j.web.stream;

import dev.adk4j.value.Json;
import java.time.Instant;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Data of an event: a JSON object that receives its number when it is appended. */
final class StreamJson {

  /**
   * Version of the format. It changes when a field changes its meaning or is removed; new fields do
   * not change it.
   */
  static final int VERSION = 1;

  private final ObjectNode fields = Json.mapper().createObjectNode();

  static StreamJson of(@Nullable String turnId) {
    return new StreamJson().put("turnId", turnId);
  }

  StreamJson put(String name, @Nullable String value) {
    fields.put(name, value);
    return this;
  }

  StreamJson put(String name, boolean value) {
    fields.put(name, value);
    return this;
  }

  StreamJson put(String name, long value) {
    fields.put(name, value);
    return this;
  }

  StreamJson put(String name, Instant value) {
    return put(name, value.toString());
  }

  StreamJson put(String name, JsonNode value) {
    fields.set(name, value);
    return this;
  }

  String withoutNumber() {
    return "{\"v\":" + VERSION + "," + fields().substring(1);
  }

  /** Returns a function that creates the event of that name from its number. */
  LongFunction<StreamEvent> as(String name) {
    return number -> new StreamEvent(number, name, numbered(number, fields()));
  }

  /** Returns the data without version and number, which is numbered later. */
  String fields() {
    return Json.write(fields);
  }

  /** Returns the data of an event from its stored fields. */
  static String numbered(long number, String fields) {
    return "{\"v\":" + VERSION + ",\"n\":" + number + "," + fields.substring(1);
  }
}
