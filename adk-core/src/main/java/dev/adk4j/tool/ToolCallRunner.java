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
import dev.adk4j.loop.AfterCrash;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchExecutorHelpers;
import dev.adk4j.loop.Tool;
import dev.adk4j.loop.ToolOutput;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.primitive.ToolResults;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.value.JsonValue;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runs the calls that a model requests, on behalf of an executor: finds the tool, runs it, converts
 * its output to results, reports them, and stores the record. A failure of a call becomes the
 * call's result, so that the model can correct itself; an abort, an interruption, and exceptions of
 * listeners or storage are thrown to the caller. Stateless.
 *
 * <p>A call acts for {@code ctx.scope()}, never for a user named in an argument.
 *
 * @since 0.1.0
 */
public final class ToolCallRunner {

  /**
   * Default limit of concurrent calls of one response: less than the 10 connections of a pool by
   * default, so that one response does not take all of them.
   */
  public static final int MAX_PARALLEL = 8;

  private ToolCallRunner() {}

  /** Runs a call without a provider id, payload or problem. */
  public static ToolCall run(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      String toolName,
      @Nullable JsonNode args) {
    return run(ctx, helpers, new ToolCallRequest(null, toolName, args));
  }

  /**
   * Announces the call, runs it, reports it complete and stores it, all under an id that is
   * generated here. The record contains the arguments that ran; if a guard changed them, also the
   * requested ones.
   *
   * @return the record; {@code inline} if an artifact tool returned the text
   * @throws AbortException if the handler noticed the abort
   * @throws AdkException {@code E_TOOL_DOWNSTREAM_ERROR} if the thread was interrupted, with the
   *     interrupt flag kept, or the context was aborted; {@code E_INVALID_INITIAL_TOOL_CALL_VALUE}
   *     if the call has no tool name
   */
  public static ToolCall run(
      DispatchContext ctx, DispatchExecutorHelpers helpers, ToolCallRequest call) {
    return run(ctx, helpers, call, ToolResultOptions.DEFAULT);
  }

  /**
   * Runs a call with options for its results. Errors of the call itself are always reported to the
   * model.
   */
  public static ToolCall run(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      ToolCallRequest call,
      ToolResultOptions policy) {
    return new CallGroups(ctx, helpers, policy, MAX_PARALLEL).run(call);
  }

  /** Runs the calls of one response, at most {@link #MAX_PARALLEL} at a time. */
  public static List<ToolCall> run(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      List<ToolCallRequest> calls,
      ToolResultOptions policy) {
    return run(ctx, helpers, calls, policy, MAX_PARALLEL);
  }

  /**
   * Runs the calls of one response in sequence, like {@link #run(DispatchContext,
   * DispatchExecutorHelpers, ToolCallRequest, ToolResultOptions)}; none after an abort.
   *
   * <p>Neighboring calls whose tools are {@link Tool#parallel()} run at once, each on a virtual
   * thread to which the instrumentation is propagated; earlier calls have ended by then, and later
   * calls have not started. They are announced in order, and stored in order when the last one has
   * ended. A failure stops no other call. After an abort, calls that have not ended after a moment
   * are interrupted, and those that continue nevertheless are abandoned. An interrupt of this
   * thread has the same effect immediately.
   *
   * <p>In a non-blocking turn, all calls are checked before the first one starts. If an approval is
   * missing, none of them starts and they wait together: the dispatch is acknowledged, and the
   * executor must return. The same applies if a call starts a task that waits, such as another
   * agent's turn: earlier calls have run, and later ones wait with it.
   *
   * @param maxParallel the maximum of concurrent calls, at least 1; with 1 all run on this thread
   * @return the records in the order of the calls; empty if the calls wait
   * @throws AbortException if calls did not end normally after an abort
   */
  public static List<ToolCall> run(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      List<ToolCallRequest> calls,
      ToolResultOptions policy,
      int maxParallel) {
    Violations.require(maxParallel >= 1, "$.maxParallel", "range", "must be at least 1");
    return new CallGroups(ctx, helpers, policy, maxParallel).runAll(calls);
  }

  /**
   * Returns the tool of a stored call, with a guard that asks again if the call was started before
   * and must ask; null if the tool is not offered any more.
   */
  public static @Nullable Tool toolOf(DispatchContext ctx, StoredTurn.Call call) {
    Tool tool = ctx.tools().get(call.tool()).orElse(null);
    if (tool == null
        || !call.started()
        || tool.afterCrash() != AfterCrash.ASK
        || tool.guard().isPresent()) {
      return tool;
    }
    return tool.toBuilder().guard(new AskAfterCrash(call.id())).build();
  }

  /**
   * For the engine: runs the calls of a response that waited, as {@link #run} would have. They may
   * wait again.
   *
   * @param left the calls that have not run yet
   * @param results the executor's policy at the time the calls began to wait
   * @param refusal the error for a call that must not start, requested right before the start; null
   *     if it may start
   */
  public static void resume(
      DispatchContext ctx,
      DispatchExecutorHelpers helpers,
      List<StoredTurn.Call> left,
      JsonValue results,
      Function<StoredTurn.Call, @Nullable NotStarted> refusal) {
    new CallGroups(ctx, helpers, results.node(), refusal).resume(left);
  }

  /**
   * For the engine: returns true for a call that was started and waits for its task.
   *
   * @param results of the waiting turn
   */
  public static boolean hasBegun(JsonValue results, String callId) {
    return CallGroups.begun(results.node()).contains(callId);
  }

  /**
   * Converts a tool's output to results: text and bytes are written to the store under the call
   * record's id and become the tool's artifact with a known size; other output is unchanged. An
   * artifact tool's text is the result.
   *
   * @throws IOException from the store
   * @throws AdkException {@code E_TOOL_DOWNSTREAM_ERROR} if an artifact tool returned no text
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
      case ToolOutput.Text(var text) ->
          spooled(
              tool, callRecordId, store, ByteSource.of(text.value()), SpoolReader.of(text.value()));
      case ToolOutput.Bytes(var bytes) ->
          spooled(tool, callRecordId, store, ByteSource.of(bytes), SpoolReader.of(bytes));
      case ToolOutput.Artifact(var artifact) -> ToolResults.artifact(artifact);
      case ToolOutput.MediaItems(var items, var single) ->
          new ToolResults.MediaItems(items, single);
      case ToolOutput.Waits waits ->
          throw new AdkException(
              AdkErrorCode.E_TOOL_DOWNSTREAM_ERROR, "The call has no result: it waits.");
    };
  }

  private static ToolResults spooled(
      Tool tool, String id, ByteStore<SpoolReader> store, ByteSource bytes, SpoolReader known)
      throws IOException {
    ArtifactType<?> type = tool.artifactType().orElse(ArtifactTypes.SPOOLED);
    SpooledArtifact artifact = type.create(store.write(id, bytes));
    artifact.setSizeHints(new SizeHints(known.byteLength(), known.lineCount()));
    return ToolResults.artifact(artifact);
  }
}
