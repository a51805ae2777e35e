package dev.adk4j.harness;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.storage.InMemoryStorageAdapter;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What is stored of a conversation. */
public final class Stored {

  private Stored() {}

  /** The messages and calls of a conversation in their order, each as a function says it. */
  public static List<String> in(
      InMemoryStorageAdapter storage,
      Scope scope,
      Function<Message, String> message,
      Function<ToolCall, String> call) {
    Map<String, String> byId = new HashMap<>();
    TurnRunner.builder()
        .storage(storage)
        .executor((ctx, helpers) -> ctx.ack())
        .turnInputPipeline(
            List.of(
                (ctx, next) -> {
                  ctx.fetchMessages().forEach(m -> byId.put(m.id(), message.apply(m)));
                  ctx.fetchToolCalls().forEach(c -> byId.put(c.id(), call.apply(c)));
                }))
        .build()
        .run(RawTurnContext.builder().systemPrompt("").scope(scope).build());
    return storage.log(scope).stream().map(row -> byId.get(row.id())).toList();
  }

  /** The call, and whether it is done or what it failed with. */
  public static String ended(ToolCall call) {
    String args = call.tool() + call.args().text();
    return call.results() instanceof ToolResults.Text(var text)
        ? args + " failed: " + text.value()
        : args + " done";
  }
}
