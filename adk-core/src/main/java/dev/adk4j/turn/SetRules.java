package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.storage.CallbackKind;
import dev.adk4j.value.RecordSet;
import java.util.List;

/** Applies writes to the Sets of a context. */
final class SetRules {

  private SetRules() {}

  /** Returns the Set that holds the records of this kind. */
  @SuppressWarnings("unchecked")
  static RecordSet<Object> of(AgentContext ctx, CallbackKind kind) {
    RecordSet<?> set =
        switch (kind) {
          case MESSAGES -> ctx.turnMessages();
          case MEMORIES -> ctx.turnMemories();
          case THOUGHTS -> ctx.turnThoughts();
          case TOOL_CALLS -> ctx.turnToolCalls();
          case RETRIEVABLES -> ctx.turnRetrievables();
          case STANDING_INSTRUCTIONS -> ctx.standingInstructions();
          case TOOLS, BYTES -> throw new IllegalArgumentException("There is no Set of " + kind);
        };
    return (RecordSet<Object>) set;
  }

  /** Changes the Set as the write defines; a standing instruction is its own id. */
  static void apply(AgentContext ctx, CallbackKey key, Object value) {
    RecordSet<Object> set = of(ctx, key.kind());
    boolean byId = key.kind() != CallbackKind.STANDING_INSTRUCTIONS;
    switch (key.verb()) {
      case STORE -> set.add(value);
      case MUTATE -> {
        if (byId) {
          set.replaceById(value);
        } else {
          set.add(value);
        }
      }
      case DELETE -> {
        if (byId) {
          set.removeFirstById((String) value);
        } else {
          set.remove(value);
        }
      }
      case FETCH -> throw new IllegalArgumentException(key + " does not write");
    }
  }

  /** Applies a persisted write of the dispatch to the parent's Sets. */
  static void mirror(AgentContext parent, Write write) {
    switch (write) {
      case Write.Single(CallbackKey key, Object value) -> apply(parent, key, value);
      case Write.Group(List<String> ids, List<ToolCall> replacements) ->
          parent.turnToolCalls().replaceGroup(ids, replacements);
      case Write.Beside beside -> {}
    }
  }

  /** Refuses an empty group, and replacements that share an id with a retrievable. */
  static void checkGroup(AgentContext ctx, List<String> ids, List<ToolCall> replacements) {
    Violations.require(!ids.isEmpty(), "$.ids", "empty", "must name at least one tool call");
    replacements.forEach(call -> checkCollision(ctx, CallbackKey.STORE_TOOL_CALL, call));
  }

  /**
   * Throws {@code E_ARTIFACT_ID_COLLISION} if the write would give a tool call and a retrievable
   * the same id.
   */
  static void checkCollision(AgentContext ctx, CallbackKey key, Object value) {
    switch (key) {
      case STORE_TOOL_CALL, MUTATE_TOOL_CALL ->
          refuse(
              ((ToolCall) value).id(),
              ctx.turnRetrievables().findById(((ToolCall) value).id()).isPresent(),
              "retrievable");
      case STORE_RETRIEVABLE, MUTATE_RETRIEVABLE ->
          refuse(
              ((Retrievable) value).id(),
              ctx.turnToolCalls().findById(((Retrievable) value).id()).isPresent(),
              "tool call");
      default -> {}
    }
  }

  private static void refuse(String id, boolean collides, String other) {
    if (collides) {
      throw AdkException.of(AdkErrorCode.E_ARTIFACT_ID_COLLISION)
          .message("The id '" + id + "' belongs to a " + other + " of the same context.")
          .args(id)
          .build();
    }
  }
}
