package dev.adk4j.tool;

import dev.adk4j.abort.AbortException;
import dev.adk4j.artifact.ArtifactType;
import dev.adk4j.artifact.ArtifactTypes;
import dev.adk4j.artifact.SpooledArtifact;
import dev.adk4j.artifact.SpooledArtifact.SizeHints;
import dev.adk4j.bytes.ByteSource;
import dev.adk4j.bytes.ByteStore;
import dev.adk4j.bytes.SpoolReader;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.stored.CallJournal;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runs the calls that a model asks for, for an executor: finds the tool, runs it, turns what it
 * returned into results, reports, and stores the record. Whatever goes wrong with a call is that
 * call's result, so that the model can correct itself; an abort, an interruption, and what
 * listeners or storage throw are the caller's. Stateless.
 *
 * <p>Whom a call acts for is {@code ctx.scope()}, never an argument.
 *
 * @since 0.1.0
 */
public final class ToolCallRunner {

  /**
   * Bounds the calls of one answer that run at once where nothing else is said: fewer than the 10
   * connections that a pool has by default, so that one answer does not take all of them.
   */
  public static final int MAX_PARALLEL = 8;

  private ToolCallRunner() {}

  /** Runs a call that no provider gave an id, with neither payload nor problem. */
  public static ToolCall run(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      String toolName,
      @Nullable JsonNode args) {
    return run(ctx, helpers, new ToolCallRequest(null, toolName, args));
  }

  /**
   * Announces the call, runs it, reports it complete and stores it, all under an id that is minted
   * here. The record keeps the arguments that ran; where a guard changed them, those that were
   * asked for too.
   *
   * @return the record; {@code inline} where an artifact tool answered
   * @throws AbortException where the handler saw the abort
   * @throws AdkException {@code E_TOOL_DOWNSTREAM_ERROR} where the thread was interrupted, which it
   *     still is, or the context was aborted; {@code E_INVALID_INITIAL_TOOL_CALL_VALUE} where the
   *     call has no tool name
   */
  public static ToolCall run(
      DispatchContext ctx, DispatchExecutorHelpers helpers, ToolCallRequest call) {
    return run(ctx, helpers, call, ToolResultOptions.DEFAULT);
  }

  /** Runs a call with options for its results. Errors of the call itself are always told. */
  public static ToolCall run(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      ToolCallRequest call,
      ToolResultOptions policy) {
    PendingCall pending = PendingCall.of(call);
    ctx.journal()
        .ifPresent(
            journal ->
                journal.ask(
                    List.of(pending.waiting().withStarted(true)), stored(policy, MAX_PARALLEL)));
    Instant begun = pending.announce(ctx, helpers);
    return pending.execute(ctx, helpers, policy, begun, null, false).store(ctx, helpers, policy);
  }

  /** Runs the calls of one answer, at most {@link #MAX_PARALLEL} at a time. */
  public static List<ToolCall> run(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      List<ToolCallRequest> calls,
      ToolResultOptions policy) {
    return run(ctx, helpers, calls, policy, MAX_PARALLEL);
  }

  /**
   * Runs the calls of one answer, one after the other, as {@link #run(DispatchContext,
   * DispatchExecutorHelpers, ToolCallRequest, ToolResultOptions)} does; none after an abort.
   *
   * <p>Neighboring calls whose tools say {@link Tool#parallel()} run at once, each on a virtual
   * thread that the instrumentation follows; calls before them have ended, and calls behind them
   * have not begun. They are announced in order, and stored in order when the last one has ended. A
   * failure stops no other call. An abort interrupts those that have not ended after a moment, and
   * leaves behind those that go on in spite of it. The same happens where this thread is
   * interrupted, at once.
   *
   * <p>In a turn that does not block, all calls are looked at before the first one starts. Where an
   * approval is missing none of them starts, and they wait together: the dispatch is acknowledged,
   * and the executor has nothing more to do. So it is where a call began something that waits, such
   * as another agent's turn: the calls before it have run, and those behind it wait with it.
   *
   * @param maxParallel how many calls run at once, at least 1; with 1 all run on this thread
   * @return the records in the order of the calls; empty where the calls wait
   * @throws AbortException where calls did not end normally after an abort
   */
  public static List<ToolCall> run(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      List<ToolCallRequest> calls,
      ToolResultOptions policy,
      int maxParallel) {
    new Violations()
        .check(maxParallel >= 1, "$.maxParallel", "range", "must be at least 1")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    List<PendingCall> pending = calls.stream().map(PendingCall::of).toList();
    CallJournal journal = ctx.journal().orElse(null);
    CallGroups groups = new CallGroups(ctx, helpers, policy, maxParallel, Set.of(), null, journal);
    if (park(ctx, helpers, pending, groups.stored(Set.of()))) {
      return List.of();
    }
    if (journal != null && !pending.isEmpty()) {
      Set<String> first = groups.first(pending);
      journal.ask(
          pending.stream()
              .map(call -> call.waiting().withStarted(first.contains(call.id())))
              .toList(),
          groups.stored(Set.of()));
    }
    return groups.run(pending);
  }

