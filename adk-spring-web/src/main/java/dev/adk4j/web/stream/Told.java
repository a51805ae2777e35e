package dev.adk4j.web.stream;

import dev.adk4j.primitive.Message;
import dev.adk4j.stored.StoredEvent;
import dev.adk4j.value.Json;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** State of a turn as reported by its stored events. */
final class Told {

  static final String RESET = "reset";
  static final String WAITING = "waiting";
  static final String ITERATION_END = "iterationEnd";
  static final String END = "end";

  private final Map<String, StringBuilder> messages = new HashMap<>();
  private final Set<String> whole = new HashSet<>();

  /** Ids of texts and calls that were sent since the end of an iteration. */
  final Set<String> unsettled = new LinkedHashSet<>();

  /** Ids that were declared void. */
  final Set<String> revoked = new HashSet<>();

  private final Map<String, Long> gates = new HashMap<>();
  private String last = "";

  /** Number of the iteration after those whose end was sent. */
  int next;

  static Told of(List<StoredEvent> events) {
    Told told = new Told();
    events.forEach(told::add);
    return told;
  }

  private void add(StoredEvent event) {
    last = event.name();
    if (event.id() != null) {
      said(event.name(), event.id(), event.data());
      return;
    }
    JsonNode data = data(event);
    String id = data.path("id").asString("");
    switch (event.name()) {
      case "message", "thought" -> {
        said(event.name(), id, data.path("delta").asString(""));
        if (data.path("complete").booleanValue()) {
          whole.add(id);
        }
      }
      case "toolCall" -> unsettled.add(id);
      case "turnGateOpen" -> gates.put(data.path("ref").asString(""), event.seq());
      case ITERATION_END -> {
        unsettled.clear();
        next = data.path("iteration").asInt(0) + 1;
      }
      case WAITING -> {
        texts(event, "gates").forEach(ref -> gates.put(ref, event.seq()));
        unsettled.clear();
      }
      case RESET -> texts(event, "ids").forEach(this::revoke);
      default -> {
        // contains nothing that a later claim could repeat
      }
    }
  }

  private void said(String event, String id, String text) {
    unsettled.add(id);
    if (event.equals("message")) {
      messages.computeIfAbsent(id, any -> new StringBuilder()).append(text);
    }
  }

  private String text(String id) {
    return messages.getOrDefault(id, new StringBuilder()).toString();
  }

  private void revoke(String id) {
    messages.remove(id);
    whole.remove(id);
    unsettled.remove(id);
    revoked.add(id);
  }

  static JsonNode data(StoredEvent event) {
    return Json.mapper().readTree(event.data());
  }

  /** Returns the texts of a list in the event's data. */
  static List<String> texts(StoredEvent event, String list) {
    return data(event).path(list).valueStream().map(text -> text.asString("")).toList();
  }

  /** Returns the messages that were sent since the end of an iteration, as partial answers. */
  List<Message> unfinished(Instant at) {
    return unsettled.stream()
        .filter(id -> !text(id).isBlank())
        .map(id -> Message.partial(id, text(id), at))
        .toList();
  }

  boolean isWhole(String id) {
    return whole.contains(id);
  }

  /** Returns the rest of a partly sent message; null if different text was sent. */
  @Nullable String rest(Message message) {
    String so = text(message.id());
    return message.text().startsWith(so) ? message.text().substring(so.length()) : null;
  }

  /** Returns true if no event so far can be taken back. */
  boolean isSettled() {
    return settles(last);
  }

  /**
   * Returns true for an event that takes back no events, and before which none can be taken back.
   */
  static boolean settles(String event) {
    return Set.of(ITERATION_END, WAITING, END).contains(event);
  }

  boolean hasEnded() {
    return last.equals(END);
  }

  /**
   * Returns the number of the event with which the turn, or its run, began to wait for the gate; 0
   * if there is none.
   */
  long waitingFor(String gate) {
    return gates.getOrDefault(gate, 0L);
  }
}
