package dev.adk4j.tool;

import dev.adk4j.abort.AbortException;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers.ToolCallReport;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One call in progress: announced by the thread that starts it, run by that thread or one of its
 * own, and stored by the first again.
 */
final class PendingCall {

  private static final JsonValue NONE = JsonValue.of(Map.of());
  private static final int MAX_NAMED_TOOLS = 50;

  private final CallGroups group;
  private final DispatchContext ctx;
  private final StoredTurn.Call call;
  private Instant announced = Instant.EPOCH;
  private @Nullable NotStarted instead;
  private volatile @Nullable JsonValue edited;
  private @Nullable String waitsAt;
  private @Nullable ToolCall made;

  /**
   * @param call as it is stored if it waits; also one that waited, under its original id
   */
  PendingCall(CallGroups group, StoredTurn.Call call) {
    this.group = group;
    this.ctx = group.ctx();
    this.call = call;
  }

  /** The id of its record is generated here, since a provider repeats its ids. */
  PendingCall(CallGroups group, ToolCallRequest request) {
    this(group, asked(request));
  }

  private static StoredTurn.Call asked(ToolCallRequest request) {
    JsonNode args = request.args();
    JsonValue recorded = NONE;
    String problem = request.problem();
    if (problem == null && args != null && !args.isMissingNode()) {
      if (!args.isObject()) {
        problem = "must be a JSON object, were " + args.getNodeType() + ", and are not stored";
      } else {
        try {
          recorded = JsonValue.of(args);
        } catch (AdkException e) {
          problem = "cannot be stored: " + e.getMessage();
        }
      }
    }
    return new StoredTurn.Call(
        Ids.next(),
        request.providerId(),
        request.tool(),
        recorded,
        request.payload(),
        request.replayCompatibility(),
        problem,
        null,
        false);
  }

  String id() {
    return call.id();
  }

  /** Returns the name of the tool. */
  String tool() {
    return call.tool();
  }

  /** Returns the form in which the call is stored while it waits. */
  StoredTurn.Call stored() {
    return waitsAt == null ? call : call.withGate(waitsAt);
  }

  /** Returns true for a call that has run and has no record, since it waits at a gate. */
  boolean waits() {
    return waitsAt != null;
  }

  /** Returns the gate that must be settled before the tool starts. */
  Optional<GateRequest<?>> approval() {
    Tool tool = call.problem() == null ? ToolCallRunner.toolOf(ctx, call) : null;
    return tool == null ? Optional.empty() : tool.approval(ctx, id(), call.args().node());
  }

  /** Returns true if the call may run at the same time as its neighbors. */
  boolean parallel() {
    return ctx.tools().get(tool()).map(Tool::parallel).orElse(false);
  }

  /** Announces the call; records are in the order of the announcements. */
  void announce() {
    announced = ctx.clock().instant();
    group.helpers().reportToolCall(id(), ToolCallReport.announce(tool(), call.args()));
  }

  /** Announces the call right before it runs, and learns whether it may start. */
  PendingCall start() {
    announce();
    instead = group.starting(call);
    return this;
  }

  /** Runs the tool and reports the call complete, unless it waits; does not store the record. */
  PendingCall run() {
    Tool tool = ToolCallRunner.toolOf(ctx, call);
    NotStarted given = instead;
    ToolResults results;
    boolean failed = given != null && given.output() == null;
    edited = null;
    waitsAt = null;
    try {
      results = results(tool, given);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      rethrowUnlessResult(e);
      results = ToolResults.text(told(e));
      failed = true;
    }
    if (results == null) {
      return this;
    }
    JsonValue changed = edited;
    group.helpers().reportToolCall(id(), new ToolCallReport(null, changed, results, failed, true));
    Instant now = ctx.clock().instant();
    boolean fromArtifactTool = tool != null && tool.isArtifactTool();
    String providerId = call.providerId();
    JsonValue ran = changed == null ? call.args() : changed;
    made =
        ToolCall.builder()
            .id(id())
            .providerId(providerId == null || providerId.isBlank() ? null : providerId)
            .tool(tool())
            .args(ran)
            .requestedArgs(changed == null ? null : call.args())
            .checksum(Checksum.of(tool(), ran))
            .isComplete(true)
            .isError(failed)
            .results(results)
            .payload(call.payload())
            .replayCompatibility(call.replayCompatibility())
            .fromArtifactTool(fromArtifactTool)
            .inline(fromArtifactTool || isSmall(results, group.policy().inlineUpTo()))
            .createdAt(announced)
            .updatedAt(now)
            .completedAt(now)
            .build();
    return this;
  }

