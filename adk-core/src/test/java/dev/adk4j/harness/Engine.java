package dev.adk4j.harness;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutor;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Memory;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Retrievable;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.primitive.TrustTier;
import dev.adk4j.schema.ToolSchema;
import dev.adk4j.storage.NoopStorageAdapter;
import dev.adk4j.token.Tokenizable;
import dev.adk4j.turn.DispatchRequest;
import dev.adk4j.turn.DispatchRunner;
import dev.adk4j.turn.RawDispatchContext;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import java.time.Instant;
import java.util.Map;

/** Short forms of what nearly every test of the engine begins with. */
public final class Engine {

  public static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  private Engine() {}

  /** Stores nothing, acknowledges at once. */
  public static TurnRunner.Builder runner() {
    return TurnRunner.builder()
        .storage(new NoopStorageAdapter())
        .executor((ctx, helpers) -> ctx.ack());
  }

  /** Stores nothing. */
  public static TurnRunner running(DispatchExecutor executor) {
    return runner().executor(executor).build();
  }

  /** Does something, then acknowledges. */
  public static DispatchExecutor acking(Work work) {
    return (ctx, helpers) -> {
      work.in(ctx);
      ctx.ack();
    };
  }

  public interface Work {
    void in(DispatchContext ctx) throws Exception;
  }

  /** Does something in each iteration, then goes on. */
  public static DispatchMiddleware dispatching(Work work) {
    return (ctx, next) -> {
      work.in(ctx);
      next.proceed();
    };
  }

  /** Does something in the turn, then goes on. */
  public static TurnMiddleware turning(TurnWork work) {
    return (ctx, next) -> {
      work.in(ctx);
      next.proceed();
    };
  }

  public interface TurnWork {
    void in(TurnContext ctx) throws Exception;
  }

  public static RawTurnContext raw() {
    return RawTurnContext.builder().systemPrompt("Be brief.").build();
  }

  public static RawDispatchContext.Builder standalone() {
    return RawDispatchContext.builder().systemPrompt("Be brief.").storage(new NoopStorageAdapter());
  }

  public static void dispatch(RawDispatchContext raw, DispatchExecutor executor) throws Exception {
    DispatchRunner.dispatch(DispatchRequest.standalone(raw).executor(executor).build());
  }

  public static TurnMiddleware noting(Tape tape, String name) {
    return (ctx, next) -> {
      tape.note(name + " in");
      next.proceed();
      tape.note(name + " out");
    };
  }

  public static DispatchMiddleware notingDispatch(Tape tape, String name) {
    return (ctx, next) -> {
      tape.note(name + " in");
      next.proceed();
      tape.note(name + " out");
    };
  }

  public static Message message(String id) {
    return Message.user(id, "text of " + id, NOW);
  }

  public static ToolCall toolCall(String id, String tool, Map<String, Object> args) {
    JsonValue json = JsonValue.of(args);
    return ToolCall.builder()
        .id(id)
        .tool(tool)
        .args(json)
        .checksum(Checksum.of(tool, json))
        .isComplete(true)
        .isError(false)
        .results(ToolResults.text("done"))
        .fromArtifactTool(true)
        .createdAt(NOW)
        .updatedAt(NOW)
        .completedAt(NOW)
        .build();
  }

  public static ToolCall toolCall(String id) {
    return toolCall(id, "search", Map.of("q", id));
  }

  public static Retrievable retrievable(String id) {
    return Retrievable.builder()
        .id(id)
        .content("about " + id)
        .trustTier(TrustTier.values()[0])
        .source("tests")
        .createdAt(NOW)
        .updatedAt(NOW)
        .build();
  }

  public static Memory memory(String id) {
    return Memory.builder()
        .id(id)
        .content("remember " + id)
        .confidence(1)
        .importance(1)
        .createdAt(NOW)
        .updatedAt(NOW)
        .build();
  }

  public static Tokenizable text(String text) {
    return Tokenizable.of(text);
  }

  public static Tool tool(String name, Tool.Handler handler) {
    return Tool.builder(name)
        .description("A tool named " + name)
        .inputSchema(ToolSchema.empty())
        .handler(handler)
        .build();
  }

  /** Throws what no signature declares. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  public static <E extends Throwable> E sneaky(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
