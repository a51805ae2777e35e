package dev.adk4j.web.internal.agui;

import static dev.adk4j.web.internal.protocol.ProtocolForm.field;
import static dev.adk4j.web.internal.protocol.ProtocolForm.fields;

import dev.adk4j.internal.Mutex;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.stream.TurnEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends the pages of a turn the stash entries that are marked as their state: when the turn begins
 * or resumes, and at each change. Other entries are never sent.
 *
 * @param events looked up at the first turn
 * @param marked keys of the stash; empty for none
 */
public record PageState(Supplier<TurnEvents> events, List<String> marked)
    implements DispatchMiddleware {

  private static final Logger log = LoggerFactory.getLogger(PageState.class);

  public PageState {
    marked = List.copyOf(marked);
  }

  @Override
  public void handle(DispatchContext ctx, Next next) throws Exception {
    if (!marked.isEmpty() && ctx.isFirstIteration()) {
      Told told = new Told(ctx.turnId(), ctx.stash());
      ctx.stash().onChange(told::tell);
      told.tell();
    }
    next.proceed();
  }

  /** Returns a JSON Patch of whole entries. */
  static List<Map<String, Object>> patch(JsonNode before, JsonNode now) {
    List<Map<String, Object>> patch = new ArrayList<>();
    before
        .propertyNames()
        .forEach(
            key -> {
              if (!now.has(key)) {
                patch.add(fields(field("op", "remove"), field("path", pointer(key))));
              }
            });
    for (Map.Entry<String, JsonNode> entry : now.properties()) {
      JsonNode known = before.get(entry.getKey());
      if (!entry.getValue().equals(known)) {
        patch.add(
            fields(
                field("op", known == null ? "add" : "replace"),
                field("path", pointer(entry.getKey())),
                field("value", entry.getValue())));
      }
    }
    return patch;
  }

  private static String pointer(String key) {
    return "/" + key.replace("~", "~0").replace("/", "~1");
  }

  /** State of one turn as last sent to its pages. */
  private final class Told {

    private final String turnId;
    private final Attributes stash;
    private final Mutex lock = new Mutex();
    private @Nullable ObjectNode last;

    Told(String turnId, Attributes stash) {
      this.turnId = turnId;
      this.stash = stash;
    }

    void tell() {
      lock.run(
          () -> {
            ObjectNode now = Json.mapper().createObjectNode();
            marked.stream().filter(stash::has).forEach(key -> put(now, key));
            if (!now.equals(last)) {
              last = now;
              events.get().add(turnId, "state", now);
            }
          });
    }

    private void put(ObjectNode now, String key) {
      Object value = stash.get(key);
      try {
        now.set(key, value == null ? JsonValue.NULL.node() : JsonValue.of(value).node());
      } catch (RuntimeException e) {
        log.error(
            "The stash entry '{}' is marked as state of the page, but a {} has no JSON form. It "
                + "is not sent.",
            key,
            value == null ? null : value.getClass().getName());
      }
    }
  }
}
