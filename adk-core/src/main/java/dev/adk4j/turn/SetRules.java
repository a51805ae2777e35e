package dev.adk4j.turn;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.storage.CallbackKey;
import dev.adk4j.token.Tokenizable;
import java.util.List;

/** What a write does to the Sets of a context. */
final class SetRules {

  private SetRules() {}

  static void apply(AgentContext ctx, CallbackKey key, Object value) {
    switch (key) {
      case STORE_MESSAGE -> ctx.turnMessages().add((Message) value);
      case MUTATE_MESSAGE -> ctx.turnMessages().replaceById((Message) value);
      case DELETE_MESSAGE -> ctx.turnMessages().removeFirstById((String) value);
      case STORE_MEMORY -> ctx.turnMemories().add((Memory) value);
      case MUTATE_MEMORY -> ctx.turnMemories().replaceById((Memory) value);
      case DELETE_MEMORY -> ctx.turnMemories().removeFirstById((String) value);
      case STORE_THOUGHT -> ctx.turnThoughts().add((Thought) value);
      case MUTATE_THOUGHT -> ctx.turnThoughts().replaceById((Thought) value);
      case DELETE_THOUGHT -> ctx.turnThoughts().removeFirstById((String) value);
      case STORE_TOOL_CALL -> ctx.turnToolCalls().add((ToolCall) value);
      case MUTATE_TOOL_CALL -> ctx.turnToolCalls().replaceById((ToolCall) value);
      case DELETE_TOOL_CALL -> ctx.turnToolCalls().removeFirstById((String) value);
      case STORE_RETRIEVABLE -> ctx.turnRetrievables().add((Retrievable) value);
      case MUTATE_RETRIEVABLE -> ctx.turnRetrievables().replaceById((Retrievable) value);
      case DELETE_RETRIEVABLE -> ctx.turnRetrievables().removeFirstById((String) value);
      case STORE_STANDING_INSTRUCTION, MUTATE_STANDING_INSTRUCTION ->
          ctx.standingInstructions().add((Tokenizable) value);
      case DELETE_STANDING_INSTRUCTION -> ctx.standingInstructions().remove(value);
      default -> throw new IllegalArgumentException(key + " does not write");
    }
  }

  /** Does to the parent's Sets what a persisted write did to the dispatch's own. */
  static void mirror(AgentContext parent, Write write) {
    switch (write) {
      case Write.Single(CallbackKey key, Object value) -> apply(parent, key, value);
      case Write.Group(List<String> ids, List<ToolCall> replacements) ->
          parent.turnToolCalls().replaceGroup(ids, replacements);
    }
  }

  /** Refuses an empty group, and replacements that share an id with a retrievable. */
  static void checkGroup(AgentContext ctx, List<String> ids, List<ToolCall> replacements) {
    new Violations()
        .check(!ids.isEmpty(), "$.ids", "empty", "must name at least one tool call")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    replacements.forEach(call -> checkCollision(ctx, CallbackKey.STORE_TOOL_CALL, call));
  }

  /**
   * Throws {@code E_ARTIFACT_ID_COLLISION} where the write would give a tool call and a retrievable
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
