package dev.adk4j.turn;

import dev.adk4j.abort.AbortException;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.DispatchStart;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.AgentEvent.IterationEnd;
import dev.adk4j.event.AgentEvent.IterationStart;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Operation;
import dev.adk4j.loop.Tool;
import dev.adk4j.token.internal.TokenWarning;
import dev.adk4j.token.internal.TokenWarnings;
import dev.adk4j.tool.ArtifactForge;
import dev.adk4j.value.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One dispatch: iterations of input pipeline, executor, output pipeline and flush, between its two
 * events. Used once.
 */
final class DispatchLoop {

  /**
   * Limits the flushes of hooks that write because of each other, so that an endless sequence is
   * detected.
   */
  private static final int MAX_HOOK_ROUNDS = 16;

  private final DispatchRequest request;
  private final DefaultDispatchContext ctx;
  private final ExecutorReports helpers;
  private final Instant startedAt;
  private final long started = System.nanoTime();
  private final int first;
  private int completed;
  private boolean left;
  private boolean forged;
  private @Nullable Throwable failure;

  DispatchLoop(DispatchRequest request, DefaultDispatchContext ctx) {
    this.request = request;
    this.ctx = ctx;
    this.helpers = new ExecutorReports(ctx);
    this.first = ctx.firstIteration();
    this.completed = first;
    this.startedAt = ctx.clock().instant();
  }

  void run() throws Exception {
    ContextSupport parent = ctx.parent;
    Subscription abortLink = parent == null ? () -> {} : ctx.follow(parent.abortSignal());
    Subscription warnings = TokenWarnings.open(this::warn);
    try {
      ctx.begin(Ids.next());
      ctx.around(new Operation.Dispatch(ctx), this::dispatch);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      if (failure != null) {
        throw FatalErrors.<Exception>unchanged(failure);
      }
      if (!abortedBy(e)) {
        throw Failures.executor(e);
      }
      FatalErrors.keepInterrupt(e);
    } finally {
      ctx.end();
      warnings.close();
      abortLink.close();
    }
  }

  private void dispatch() throws Exception {
    Instant endedAt;
    try {
      emit(TurnEvent.DISPATCH_START, new DispatchStart(ctx.turnId(), ctx.dispatchId(), startedAt));
      while (!isOver()) {
        iterate();
      }
      leave();
      endedAt = ctx.clock().instant();
    } catch (Throwable e) {
      // Only fatal errors arrive here, from any listener or part; the end is emitted first.
      failure = e;
      endedAt = Instant.now();
    }
    end(
        failure != null
            ? DispatchStatus.NACK
            : ctx.isAcked() ? DispatchStatus.ACK : DispatchStatus.ABORTED,
        endedAt);
    if (failure != null) {
      throw FatalErrors.<Exception>unchanged(failure);
    }
  }

  /**
   * Runs one iteration inside its instrumentation, whose failures are handled like the iteration's
   * own.
   */
  private void iterate() {
    int iteration = completed;
    ctx.iteration(iteration);
    try {
      ctx.around(new Operation.Iteration(ctx, iteration), () -> iteration(iteration));
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      if (failure == null && abortedBy(e)) {
        abandon(e);
      } else if (failure == null) {
        failed(Failures.executor(e));
      }
    }
  }

  /**
   * Settles the writes between the last iteration's flush and the signal that ended the loop, such
   * as those of a worker that acknowledged.
   */
  private void leave() {
    try {
      settle();
    } catch (Throwable e) {
      FatalErrors.rethrow(e); // otherwise it was remembered and reported
    } finally {
      ctx.writes.end();
    }
    if (failure == null && ctx.nackError() != null) {
      failure = ctx.nackError();
      emitError(Failures.asAdk(failure));
    }
  }

  private void iteration(int iteration) {
    Instant iterationStartedAt = ctx.clock().instant();
    long iterationStarted = System.nanoTime();
    emit(
        TurnEvent.ITERATION_START,
        new IterationStart(ctx.turnId(), ctx.dispatchId(), iteration, iterationStartedAt));
    prepare();
    if (left) {
      return;
    }
    pass("dispatch-input", request.inputPipeline);
    if (isOver()) {
      settle();
      return;
    }
    boolean ran = execute();
    boolean over = isOver();
    if (ran && !over) {
      pass("dispatch-output", request.outputPipeline);
    }
    settle();
    if (!goesOn() && over) {
      return;
    }
    completed++;
    emit(
        TurnEvent.ITERATION_END,
        new IterationEnd(
            ctx.turnId(),
            ctx.dispatchId(),
            iteration,
            iterationStartedAt,
            ctx.clock().instant(),
            millisSince(iterationStarted)));
    TurnProgress progress = ctx.progress();
    if (progress != null && !isOver()) {
      progress.handOver();
    }
  }

  /** Returns true if messages came while the model gave its last answer: they are answered, too. */
  private boolean goesOn() {
    boolean more = !left && failure == null && ctx.reopen();
    forged &= !more;
    return more;
  }

  private boolean isOver() {
    return left || failure != null || ctx.aborted() || ctx.isSignalled();
  }

