package dev.adk4j.dispatch;

import dev.adk4j.abort.AbortClass;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.DispatchEnd;
import dev.adk4j.event.DispatchStart;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.ErrorEvent;
import dev.adk4j.event.EventKey;
import dev.adk4j.event.IterationEnd;
import dev.adk4j.event.IterationStart;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.WarningEvent;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Onion;
import dev.adk4j.loop.Operation;
import dev.adk4j.loop.Tool;
import dev.adk4j.token.TokenWarning;
import dev.adk4j.token.TokenWarnings;
import dev.adk4j.tool.ArtifactForge;
import dev.adk4j.value.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One dispatch: iterations of input pipeline, executor, output pipeline and flush, between its two
 * events. Used once.
 */
final class DispatchLoop {

  private final DispatchRequest request;
  private final DefaultDispatchContext ctx;
  private final ExecutorReports helpers;
  private final Instant startedAt;
  private final long started = System.nanoTime();
  private int completed;
  private boolean left;
  private boolean forged;
  private @Nullable Throwable failure;

  DispatchLoop(DispatchRequest request, DefaultDispatchContext ctx) {
    this.request = request;
    this.ctx = ctx;
    this.helpers = new ExecutorReports(ctx);
    this.startedAt = ctx.clock().instant();
  }

  void run() throws Exception {
    ContextSupport parent = ctx.parent();
    Subscription abortLink = parent == null ? () -> {} : ctx.follow(parent.abortSignal());
    Subscription warnings = TokenWarnings.open(this::warn);
    try {
      ctx.begin(Ids.next());
      ctx.instrumentation()
          .around(
              new Operation.Dispatch(ctx),
              () -> {
                dispatch();
                return null;
              });
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw Sneaky.<Exception>thrown(failure != null ? failure : Failures.executor(e));
    } finally {
      ctx.queue().end();
      warnings.close();
      abortLink.close();
    }
  }

  private void dispatch() throws Exception {
    emit(TurnEvent.DISPATCH_START, new DispatchStart(ctx.turnId(), ctx.dispatchId(), startedAt));
    try {
      while (!isOver()) {
        iterate();
      }
    } catch (VirtualMachineError e) {
      failure = e;
      end(DispatchStatus.NACK);
      throw e;
    }
    if (failure == null && ctx.nackError() != null) {
      failure = ctx.nackError();
      emitError(Failures.asAdk(failure));
    }
    end(
        failure != null
            ? DispatchStatus.NACK
            : ctx.isAcked() ? DispatchStatus.ACK : DispatchStatus.ABORTED);
    if (failure != null) {
      throw Sneaky.<Exception>thrown(failure);
    }
  }

  /** An instrumentation that fails is handled like the iteration it wraps. */
  private void iterate() {
    int iteration = completed;
    ctx.iteration(iteration);
    try {
      ctx.instrumentation()
          .around(
              new Operation.Iteration(ctx, iteration),
              () -> {
                iteration(iteration);
                return null;
              });
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      if (failure == null) {
        fail(Failures.executor(e));
      }
    }
  }

  private void iteration(int iteration) {
    Instant iterationStartedAt = ctx.clock().instant();
    long iterationStarted = System.nanoTime();
    emit(
        TurnEvent.ITERATION_START,
        new IterationStart(ctx.turnId(), ctx.dispatchId(), iteration, iterationStartedAt));
    forgeTools();
    pass("dispatch-input", request.inputPipeline());
    if (isOver()) {
      settle();
      return;
    }
    execute();
    if (isOver()) {
      settle();
      return;
    }
    pass("dispatch-output", request.outputPipeline());
    settle();
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
  }

  private boolean isOver() {
    return left || failure != null || ctx.aborted() || ctx.isSignalled();
  }

  /** Reader tools of artifacts are forged anew in each iteration, so that they never pile up. */
  private void forgeTools() {
    try {
      ctx.tools().pruneEphemeral();
      List<Tool> tools = ctx.turnToolCalls().isEmpty() ? List.of() : forgedTools();
      tools.forEach(tool -> ctx.tools().register(tool, true));
      if (!tools.isEmpty() && !forged) {
        forged = true;
        ctx.tools().bindContext(ctx);
      }
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw fail(Failures.executor(e));
    }
  }

  private List<Tool> forgedTools() {
    List<Tool> forged = List.copyOf(ArtifactForge.forge(ctx).all());
    if (forged.isEmpty()) {
      return forged;
    }
    List<Tool> offered = List.copyOf(request.forgeToolsFilter().filter(forged, ctx));
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
    Thrown thrown = new Thrown();
    boolean reached = Onion.pass(ctx, pipeline, ctx::aborted, thrown, () -> null);
    if (thrown.last != null) {
      throw fail(Failures.pipeline(AdkErrorCode.E_DISPATCH_PIPELINE_ERROR, thrown.last));
    }
    if (!reached && !ctx.aborted() && !ctx.isSignalled()) {
      throw fail(Failures.shortCircuit(label));
    }
  }

  private void execute() {
    try {
      request.executor().execute(ctx, helpers);
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      if (!AbortClass.matches(e, ctx.aborted())) {
        throw fail(Failures.executor(e));
      }
      Failures.keepInterrupt(e);
      ctx.queue().drain();
      left = true;
    }
  }

  /** What a flush makes hooks write is flushed with it. */
  private void settle() {
    List<Write> writes = ctx.queue().drain();
    if (left || ctx.aborted() || ctx.nackError() != null) {
      return;
    }
    try {
      while (!writes.isEmpty()) {
        List<Write> batch = writes;
        ctx.instrumentation()
            .around(
                new Operation.StorageCall(ctx, "flush"),
                () -> {
                  ctx.flush(batch);
                  return null;
                });
        writes = ctx.queue().drain();
      }
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw fail(Failures.executor(e));
    }
  }

  /** To be used as {@code throw fail(…)}. */
  private AdkException fail(AdkException error) {
    failure = error;
    ctx.queue().drain();
    emitError(error);
    return error;
  }

  private void end(DispatchStatus status) {
    emit(
        TurnEvent.DISPATCH_END,
        new DispatchEnd(
            ctx.turnId(),
            ctx.dispatchId(),
            status,
            failure,
            completed,
            startedAt,
            ctx.clock().instant(),
            millisSince(started)));
  }

  private void warn(TokenWarning warning) {
    emit(
        TurnEvent.WARNING,
        new WarningEvent(
            ctx.turnId(),
            ctx.dispatchId(),
            ctx.iteration(),
            ctx.clock().instant(),
            "dispatch-runner",
            "token-estimation-degraded",
            "Tokens of encoding '" + warning.encoding() + "' were estimated, its tokenizer failed.",
            warning.error(),
            Map.of("encoding", warning.encoding(), "textPreview", warning.textPreview())));
  }

  private void emitError(AdkException error) {
    emit(TurnEvent.ERROR, new ErrorEvent(ctx.turnId(), error));
  }

  private <T> void emit(EventKey.Observability<T> key, T event) {
    ctx.listeners().observe(key, event);
  }

  private static long millisSince(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
  }

  /** Keeps the last failure of a pipeline: only that one is reported. An abort is none. */
  private final class Thrown implements java.util.function.Consumer<Throwable> {

    private @Nullable Throwable last;

    @Override
    public void accept(Throwable thrown) {
      if (AbortClass.matches(thrown, ctx.aborted())) {
        Failures.keepInterrupt(thrown);
      } else {
        last = thrown;
      }
    }
  }
}
