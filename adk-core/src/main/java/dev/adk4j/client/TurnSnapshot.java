package dev.adk4j.client;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.value.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Data of a resumed turn: its agent, and the options of the call that have a stored form.
 *
 * @param tools the only tools that are offered; null for all
 * @param answer the requested type of the answer; null for text
 * @param outer the turn within which a tool runs this one; null for none
 * @param stash entries of the call, for a durable turn; null for none
 * @param callerTools null for none
 */
record TurnSnapshot(
    String agent,
    @Nullable List<String> tools,
    List<String> instructions,
    Map<String, Object> model,
    @Nullable AnswerType<?> answer,
    @Nullable Outer outer,
    @Nullable JsonValue stash,
    @Nullable CallerTools callerTools) {

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
  record Outer(
      String turn,
      @Nullable String conversation,
      String root,
      int depth,
      boolean stored,
      @Nullable Long waitForGates) {

    /** Returns the data for a turn that runs within the turn of the context. */
    static Outer around(DispatchContext ctx) {
      Map<?, ?> known =
          ctx.stash().get(AgentContext.OUTER_TURN) instanceof Map<?, ?> given ? given : Map.of();
      return new Outer(
          ctx.turnId(),
          ctx.scope().conversation(),
          ctx.outermostTurnId(),
          known.get("depth") instanceof Number depth ? depth.intValue() + 1 : 1,
          !Boolean.FALSE.equals(known.get("stored")),
          known.get("waitForGates") instanceof Number millis ? millis.longValue() : null);
    }

    /** Returns the entry of the stash. */
    Map<String, Object> entry() {
      Map<String, Object> entry = top(stored, waitForGates);
      entry.put("turn", root);
      entry.put("depth", depth);
      return entry;
    }

    /**
     * Returns the entry of an outermost turn; empty for a turn that is stored and does not block.
     */
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

    private Map<String, @Nullable Object> form() {
      Map<String, @Nullable Object> form = new LinkedHashMap<>();
      form.put("turn", turn);
      form.put("conversation", conversation);
      form.put("root", root);
      form.put("depth", depth);
      return form;
    }

    private static Outer of(JsonNode form) {
      return new Outer(
          form.path("turn").asString(),
          form.path("conversation").asString(),
          form.path("root").asString(),
          form.path("depth").asInt(),
          true,
          null);
    }
  }

  /** Returns the entries of the stash as they were given. */
  @SuppressWarnings("unchecked")
  Map<String, Object> stashed() {
    return stash == null ? Map.of() : stash.as(Map.class);
  }

  JsonValue json() {
    Map<String, @Nullable Object> form = new LinkedHashMap<>();
    form.put("agent", agent);
    if (tools != null) {
      form.put("tools", tools);
    }
    if (!instructions.isEmpty()) {
      form.put("instructions", instructions);
    }
    if (!model.isEmpty()) {
      form.put("model", model);
    }
    if (answer != null) {
      form.put("answer", answer.stored().node());
    }
    if (outer != null) {
      form.put("outer", outer.form());
    }
    if (stash != null) {
      form.put("stash", stash.node());
    }
    if (callerTools != null) {
      form.put("callerTools", callerTools.json().node());
    }
    return JsonValue.of(form);
  }

  static TurnSnapshot of(@Nullable JsonValue memo) {
    JsonNode json = memo == null ? MissingNode.getInstance() : memo.node();
    Map<String, Object> model = new LinkedHashMap<>();
    json.path("model")
        .properties()
        .forEach(option -> model.put(option.getKey(), value(option.getValue())));
    return new TurnSnapshot(
        memo == null ? AgentClient.DEFAULT_NAME : json.path("agent").asString(),
        json.has("tools") ? texts(json.path("tools")) : null,
        texts(json.path("instructions")),
        model,
        json.has("answer") ? AnswerType.ofStored(JsonValue.of(json.path("answer"))) : null,
        json.has("outer") ? Outer.of(json.path("outer")) : null,
        json.has("stash") ? JsonValue.of(json.path("stash")) : null,
        json.has("callerTools") ? CallerTools.of(json.path("callerTools")) : null);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asString()));
    return texts;
  }

  private static Object value(JsonNode value) {
    return value.isIntegralNumber()
        ? value.asInt()
        : value.isNumber() ? value.asDouble() : value.asString();
  }
}