  /**
   * Stores the messages that were sent to the turn, and creates the reader tools of artifacts, anew
   * in each iteration, so that they never accumulate.
   */
  private void prepare() {
    try {
      ctx.takeLetters();
      ctx.tools().pruneEphemeral();
      List<Tool> tools = ctx.turnToolCalls().isEmpty() ? List.of() : forgedTools();
      tools.forEach(tool -> ctx.tools().register(tool, true));
      if (!tools.isEmpty() && !forged) {
        forged = true;
        ctx.tools().bindContext(ctx);
      }
    } catch (Throwable e) {
      stop(e, AbortException.matches(e, ctx.aborted()));
    }
  }

  private List<Tool> forgedTools() {
    List<Tool> forged = List.copyOf(ArtifactForge.forge(ctx).all());
    if (forged.isEmpty()) {
      return forged;
    }
    List<Tool> offered = List.copyOf(request.forgeToolsFilter.filter(forged, ctx));
    for (Tool tool : offered) {
      if (!forged.contains(tool)) {
        throw new IllegalStateException(
            "A ForgeToolsFilter may only leave tools out, and gave '"
                + tool.name()
                + "', which is not one of the forged tools.");
      }
    }
    return offered;
  }

  private void pass(String label, List<DispatchMiddleware> pipeline) {
    AtomicReference<@Nullable Throwable> last = new AtomicReference<>();
    boolean reached =
        MiddlewareChain.pass(
            pipeline, (middleware, next) -> middleware.handle(ctx, next), ctx::aborted, last::set);
    Throwable thrown = last.get(); // the only one that is reported
    if (thrown != null) {
      throw fail(Failures.pipeline(AdkErrorCode.E_DISPATCH_PIPELINE_ERROR, thrown));
    }
    if (!reached && !ctx.aborted() && !ctx.isSignalled()) {
      throw fail(Failures.shortCircuit(label));
    }
  }

  /** Returns false if a filter stopped the executor. */
  private boolean execute() {
    try {
      request.executor.execute(ctx, helpers);
      return true;
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      DispatchContext.OutputFilter filter = ctx.filter();
      if (filter != null && filter.hasStopped()) {
        return false;
      }
      stop(e, AbortException.matches(e, ctx.aborted()));
      return false;
    }
  }

  /**
   * Flushes or discards the writes. If the loop is over, the queue is sealed first: writes that a
   * worker stored before it signalled are included, and later writes are refused to their caller.
   * Writes that a flush causes hooks to make are flushed with it.
   */
  private void settle() {
    if (isOver()) {
      ctx.awaitAckHandlers();
      ctx.writes.seal();
    }
    List<Write> writes = ctx.writes.drain();
    try {
      for (int round = 0; !writes.isEmpty() && !discards(); round++) {
        if (round == MAX_HOOK_ROUNDS) {
          throw new IllegalStateException(
              "Hooks of writes wrote again in each of "
                  + MAX_HOOK_ROUNDS
                  + " flushes; a hook must not answer its own writes.");
        }
        List<Write> batch = writes;
        ctx.around(new Operation.StorageCall(ctx, "flush"), () -> ctx.writes.flush(batch));
        writes = ctx.writes.drainIfWrittenByLoop();
      }
    } catch (Throwable e) {
      stop(e, abortedBy(e));
    }
  }

  private boolean discards() {
    return left || failure != null || ctx.aborted() || ctx.nackError() != null;
  }

  /**
   * Returns true if a part other than the executor threw the abort itself. An abort exception
   * without an abort does not count: it would hide that records were not stored.
   */
  private boolean abortedBy(Throwable thrown) {
    return ctx.aborted() && AbortException.matches(thrown, true);
  }

  /** Ends the loop as aborted, or fails it; an error of the virtual machine is only rethrown. */
  private void stop(Throwable thrown, boolean isAbort) {
    FatalErrors.rethrow(thrown);
    if (!isAbort) {
      throw fail(Failures.executor(thrown));
    }
    abandon(thrown);
  }

  /** Ends the loop; nothing of this iteration is stored. */
  private void abandon(Throwable abort) {
    FatalErrors.keepInterrupt(abort);
    ctx.writes.drain();
    left = true;
  }

  /** Emits the failure and returns it, for {@code throw fail(…)}. */
  private AdkException fail(AdkException error) {
    failed(error);
    return error;
  }

  private void failed(AdkException error) {
    failure = error;
    ctx.writes.drain();
    emitError(error);
  }

  private void end(DispatchStatus status, Instant endedAt) {
    TurnProgress progress = ctx.progress();
    if (progress != null && (status != DispatchStatus.ACK || ctx.aborted())) {
      progress.left(helpers.unfinished()); // in case the turn ends with it
    }
    emit(
        TurnEvent.DISPATCH_END,
        new DispatchEnd(
            ctx.turnId(),
            ctx.dispatchId(),
            status,
            failure,
            completed - first,
            startedAt,
            endedAt,
            millisSince(started),
            ctx.waits()));
  }

  private void warn(TokenWarning warning) {
    emit(
        TurnEvent.WARNING,
        LiveTurn.warning(
            warning,
            ctx.turnId(),
            ctx.dispatchId(),
            ctx.iteration(),
            ctx.clock().instant(),
            "dispatch-runner"));
  }

  private void emitError(AdkException error) {
    TurnProgress progress = ctx.progress();
    if (progress != null && progress.fence.isLost()) {
      return; // the turn resumes in another process: that is not an error of the turn
    }
    emit(TurnEvent.ERROR, new ErrorEvent(ctx.turnId(), error));
  }

  private <T> void emit(EventKey.Observability<T> key, T event) {
    ctx.listeners.observe(key, event);
  }

  private static long millisSince(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
  }
}
