package dev.adk4j.client;

import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.stored.StoredTurn;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Data of the turn around one that a tool runs.
 *
 * @param turn the enclosing turn
 * @param root the outermost turn
 * @param depth 1 within the outermost turn
 * @param stored false if none of it is stored
 * @param waitForGates milliseconds for which each of its gates blocks; null for no limit, and if
 *     the turn ends instead
 */
record OuterTurn(
    String turn,
    @Nullable String conversation,
    String root,
    int depth,
    boolean stored,
    @Nullable Long waitForGates) {

  /** Returns the data for a turn that runs within the turn of the context. */
  static OuterTurn around(DispatchContext ctx) {
    Map<?, ?> known =
        ctx.stash().get(AgentContext.OUTER_TURN) instanceof Map<?, ?> given ? given : Map.of();
    return new OuterTurn(
        ctx.turnId(),
        ctx.scope().conversation(),
        ctx.outermostTurnId(),
        known.get("depth") instanceof Number depth ? depth.intValue() + 1 : 1,
        !Boolean.FALSE.equals(known.get("stored")),
        known.get("waitForGates") instanceof Number millis ? millis.longValue() : null);
  }

  /** Returns the turn that the memo of a stored turn names; null for an outermost turn. */
  static @Nullable OuterTurn of(StoredTurn turn) {
    if (turn.memo() == null || !turn.memo().node().has("outer")) {
      return null;
    }
    JsonNode form = turn.memo().node().path("outer");
    return new OuterTurn(
        form.path("turn").asString(),
        form.path("conversation").asString(),
        form.path("root").asString(),
        form.path("depth").asInt(),
        true,
        null);
  }

  /** Returns the form for the memo of a stored turn. */
  Map<String, @Nullable Object> form() {
    Map<String, @Nullable Object> form = new LinkedHashMap<>();
    form.put("turn", turn);
    form.put("conversation", conversation);
    form.put("root", root);
    form.put("depth", depth);
    return form;
  }

  /** Returns the entry of the stash. */
  Map<String, Object> entry() {
    Map<String, Object> entry = top(stored, waitForGates);
    entry.put("turn", root);
    entry.put("depth", depth);
    return entry;
  }

  /** Returns the entry of an outermost turn; empty for a turn that is stored and does not block. */
  static Map<String, Object> top(boolean stored, @Nullable Long waitForGates) {
    Map<String, Object> entry = new LinkedHashMap<>();
    if (!stored) {
      entry.put("stored", false);
    }
    if (waitForGates != null) {
      entry.put("waitForGates", waitForGates);
    }
    return entry;
  }
}
