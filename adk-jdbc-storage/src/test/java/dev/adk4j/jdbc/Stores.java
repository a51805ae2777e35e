package dev.adk4j.jdbc;

import dev.adk4j.abort.Subscription;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateAuthorizer;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.storage.FetchToolsCallback;
import dev.adk4j.storage.StorageUnitOfWork;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ToolCallRequest;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.tool.ToolResultOptions;
import dev.adk4j.turn.AcceptInput;
import dev.adk4j.turn.HydrateTurn;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Stores of turns and gates as the agents of tests have them. */
public final class Stores {

  private Stores() {}

  /** Of turns whose records are in that storage. */
  public static JdbcTurnStore turns(DataSource database, JdbcPersistentStorage storage) {
    return turns(database, storage, JdbcStorageOptions.DEFAULT, JdbcGateOptions.DEFAULT);
  }

  public static JdbcTurnStore turns(
      DataSource database,
      JdbcPersistentStorage storage,
      JdbcStorageOptions options,
      JdbcGateOptions gates) {
    return JdbcTurnStore.of(database, options, gates, storage.unitOfWork());
  }

  /** Everybody may decide. */
  public static GateService desk(TurnStore store) {
    return GateService.of(store, granting());
  }

  /** Everybody may decide, and the dead are known soon. */
  public static GateService deskOfMortals(TurnStore store) {
    return GateService.of(store, granting().withHeartbeat(Duration.ofMillis(300)));
  }

  public static GateService.Options granting() {
    return GateService.Options.DEFAULT.withAuthorizer(
        (actor, gate) -> GateAuthorizer.Answer.grant());
  }

  /** A runner that knows what was said before. */
  public static TurnRunner.Builder runner(JdbcPersistentStorage storage, GateService desk) {
    return TurnRunner.builder()
        .persistentStorage(storage)
        .callback(FetchToolsCallback.class, ctx -> List.of())
        .gates(desk)
        .turnInputPipeline(
            List.of(HydrateTurn.builder().messages(100).toolCalls(100).build(), new AcceptInput()));
  }

  /** Writes as one unit. */
  public static void unit(
      JdbcPersistentStorage storage, AgentContext ctx, StorageUnitOfWork.Writes writes)
      throws Exception {
    storage.unitOfWork().execute(ctx, writes);
  }

  /** A turn that is ready, with nothing done. */
  public static StoredTurn accepted(Scope scope, String id, @Nullable String key, int priority) {
    return StoredTurn.of(
        scope,
        id,
        null,
        new StoredTurn.Acceptance(JsonValue.parse("[]"), key, "f", priority),
        Instant.EPOCH);
  }

  /** A gate of a turn that no node has, for a tool or for none. */
  static TurnStore.Opening opening(
      Scope scope, String turn, String key, String reason, String tool, Duration timeout) {
    return new TurnStore.Opening(
        Ids.next(),
        scope,
        turn,
        "gate",
        key,
        reason,
        null,
        tool != null,
        tool,
        tool == null ? null : "x",
        null,
        timeout,
        TurnStore.Opening.NOBODY);
  }

  /** A decision, with its value or a remark. */
  static TurnStore.Attempt attempt(
      String ref, GateDecision.Kind kind, GateActor actor, JsonValue value, String remark) {
    return new TurnStore.Attempt(
        Ids.next(), actor.tenant(), ref, kind, actor, value, false, remark, false);
  }

  /** Makes calls as a model does that asked for them. */
  public static void call(
      DispatchContext ctx, DispatchExecutorHelpers helpers, ToolCallRequest... calls) {
    ToolCallRunner.run(ctx, helpers, List.of(calls), ToolResultOptions.DEFAULT);
  }

  /** The newest message of the user. */
  static String newest(DispatchContext ctx) {
    return ctx.turnMessages().snapshot().stream()
        .filter(message -> message.role() == MessageRole.USER)
        .reduce((older, newer) -> newer)
        .orElseThrow()
        .text();
  }

  /** Waits for the abort, and throws it. */
  static void untilAborted(DispatchContext ctx) throws InterruptedException {
    CountDownLatch aborted = new CountDownLatch(1);
    try (Subscription link = ctx.abortSignal().onAbort(reason -> aborted.countDown())) {
      aborted.await();
      ctx.abortSignal().throwIfAborted();
    }
  }

  public static ToolCallRequest request(String id, String tool, Map<String, ?> args) {
    return new ToolCallRequest(id, tool, JsonValue.of(args).node());
  }

  /** A tool that takes any arguments. */
  public static Tool.Builder tool(String name, Tool.Handler handler) {
    return Tool.builder(name)
        .description("Does it.")
        .inputSchema("{\"type\":\"object\",\"additionalProperties\":true}")
        .handler(handler);
  }

  /** A store that tells the names of its methods, before they do anything. */
  static TurnStore telling(TurnStore store, Consumer<String> before) {
    return watched(store, (name, args) -> before.accept(name), (name, result) -> {});
  }

  /**
   * A store that is watched.
   *
   * @param before is told the name of a method and its arguments
   * @param after is told the name of a method and its result
   */
  public static TurnStore watched(
      TurnStore store, BiConsumer<String, Object[]> before, BiConsumer<String, Object> after) {
    return (TurnStore)
        Proxy.newProxyInstance(
            TurnStore.class.getClassLoader(),
            new Class<?>[] {TurnStore.class},
            (proxy, method, args) -> {
              before.accept(method.getName(), args);
              try {
                Object result = method.invoke(store, args);
                after.accept(method.getName(), result);
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
