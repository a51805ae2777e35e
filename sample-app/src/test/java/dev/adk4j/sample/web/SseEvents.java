package dev.adk4j.sample.web;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads server-sent events as a client does. */
public final class SseEvents {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  public record Event(long id, String name, JsonNode data) {}

  private SseEvents() {}

  public static List<Event> parse(String body) {
    List<Event> events = new ArrayList<>();
    for (String block : body.split("\n\n")) {
      long id = 0;
      String name = "message";
      StringBuilder data = new StringBuilder();
      for (String line : block.split("\n")) {
        if (line.startsWith("id:")) {
          id = Long.parseLong(line.substring(3).strip());
        } else if (line.startsWith("event:")) {
          name = line.substring(6).strip();
        } else if (line.startsWith("data:")) {
          data.append(line.substring(5).strip());
        }
      }
      if (!data.isEmpty()) {
        events.add(new Event(id, name, JSON.readTree(data.toString())));
      }
    }
    return events;
  }
}
