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
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** One run of a tool's handler between its two events. */
final class ToolExecution implements ToolGuard.GuardedCall {

  private final Tool tool;
  private final DispatchContext ctx;
  private final @Nullable String recordId;
  private final Consumer<JsonNode> onEdit;
  private final JsonNode args;
  private final String callId;
  private volatile ToolOutput.@Nullable Waits waits;

  /**
   * @param recordId null for a call that is not recorded
   * @param onEdit receives the arguments that a guard changed
   * @throws AdkException {@code E_INVALID_TOOL_ARGS}
   */
  ToolExecution(
      Tool tool,
      DispatchContext ctx,
      @Nullable JsonNode given,
      @Nullable String recordId,
      Consumer<JsonNode> onEdit) {
    this.tool = tool;
    this.ctx = ctx;
    this.recordId = recordId;
    this.onEdit = onEdit;
    // Validates first, which rejects trees that are too deep for recursion.
    this.args = tool.validate(given);
    // Uses the raw arguments, like the checksum of the tool call record.
    this.callId = Checksum.of(tool.name(), orEmpty(given));
  }

  static JsonNode orEmpty(@Nullable JsonNode args) {
    return args == null || args.isMissingNode() ? JsonNodeFactory.instance.objectNode() : args;
  }

  static Optional<GateRequest<?>> approval(
      Tool tool, DispatchContext ctx, @Nullable JsonNode given, String recordId) {
    ToolGuard guard = ctx.tools().guardOf(tool);
    if (guard == null) {
      return Optional.empty();
    }
    try {
      ToolExecution call = new ToolExecution(tool, ctx, given, recordId, edited -> {});
      return guard.approval(tool, call.args.deepCopy(), call.callId, ctx, recordId);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      FatalErrors.keepInterrupt(e);
      // the call does not start, and reports so itself
      return Optional.empty();
    }
  }

  /**
   * Runs the handler behind the tool's guard. Ignores the guard's result for a call that waits and
   * has no result yet; the guard decides again later.
   */
  ToolOutput run(boolean again) {
    ToolGuard guard = ctx.tools().guardOf(tool);
    if (guard == null) {
      return start(args, callId);
    }
    ToolGuard asked = again ? guard.again() : guard;
    try {
      ToolOutput output = asked.guard(tool, args.deepCopy(), callId, ctx, this);
      ToolOutput.Waits begun = waits;
      return begun == null
          ? Objects.requireNonNull(
              output, () -> "the guard of tool '" + tool.name() + "' returned null")
          : begun;
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      AdkException refusal = e instanceof AdkException own ? own : notStarted(tool, e);
      ToolOutput.Waits begun = waits;
      if (begun == null) {
        throw refusal;
      }
      return begun;
    }
  }

  @Override
  public @Nullable String recordId() {
    return recordId;
  }

  @Override
  public ToolOutput proceed(JsonNode changed) {
    JsonNode effective = tool.validate(changed);
    String id = callId;
    if (!Checksum.exact(tool.name(), changed).equals(Checksum.exact(tool.name(), args))) {
      onEdit.accept(changed);
      id = Checksum.of(tool.name(), changed);
    }
    ToolOutput output = start(effective, id);
    waits = output instanceof ToolOutput.Waits begun ? begun : null;
    return output;
  }

  /** Returns the result of a call whose guard failed; preserves an interruption. */
  static AdkException notStarted(Tool tool, Throwable failure) {
    FatalErrors.keepInterrupt(failure);
    return new AdkException(
        AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR,
        "The tool '" + tool.name() + "' was not started.",
        failure);
  }

  private ToolOutput start(JsonNode effective, String id) {
    Instant startedAt = ctx.clock().instant();
    long started = System.nanoTime();
    ctx.emitToolExecutionStart(
        new ToolExecutionStart(ctx.turnId(), tool.name(), id, JsonValue.of(effective), startedAt));
    boolean failed = true;
    try {
      ToolOutput output =
          ctx.instrumentation()
              .around(
                  new Operation.ToolExecution(ctx, tool, id),
                  () -> TimeLimit.run(tool, ctx, () -> handled(effective)));
      if (output == null) {
        throw new NullPointerException("the handler of tool '" + tool.name() + "' returned null");
      }
      failed = false;
      return output;
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      FatalErrors.keepInterrupt(e);
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
              id,
              startedAt,
              ctx.clock().instant(),
              Duration.ofNanos(System.nanoTime() - started).toMillis(),
              failed));
    }
  }

  private ToolOutput handled(JsonNode effective) throws Exception {
    return recordId == null
        ? tool.handler.handle(effective, ctx, tool.meta(), null)
        : CurrentCall.run(
            recordId,
            () -> tool.handler.handle(effective, ctx, tool.meta(), recordId),
            ToolOutput.Waits::new);
  }
}
