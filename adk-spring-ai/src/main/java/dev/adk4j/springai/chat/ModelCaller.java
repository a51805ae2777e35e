package dev.adk4j.springai.chat;

import dev.adk4j.error.AdkException;
import dev.adk4j.event.LogLevel;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.ExecutorLog;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.springai.failure.ProviderFailure;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleSupplier;
import reactor.util.context.Context;

/**
 * Calls a model and retries failed calls within the limits of the options. Retries only a call that
 * has returned nothing. Thread-safe. Its only state is whether the model cannot stream.
 */
final class ModelCaller {

  private static final Duration NONE = Duration.ZERO;

  private final ModelAttempt attempt;
  private final ProviderDialect dialect;
  private final Pause pause;
  private final DoubleSupplier jitter;
  private final AtomicBoolean cannotStream = new AtomicBoolean();

  ModelCaller(ModelAttempt attempt, ProviderDialect dialect) {
    this(
        attempt,
        dialect,
        Pause.UNTIL_ABORTED,
        () -> ThreadLocalRandom.current().nextDouble(0.9, 1.1));
  }

  ModelCaller(ModelAttempt attempt, ProviderDialect dialect, Pause pause, DoubleSupplier jitter) {
    this.attempt = attempt;
    this.dialect = dialect;
    this.pause = pause;
    this.jitter = jitter;
  }

  /**
   * Calls the model.
   *
   * @param listener receives the parts of a streamed answer
   */
  CallResult call(
      ModelRequest request,
      LlmExecutorOptions options,
      DispatchContext ctx,
      ExecutorLog log,
      Context reactor,
      AnswerListener listener)
      throws InterruptedException {
    int made = 1;
    while (!ctx.aborted()) {
      boolean streamed = options.stream() && !cannotStream.get();
      AnswerListener heard = streamed ? listener : AnswerListener.SILENT;
      switch (attempt.run(request, streamed, options, ctx, reactor, heard)) {
        case AttemptOutcome.Answered(ModelAnswer answer) -> {
          return new CallResult.Answered(answer, streamed);
        }
        case AttemptOutcome.Aborted aborted -> {
          return new CallResult.Aborted();
        }
        case AttemptOutcome.CannotStream cannot -> {
          if (cannotStream.compareAndSet(false, true)) {
            log.warn(
                "stream-unsupported", "The model cannot stream; it is called without streaming.");
          }
        }
        case AttemptOutcome.TimedOut timedOut -> {
          log.warn("request-timeout", "No response arrived within the timeout for the first one.");
          if (!again(made++, "timeout", 0, NONE, options, ctx, log)) {
            return failed(LlmErrors.timedOut(dialect.id(), options.firstResponseTimeout()));
          }
        }
        case AttemptOutcome.Stalled stalled -> {
          log.warn("stream-idle-timeout", "The stream was silent for longer than its timeout.");
          return failed(LlmErrors.stalled(dialect.id(), options.streamIdleTimeout()));
        }
        case AttemptOutcome.BrokeOff(ProviderFailure failure, Throwable thrown) -> {
          log(log, "stream-error", "The answer was interrupted", failure);
          return failed(LlmErrors.brokeOff(dialect.id(), failure, thrown));
        }
        case AttemptOutcome.Refused(ProviderFailure failure, Throwable thrown) -> {
          if (request.replay() == ModelRequest.Replay.SENT && dialect.rejectsReplay(failure)) {
            return new CallResult.Failed(
                LlmErrors.replayRejected(dialect.id(), failure, thrown), true);
          }
          boolean retriable = retriable(failure, options.retry());
          String reason = failure.status() == 0 ? "transport" : "status";
          if (!retriable
              || !again(
                  made++, reason, failure.status(), failure.retryAfter(), options, ctx, log)) {
            logRefusal(log, failure);
            return failed(refused(request, failure, thrown));
          }
        }
      }
    }
    return new CallResult.Aborted();
  }

  private AdkException refused(ModelRequest request, ProviderFailure failure, Throwable thrown) {
    return request.replay() == ModelRequest.Replay.WITHDRAWN && dialect.rejectsReplay(failure)
        ? LlmErrors.replayRejected(dialect.id(), failure, thrown)
        : LlmErrors.refused(dialect.id(), failure, thrown);
  }

  private static boolean retriable(ProviderFailure failure, RetryOptions retry) {
    return switch (failure.kind()) {
      case HTTP -> retry.retriableStatuses().contains(failure.status());
      case TRANSPORT -> true;
      case UNREADABLE, UNKNOWN -> false;
    };
  }

  /** Pauses before the next attempt. Returns false after the last attempt. */
  private boolean again(
      int made,
      String reason,
      int status,
      Duration retryAfter,
      LlmExecutorOptions options,
      DispatchContext ctx,
      ExecutorLog log)
      throws InterruptedException {
    RetryOptions retry = options.retry();
    if (made >= retry.maxAttempts()) {
      return false;
    }
    Duration delay = retry.delay(made, retryAfter, jitter.getAsDouble());
    Map<String, Object> payload = new LinkedHashMap<>();
    payload.put("reason", reason);
    payload.put("delayMs", delay.toMillis());
    payload.put("attempt", made);
    payload.put("maxAttempts", retry.maxAttempts());
    if (status > 0) {
      payload.put("status", status);
    }
    if (!retryAfter.isZero()) {
      payload.put("retryAfterMs", retryAfter.toMillis());
    }
    log.log(
        status > 0 ? LogLevel.WARN : LogLevel.DEBUG,
        "retry-attempt",
        "Attempt %s failed (%s); the next one in %s ms.".formatted(made, reason, delay.toMillis()),
        payload);
    pause.sleep(delay, ctx.abortSignal());
    return true;
  }

  private static void logRefusal(ExecutorLog log, ProviderFailure failure) {
    if (failure.status() > 0) {
      log(log, "http-error", "The provider responded with status " + failure.status(), failure);
    } else {
      log(log, "transport-error", "The provider did not respond", failure);
    }
  }

  private static void log(ExecutorLog log, String kind, String what, ProviderFailure failure) {
    log.log(
        LogLevel.ERROR,
        kind,
        what + ": " + LlmErrors.shown(failure.detail()),
        Map.of("status", failure.status(), "body", failure.detail()));
  }

  private static CallResult failed(AdkException error) {
    return new CallResult.Failed(error, false);
  }
}