  /** Stores the record; for a call that cannot wait here, the record informs the model. */
  ToolCall store() {
    if (waits()) {
      instead =
          NotStarted.refused(
              "The call of '"
                  + tool()
                  + "' waits for an approval but cannot be resumed: the turn has ended, or its "
                  + "executor runs calls one by one.");
      run();
    }
    ToolCall stored = Objects.requireNonNull(made);
    ctx.storeToolCall(stored);
    return stored;
  }

  /**
   * Returns null if the call waits.
   *
   * @param given what takes the place of the tool; external values pass the guards too
   */
  private @Nullable ToolResults results(@Nullable Tool tool, @Nullable NotStarted given)
      throws Exception {
    ToolOutput known = given == null ? null : given.output();
    if (given != null && (tool == null || known == null)) {
      return ToolResults.text(Objects.requireNonNullElse(given.refusal(), ""));
    }
    if (given == null && call.problem() != null) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_TOOL_ARGS,
          "The arguments of tool '" + shown() + "' " + call.problem());
    }
    if (tool == null) {
      throw new AdkException(AdkErrorCode.E_INVALID_TOOL_ARGS, unknownTool());
    }
    Tool giving =
        known == null ? tool : tool.toBuilder().handler((args, context, meta) -> known).build();
    ToolOutput output =
        giving
            .executor(
                ctx,
                id(),
                args -> edited = known == null ? JsonValue.of(args) : null,
                given != null || group.begun().contains(id()))
            .execute(call.args().node());
    if (output instanceof ToolOutput.Waits(String gate)) {
      waitsAt = gate;
      return null;
    }
    return ToolCallRunner.wrap(tool, output, id(), ctx.spoolStore());
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

  private String unknownTool() {
    String known =
        ctx.tools().visible().stream()
            .map(Tool::name)
            .sorted()
            .limit(MAX_NAMED_TOOLS)
            .collect(Collectors.joining(", "));
    return "There is no tool '"
        + shown()
        + "'"
        + (known.isEmpty() ? "; this turn offers no tools." : "; there are: " + known + ".");
  }

  private String shown() {
    String name = tool();
    return name.length() <= 100 ? name : name.substring(0, 100) + "…";
  }

  private String told(Throwable e) {
    ToolResultOptions.ErrorDetail detail = group.policy().errorDetail();
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
    return "The tool '" + shown() + "' failed" + type + ".";
  }

  /**
   * Rethrows an abort, an interruption, and in a durable turn a failure of the storage, which are
   * not results for the model.
   */
  private void rethrowUnlessResult(Throwable e) {
    Throwable cause = e.getCause() == null ? e : e.getCause();
    if (e instanceof AbortException abort) {
      throw abort;
    }
    if (e instanceof AdkException away
        && AdkException.is(away, AdkErrorCode.E_STORAGE_UNAVAILABLE)
        && ctx.journal().isPresent()) {
      throw away; // its start could not be recorded: it starts when the turn resumes
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
    return FatalErrors.causes(thrown).stream()
        .anyMatch(
            e ->
                e instanceof InterruptedException
                    || e instanceof ClosedByInterruptException
                    || (e instanceof InterruptedIOException
                        && !(e instanceof SocketTimeoutException)));
  }

  /** Returns the exception's message, followed by its cause's if that adds information. */
  private static String message(Throwable e) {
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
