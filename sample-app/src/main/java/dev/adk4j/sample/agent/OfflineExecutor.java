package dev.adk4j.sample.agent;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.sample.memory.MemoryShelf;
import dev.adk4j.tool.ArtifactForge;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import java.util.List;

/**
 * Answers without a model. Understands a few kinds of requests and calls tools as a model's
 * executor does, one step per iteration.
 */
final class OfflineExecutor implements DispatchExecutor {

  private final SampleAgentProperties properties;
  private final MemoryShelf shelf;

  OfflineExecutor(SampleAgentProperties properties, MemoryShelf shelf) {
    this.properties = properties;
    this.shelf = shelf;
  }

  @Override
  public void execute(DispatchContext ctx, DispatchExecutorHelpers helpers) throws Exception {
    Speech speech = new Speech(ctx, helpers, properties.deltaPause());
    List<ToolCall> done = done(ctx);
    switch (Skills.forTurn(ctx, shelf).next(ctx, done)) {
      case Step.Call(String thought, var tool, var args) -> {
        if (thought != null) {
          speech.think(thought);
        }
        // what is asked of an artifact is asked with tools that are made for what is there now
        ArtifactForge.forge(ctx).all().forEach(forged -> ctx.tools().register(forged, true));
        ToolCallRunner.run(
            ctx,
            helpers,
            List.of(new ToolCallRequest(ctx.turnId() + "-" + done.size(), tool, args)),
            ToolResultOptions.DEFAULT);
      }
      case Step.Say(String thought, String text) -> {
        if (thought != null) {
          speech.think(thought);
        }
        speech.say(text);
        ctx.ack();
      }
    }
  }

  /** Returns the calls of this turn. Their ids distinguish them from those of earlier turns. */
  private static List<ToolCall> done(DispatchContext ctx) {
    String mine = ctx.turnId() + "-";
    return ctx.turnToolCalls().stream()
        .filter(call -> call.providerId().filter(id -> id.startsWith(mine)).isPresent())
        .toList();
  }
}