  /**
   * For the engine: runs the calls of an answer that waited, as {@link #run} would have. They may
   * wait again.
   *
   * @param left the calls that have not run yet
   * @param results the executor's policy, as it was when the calls began to wait
   * @param refusal what a call ends with instead of being started; asked right before the start,
   *     null where it may start
   */
  public static void resume(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      List<StoredTurn.Call> left,
      JsonValue results,
      Function<StoredTurn.Call, @Nullable NotStarted> refusal) {
    Set<String> begun =
        left.stream()
            .map(StoredTurn.Call::id)
            .filter(id -> hasBegun(results, id))
            .collect(Collectors.toSet());
    new CallGroups(
            ctx,
            helpers,
            stored(results),
            results.node().path(CallGroups.MAX_PARALLEL).asInt(MAX_PARALLEL),
            begun,
            call -> refusal.apply(call.waiting()),
            ctx.journal().orElse(null))
        .run(left.stream().map(PendingCall::of).toList());
  }

  /**
   * For the engine: returns true for a call that was let start, and waits for what it began.
   *
   * @param results of the waiting turn
   */
  public static boolean hasBegun(JsonValue results, String callId) {
    for (JsonNode id : results.node().path(CallGroups.BEGUN)) {
      if (id.asString().equals(callId)) {
        return true;
      }
    }
    return false;
  }

  private static JsonValue stored(ToolResultOptions policy, int max) {
    return CallGroups.stored(policy, max, Set.of());
  }

  private static ToolResultOptions stored(JsonValue policy) {
    JsonNode json = policy.node();
    return new ToolResultOptions(
        ToolResultOptions.ErrorDetail.valueOf(
            json.path("errorDetail").asString(ToolResultOptions.DEFAULT.errorDetail().name())),
        json.path("inlineUpTo").asLong(ToolResultOptions.DEFAULT.inlineUpTo()));
  }

  private static boolean park(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      List<PendingCall> calls,
      JsonValue results) {
    if (!ctx.parksApprovals()) {
      return false;
    }
    Map<String, GateRequest<?>> gates = new HashMap<>();
    calls.forEach(call -> call.approval(ctx).ifPresent(gate -> gates.put(call.id(), gate)));
    if (gates.isEmpty()
        || !ctx.park(calls.stream().map(PendingCall::waiting).toList(), gates, results)) {
      return false;
    }
    calls.forEach(call -> call.announce(ctx, helpers));
    return true;
  }

  /**
   * Turns what a tool returned into results: text and bytes are written to the store under the call
   * record's id and become the tool's artifact, with its size known; everything else stays as it
   * is. An artifact tool's text is the result.
   *
   * @throws IOException from the store
   * @throws AdkException {@code E_TOOL_DOWNSTREAM_ERROR} where an artifact tool returned no text
   */
  public static ToolResults wrap(
      Tool tool, ToolOutput output, String callRecordId, ByteStore<SpoolReader> store)
      throws IOException {
    if (tool.isArtifactTool()) {
      if (output instanceof ToolOutput.Text(var text)) {
        return new ToolResults.Text(text);
      }
      throw new AdkException(
          AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR,
          "The artifact tool '" + tool.name() + "' returned no text; return ToolOutput.text(…).");
    }
    return switch (output) {
      case ToolOutput.Text(var tokenizable) -> {
        String text = tokenizable.value();
        yield spooled(tool, callRecordId, store, ByteSource.of(text), SizeHints.of(text));
      }
      case ToolOutput.Bytes(var bytes) ->
          spooled(tool, callRecordId, store, ByteSource.of(bytes), sizeOf(bytes));
      case ToolOutput.Artifact(var artifact) -> ToolResults.artifact(artifact);
      case ToolOutput.MediaItems(var items, var single) ->
          new ToolResults.MediaItems(items, single);
      case ToolOutput.Waits waits ->
          throw new AdkException(
              AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR, "The call has no result: it waits.");
    };
  }

  private static ToolResults spooled(
      Tool tool, String id, ByteStore<SpoolReader> store, ByteSource bytes, SizeHints size)
      throws IOException {
    ArtifactType<?> type = tool.artifactType().orElse(ArtifactTypes.SPOOLED);
    SpooledArtifact artifact = type.create(store.write(id, bytes));
    artifact.setSizeHints(size);
    return ToolResults.artifact(artifact);
  }

  private static SizeHints sizeOf(byte[] bytes) {
    long lines = bytes.length == 0 ? 0 : 1;
    for (byte b : bytes) {
      if (b == '\n') {
        lines++;
      }
    }
    return new SizeHints(bytes.length, lines);
  }
}
