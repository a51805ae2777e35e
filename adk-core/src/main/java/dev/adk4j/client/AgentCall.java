package dev.adk4j.client;

import dev.adk4j.abort.AbortException;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Attributes;
import dev.adk4j.value.Ids;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The handler of a tool that is an agent. */
record AgentCall(Supplier<AgentClient> agent, boolean handsOver) implements Tool.Handler {

  AgentCall {
    Objects.requireNonNull(agent, "agent");
  }

  /** Returns the tool that this handles. */
  Tool tool(String name, String description) {
    String meaning =
        handsOver
            ? "Why the conversation is handed over. The agent sees the conversation."
            : "What the agent is asked, with all that it has to know: it does not see this"
                + " conversation.";
    return Tool.builder(name)
        .description(description)
        .inputSchema(
            """
            {"type":"object","properties":{"%s":{"type":"string","description":"%s"}},\
            "required":["%s"],"additionalProperties":false}"""
                .formatted(argument(), meaning, argument()))
        .handler(this)
        .build();
  }

  private String argument() {
    return handsOver ? "reason" : "message";
  }

  @Override
  public ToolOutput handle(JsonNode args, DispatchContext ctx, Attributes meta) throws Exception {
    return handle(args, ctx, meta, null);
  }

  @Override
  public ToolOutput handle(
      JsonNode args, DispatchContext ctx, Attributes meta, @Nullable String recordId)
      throws Exception {
    AgentClient inner = agent.get();
    InnerTurn turn = new InnerTurn(inner, ctx, recordId == null ? Ids.next() : recordId, handsOver);
    Answer answer = turn.run(args.path(argument()).asString(""));
    if (ctx.aborted()) {
      throw new AbortException(ctx.abortSignal().reason());
    }
    if (answer.status() == Answer.Status.WAITING) {
      return new ToolOutput.Waits(answer.gates().getFirst().id());
    }
    if (!handsOver) {
      return ToolOutput.text(answer.text());
    }
    answered(ctx, answer.message());
    return ToolOutput.text("The agent '" + inner.name() + "' has answered.");
  }

  /**
   * Stores the inner agent's answer as the turn's answer. The conversation already contains its
   * record.
   */
  private static void answered(DispatchContext ctx, Message answer) throws Exception {
    Message stored =
        ctx.fetchMessages().stream()
            .filter(message -> message.id().equals(answer.id()))
            .findFirst()
            .orElse(answer);
    if (ctx.turnMessages().snapshot().stream().noneMatch(m -> m.id().equals(stored.id()))) {
      ctx.letPass(stored.id());
      ctx.storeMessage(stored);
    }
    if (!ctx.isSignalled()) {
      ctx.ack();
    }
  }
}
