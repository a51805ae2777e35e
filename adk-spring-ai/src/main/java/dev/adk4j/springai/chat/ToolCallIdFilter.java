package dev.adk4j.springai.chat;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.value.Ids;

/** Decides on the id of a call before anybody hears of it. Shared by concurrent dispatches. */
@FunctionalInterface
public interface ToolCallIdFilter {

  /**
   * Keeps the provider's id, unless it is blank or a call of the turn has it: providers that count
   * their calls begin anew with each answer.
   */
  ToolCallIdFilter FRESH_WHERE_TAKEN =
      (id, ctx) ->
          id.isBlank() || ctx.turnToolCalls().stream().anyMatch(call -> call.id().equals(id))
              ? Ids.next()
              : id;

  /**
   * @param id the provider's; may be blank
   * @return an id that no call of the dispatch has
   */
  String filter(String id, DispatchContext ctx);
}
