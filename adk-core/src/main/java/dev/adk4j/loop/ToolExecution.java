package dev.adk4j.loop;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import dev.adk4j.event.AgentEvent.ToolExecutionStart;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.internal.CurrentCall;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** One run of a tool's handler between its two events. */
final class ToolExecution {

  private ToolExecution() {}

  static JsonNode orEmpty(@Nullable JsonNode args) {
    return args == null || args.isMissingNode() ? JsonNodeFactory.instance.objectNode() : args;
  }

  static ToolOutput run(
      Tool tool,
      Tool.Handler handler,
      DispatchContext ctx,
      @Nullable JsonNode given,
      @Nullable String recordId,
      Consumer<JsonNode> onEdit,
      boolean again) {
    // Validates first, which rejects trees that are too deep for recursion.
    JsonNode args = tool.validate(given);
    // Uses the raw arguments, like the checksum of the tool call record.
    String callId = Checksum.of(tool.name(), orEmpty(given));
    ToolGuard guard = ctx.tools().guardOf(tool);
    if (guard == null) {
      return start(tool, handler, ctx, args, callId, recordId);
    }
    AtomicReference<ToolOutput.@Nullable Waits> waits = new AtomicReference<>();
    Function<JsonNode, ToolOutput> proceed =
        changed -> {
          JsonNode effective = tool.validate(changed);
          String id = callId;
          if (!Checksum.exact(tool.name(), changed).equals(Checksum.exact(tool.name(), args))) {
            onEdit.accept(changed);
            id = Checksum.of(tool.name(), changed);
          }
          ToolOutput output = start(tool, handler, ctx, effective, id, recordId);
          waits.set(output instanceof ToolOutput.Waits begun ? begun : null);
          return output;
        };
    ToolGuard asked = again ? guard.again() : guard;
    return unlessItWaits(
        waits, () -> guarded(asked, tool, ctx, args, callId, new Guarded(recordId, proceed)));
  }

  /**
   * Ignores the guard's result for a call that waits and has no result yet; the guard decides again
   * later.
   */
  private static ToolOutput unlessItWaits(
      AtomicReference<ToolOutput.@Nullable Waits> waits, Supplier<ToolOutput> guarded) {
    try {
      ToolOutput output = guarded.get();
      ToolOutput.Waits begun = waits.get();
      return begun == null ? output : begun;
    } catch (AdkException refusal) {
      ToolOutput.Waits begun = waits.get();
      if (begun == null) {
        throw refusal;
      }
      return begun;
    }
  }

  static Optional<GateRequest<?>> approval(
      Tool tool, DispatchContext ctx, @Nullable JsonNode given, String recordId) {
    ToolGuard guard = ctx.tools().guardOf(tool);
    if (guard == null) {
      return Optional.empty();
    }
    try {
      JsonNode args = tool.validate(given);
      String callId = Checksum.of(tool.name(), orEmpty(given));
      return guard.approval(tool, args.deepCopy(), callId, ctx, recordId);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      // the call does not start, and reports so itself
      return Optional.empty();
    }
  }

  private record Guarded(@Nullable String recordId, Function<JsonNode, ToolOutput> start)
      implements ToolGuard.GuardedCall {

    @Override
    public ToolOutput proceed(JsonNode args) {
      return start.apply(args);
    }
  }

  private static ToolOutput guarded(
      ToolGuard guard,
      Tool tool,
      DispatchContext ctx,
      JsonNode args,
      String callId,
      ToolGuard.GuardedCall call) {
    try {
      ToolOutput output = guard.guard(tool, args.deepCopy(), callId, ctx, call);
      if (output == null) {
        throw new NullPointerException("the guard of tool '" + tool.name() + "' returned null");
      }
      return output;
    } catch (AdkException e) {
      throw e;
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      throw notStarted(tool, e);
    }
  }

  /** Returns the result of a call whose guard failed; preserves an interruption. */
  static AdkException notStarted(Tool tool, Throwable failure) {
    if (failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new AdkException(
        AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR,
        "The tool '" + tool.name() + "' was not started.",
        failure);
  }

  private static ToolOutput start(
      Tool tool,
      Tool.Handler handler,
      DispatchContext ctx,
      JsonNode args,
      String callId,
      @Nullable String recordId) {
    Instant startedAt = ctx.clock().instant();
    long started = System.nanoTime();
    ctx.emitToolExecutionStart(
        new ToolExecutionStart(ctx.turnId(), tool.name(), callId, JsonValue.of(args), startedAt));
    boolean failed = true;
    try {
      ToolOutput output =
          ctx.instrumentation()
              .around(
                  new Operation.ToolExecution(ctx, tool, callId),
                  () ->
                      TimeLimit.run(tool, ctx, () -> handled(tool, handler, ctx, args, recordId)));
      if (output == null) {
        throw new NullPointerException("the handler of tool '" + tool.name() + "' returned null");
      }
      failed = false;
      return output;
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      if (AdkException.is(e, AdkErrorCode.E_TOOL_TIMEOUT)) {
        throw (AdkException) e;
      }
      throw new AdkException(
          AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR, "The tool '" + tool.name() + "' failed.", e);
    } finally {
      ctx.emitToolExecutionEnd(
          new ToolExecutionEnd(
              ctx.turnId(),
              tool.name(),
              callId,
              startedAt,
              ctx.clock().instant(),
              Duration.ofNanos(System.nanoTime() - started).toMillis(),
              failed));
    }
  }

  private static ToolOutput handled(
      Tool tool,
      Tool.Handler handler,
      DispatchContext ctx,
      JsonNode args,
      @Nullable String recordId)
      throws Exception {
    return recordId == null
        ? handler.handle(args, ctx, tool.meta(), null)
        : CurrentCall.run(
            recordId,
            () -> handler.handle(args, ctx, tool.meta(), recordId),
            ToolOutput.Waits::new);
  }
}
