package dev.adk4j.test;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.Thought;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.value.Scope;
import java.util.List;

/**
 * Contents of the context of a {@link ScriptedExecutor} at the beginning of an iteration: the input
 * that a model would receive.
 *
 * @param tools names of the visible tools, in order
 * @since 0.1.0
 */
public record Seen(
    String turnId,
    String dispatchId,
    int iteration,
    Scope scope,
    String systemPrompt,
    List<String> standingInstructions,
    List<Message> messages,
    List<Memory> memories,
    List<Retrievable> retrievables,
    List<Thought> thoughts,
    List<ToolCall> toolCalls,
    List<String> tools) {

  static Seen in(DispatchContext ctx) {
    return new Seen(
        ctx.turnId(),
        ctx.dispatchId(),
        ctx.iteration(),
        ctx.scope(),
        ctx.systemPrompt().render(ctx),
        ctx.standingInstructions().snapshot().stream().map(i -> i.render(ctx)).toList(),
        ctx.turnMessages().snapshot(),
        ctx.turnMemories().snapshot(),
        ctx.turnRetrievables().snapshot(),
        ctx.turnThoughts().snapshot(),
        ctx.turnToolCalls().snapshot(),
        ctx.tools().visible().stream().map(Tool::name).toList());
  }

  /**
   * Returns the texts of the messages, in order; an empty text for a message with attachments only.
   */
  public List<String> messageTexts() {
    return messages.stream().map(m -> m.content().map(Tokenizable::value).orElse("")).toList();
  }
}
