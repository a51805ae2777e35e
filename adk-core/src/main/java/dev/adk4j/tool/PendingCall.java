package dev.adk4j.tool;

import dev.adk4j.abort.AbortException;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.value.Checksum;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One call in progress.
 *
 * @param id of its record, generated here since a provider repeats its ids
 * @param recorded the arguments for the record; empty if they are not an object that can be stored
 * @param problem why the tool cannot run with the arguments, or null
 * @param gate that the call waits for, or null
 * @param started true if the call was started before, in an earlier run of the turn
 */
record PendingCall(
    String id,
    ToolCallRequest request,
    JsonValue recorded,
    @Nullable String problem,
    @Nullable String gate,
    boolean started) {

  private static final JsonValue NONE = JsonValue.of(Map.of());
  private static final int MAX_NAMED_TOOLS = 50;

  static PendingCall of(ToolCallRequest request) {
    String id = Ids.next();
    JsonNode args = request.args();
    if (request.problem() != null || args == null || args.isMissingNode()) {
      return new PendingCall(id, request, NONE, request.problem(), null, false);
    }
    if (!args.isObject()) {
      return new PendingCall(
          id,
          request,
          NONE,
          "must be a JSON object, were " + args.getNodeType() + ", and are not stored",
          null,
          false);
    }
    try {
      return new PendingCall(id, request, JsonValue.of(args), null, null, false);
    } catch (AdkException e) {
      return new PendingCall(id, request, NONE, "cannot be stored: " + e.getMessage(), null, false);
    }
  }

  /** Returns a call that waited, under its original id. */
  static PendingCall of(StoredTurn.Call call) {
    ToolCallRequest request =
        new ToolCallRequest(
            call.providerId(),
            call.tool(),
            call.args().node(),
            call.payload(),
            call.replayCompatibility(),
            call.problem());
    return new PendingCall(
        call.id(), request, call.args(), call.problem(), call.gate(), call.started());
  }

  StoredTurn.Call waiting() {
    return new StoredTurn.Call(
        id,
        request.providerId(),
        request.tool(),
        recorded,
        request.payload(),
        request.replayCompatibility(),
        problem,
        gate,
        started);
  }

  PendingCall withGate(@Nullable String waitsFor) {
    return new PendingCall(id, request, recorded, problem, waitsFor, started);
  }

  /** Returns the gate that must be settled before the tool starts. */
  Optional<GateRequest<?>> approval(DispatchContext ctx) {
    Tool tool = problem == null ? tool(ctx) : null;
    return tool == null ? Optional.empty() : tool.approval(ctx, id, recorded.node());
  }

  /** Returns true if the call may run at the same time as its neighbors. */
  boolean parallel(DispatchContext ctx) {
    return ctx.tools().get(request.tool()).map(Tool::parallel).orElse(false);
  }

  /** Announces the call and returns the time of its record; records are in start order. */
  Instant announce(DispatchContext ctx, DispatchExecutorHelpers helpers) {
    Instant now = ctx.clock().instant();
    helpers.reportToolCall(
        id, DispatchExecutorHelpers.ToolCallReport.announce(request.tool(), recorded));
    return now;
  }

  /**
   * The record of a call that was started, or the gate that it waits for.
   *
   * @param begun the time of the announcement
   * @param record null for a call that waits
   * @param gate that the call waits for; null for none
   */
  record Outcome(
      PendingCall call, Instant begun, @Nullable ToolCall record, @Nullable String gate) {

    /** Stores the record; for a call that cannot wait here, the record informs the model. */
    ToolCall store(DispatchContext ctx, DispatchExecutorHelpers helpers, ToolResultOptions policy) {
      ToolCall stored = record;
      if (stored == null) {
        NotStarted refusal = NotStarted.refused(alone(call.request().tool()));
        Outcome refused = call.execute(ctx, helpers, policy, begun, refusal, false);
        stored = Objects.requireNonNull(refused.record());
      }
      ctx.storeToolCall(stored);
      return stored;
    }

    private static String alone(String tool) {
      return "The call of '"
          + tool
          + "' waits for an approval but cannot be resumed: the turn has ended, or its "
          + "executor runs calls one by one.";
    }
  }

  /**
   * Runs the tool and reports the call complete; does not store the record.
   *
   * @param begun the time of the announcement
   * @param instead the result of a call that must not start; null for one that may
   * @param again true for a call that its guard started before
   */
  Outcome execute(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      ToolResultOptions policy,
      Instant begun,
      @Nullable NotStarted instead,
      boolean again) {
    Tool tool = tool(ctx);
    ToolResults results;
    boolean failed = false;
    AtomicReference<@Nullable JsonValue> edited = new AtomicReference<>();
    try {
      results = instead == null ? results(tool, ctx, edited, again) : results(tool, ctx, instead);
      failed = instead != null && instead.output() == null;
    } catch (CallWaits waits) {
      return new Outcome(this, begun, null, waits.gate);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      rethrowUnlessResult(e, ctx);
      results = ToolResults.text(told(e, policy.errorDetail()));
      failed = true;
    }
    helpers.reportToolCall(
        id, new DispatchExecutorHelpers.ToolCallReport(null, edited.get(), results, failed, true));
    Instant now = ctx.clock().instant();
    boolean fromArtifactTool = tool != null && tool.isArtifactTool();
    boolean inline = fromArtifactTool || isSmall(results, policy.inlineUpTo());
    ToolCall record =
        record(edited.get(), results, failed, fromArtifactTool, inline)
            .createdAt(begun)
            .updatedAt(now)
            .completedAt(now)
            .build();
    return new Outcome(this, begun, record, null);
  }

  private ToolResults results(
      @Nullable Tool tool,
      DispatchContext ctx,
      AtomicReference<@Nullable JsonValue> edited,
      boolean again)
      throws Exception {
    if (problem != null) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_TOOL_ARGS,
          "The arguments of tool '" + shown(request.tool()) + "' " + problem);
    }
    if (tool == null) {
      throw new AdkException(AdkErrorCode.E_INVALID_TOOL_ARGS, unknownTool(ctx));
    }
    ToolOutput output =
        tool.executor(ctx, id, args -> edited.set(JsonValue.of(args)), again)
            .execute(recorded.node());
    if (output instanceof ToolOutput.Waits(String gate)) {
      throw new CallWaits(gate);
    }
    return ToolCallRunner.wrap(tool, output, id, ctx.spoolStore());
  }

  private ToolResults results(@Nullable Tool tool, DispatchContext ctx, NotStarted instead)
      throws Exception {
    ToolOutput output = instead.output();
    if (tool == null || output == null) {
      return ToolResults.text(Objects.requireNonNullElse(instead.refusal(), ""));
    }
    // external values pass the guards too, like a tool's own result
    Tool given = tool.toBuilder().handler((args, context, meta) -> output).build();
    ToolOutput guarded = given.executor(ctx, id, args -> {}, true).execute(recorded.node());
    return ToolCallRunner.wrap(tool, guarded, id, ctx.spoolStore());
  }

  /** Returns the tool, with another guard if the call was started before and needs a permission. */
  private @Nullable Tool tool(DispatchContext ctx) {
    Tool tool = ctx.tools().get(request.tool()).orElse(null);
    return tool == null || !started ? tool : AskAfterCrash.of(tool, id);
  }

  /** Ends a handler whose call waits at a gate and has no result yet. */
  private static final class CallWaits extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final String gate;

    private CallWaits(String gate) {
      super("waits for " + gate, null, false, false);
      this.gate = gate;
    }
  }

  private static boolean isSmall(ToolResults results, long limit) {
    return limit > 0
        && results instanceof ToolResults.Artifacts artifacts
        && artifacts.single()
        && artifacts
            .items()
            .getFirst()
            .sizeHints()
            .filter(size -> size.byteLength() <= limit)
            .isPresent();
  }

  private ToolCall.Builder record(
      @Nullable JsonValue edited,
      ToolResults results,
      boolean failed,
      boolean fromArtifactTool,
      boolean inline) {
    String providerId = request.providerId();
    JsonValue ran = edited == null ? recorded : edited;
    return ToolCall.builder()
        .id(id)
        .providerId(providerId == null || providerId.isBlank() ? null : providerId)
        .tool(request.tool())
        .args(ran)
        .requestedArgs(edited == null ? null : recorded)
        .checksum(Checksum.of(request.tool(), ran))
        .isComplete(true)
        .isError(failed)
        .results(results)
        .payload(request.payload())
        .replayCompatibility(request.replayCompatibility())
        .fromArtifactTool(fromArtifactTool)
        .inline(inline);
  }

  private String unknownTool(DispatchContext ctx) {
    String known =
        ctx.tools().visible().stream()
            .map(Tool::name)
            .sorted()
            .limit(MAX_NAMED_TOOLS)
            .collect(Collectors.joining(", "));
    return "There is no tool '"
        + shown(request.tool())
        + "'"
        + (known.isEmpty() ? "; this turn offers no tools." : "; there are: " + known + ".");
  }

  private static String shown(String name) {
    return name.length() <= 100 ? name : name.substring(0, 100) + "…";
  }

  private String told(Throwable e, ToolResultOptions.ErrorDetail detail) {
    boolean ofTool = AdkException.is(e, AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR);
    if (detail == ToolResultOptions.ErrorDetail.MESSAGE
        || AdkException.is(e, AdkErrorCode.E_INVALID_TOOL_ARGS)
        || AdkException.is(e, AdkErrorCode.E_TOOL_TIMEOUT)) {
      return message(e);
    }
    Throwable thrown = ofTool && e.getCause() != null ? e.getCause() : e;
    String type =
        detail == ToolResultOptions.ErrorDetail.TYPE
            ? ": " + thrown.getClass().getSimpleName()
            : "";
    return "The tool '" + shown(request.tool()) + "' failed" + type + ".";
  }

  /** Rethrows an abort or an interruption, which are not results for the model. */
  private static void rethrowUnlessResult(Throwable e, DispatchContext ctx) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    if (e instanceof AbortException abort) {
      throw abort;
    }
    if (cause instanceof AbortException abort) {
      throw abort;
    }
    boolean abortClass =
        cause instanceof CancellationException
            || AdkException.is(cause, AdkErrorCode.E_TURN_GATE_ABORTED);
    if (isInterruption(e)
        || Thread.currentThread().isInterrupted()
        || (abortClass && ctx.aborted())) {
      throw e instanceof RuntimeException unchecked ? unchecked : wrapped(e);
    }
  }

  private static AdkException wrapped(Throwable e) {
    if (isInterruption(e)) {
      Thread.currentThread().interrupt();
    }
    return new AdkException(
        AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR, "The tool call was interrupted.", e);
  }

  private static boolean isInterruption(Throwable thrown) {
    Throwable e = thrown;
    for (int i = 0; e != null && i < 20; i++, e = e.getCause()) {
      boolean interruptedIo =
          e instanceof InterruptedIOException && !(e instanceof SocketTimeoutException);
      if (e instanceof InterruptedException
          || e instanceof ClosedByInterruptException
          || interruptedIo) {
        return true;
      }
    }
    return false;
  }

  /** Returns the exception's message, followed by its cause's if that adds information. */
  static String message(Throwable e) {
    String message = text(e);
    Throwable cause = e.getCause();
    String reason = cause == null ? "" : text(cause);
    return message.contains(reason) ? message : message + " " + reason;
  }

  private static String text(Throwable e) {
    String message = e.getMessage();
    return message == null || message.isEmpty() ? e.getClass().getSimpleName() : message;
  }
}
