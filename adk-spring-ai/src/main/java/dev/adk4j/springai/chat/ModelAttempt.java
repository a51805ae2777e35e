package dev.adk4j.springai.chat;

import dev.adk4j.loop.DispatchContext;
import dev.adk4j.springai.dialect.ProviderDialect;
import dev.adk4j.springai.failure.ProviderErrorClassifier;
import dev.adk4j.springai.failure.ProviderFailure;
import java.io.EOFException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import reactor.core.Exceptions;
import reactor.util.context.Context;

/** Makes one attempt at a model call and waits for its outcome. Stateless. */
record ModelAttempt(ChatModel model, ProviderDialect dialect, ProviderErrorClassifier classifier) {

  /**
   * Makes the attempt.
   *
   * @throws RuntimeException if the request could not be created, which is a programming error
   * @throws InterruptedException if this thread is interrupted, which cancels the call
   */
  AttemptOutcome run(
      ModelRequest request,
      boolean streamed,
      LlmExecutorOptions options,
      DispatchContext ctx,
      Context reactor,
      AnswerListener listener)
      throws InterruptedException {
    AnswerCollector collector = new AnswerCollector(dialect, listener, options, streamed);
    boolean begun = false;
    try (ModelCall call = open(request, streamed, ctx, reactor)) {
      while (true) {
        Duration timeout = begun ? options.streamIdleTimeout() : options.firstResponseTimeout();
        ModelSignal signal = call.next(timeout);
        if (ctx.aborted()) {
          return new AttemptOutcome.Aborted();
        }
        switch (signal) {
          case null -> {
            return begun ? new AttemptOutcome.Stalled() : new AttemptOutcome.TimedOut();
          }
          case ModelSignal.Chunk chunk -> {
            if (!begun) {
              begun = true;
              listener.begun();
            }
            collector.add(chunk.response());
          }
          case ModelSignal.Completed completed -> {
            String fault = collector.fault();
            return fault == null
                ? new AttemptOutcome.Answered(collector.answer(request.model()))
                : cut(fault);
          }
          case ModelSignal.Failed failed -> {
            return failed(unwrapped(failed.thrown()), begun, streamed);
          }
          case ModelSignal.Aborted aborted -> {
            return new AttemptOutcome.Aborted();
          }
        }
      }
    }
  }

  private ModelCall open(
      ModelRequest request, boolean streamed, DispatchContext ctx, Context reactor) {
    return streamed
        ? ModelCall.stream(
            model, request.prompt(), reactor, ctx.abortSignal(), ctx.instrumentation())
        : ModelCall.blocking(model, request.prompt(), ctx.abortSignal(), ctx.instrumentation());
  }

  private static AttemptOutcome cut(String fault) {
    ProviderFailure failure =
        new ProviderFailure(ProviderFailure.Kind.TRANSPORT, 0, fault, Duration.ZERO);
    return new AttemptOutcome.BrokeOff(failure, new EOFException(fault));
  }

  private AttemptOutcome failed(Throwable thrown, boolean begun, boolean streamed) {
    if (thrown instanceof Error error) {
      throw error;
    }
    if (!begun && streamed && thrown instanceof UnsupportedOperationException) {
      return new AttemptOutcome.CannotStream();
    }
    ProviderFailure failure =
        classifier
            .classify(thrown)
            .orElseGet(
                () ->
                    new ProviderFailure(
                        ProviderFailure.Kind.UNKNOWN, 0, String.valueOf(thrown), Duration.ZERO));
    RuntimeException fault = begun ? null : fault(thrown, failure);
    if (fault != null) {
      throw fault;
    }
    boolean unreadable =
        failure.kind() == ProviderFailure.Kind.UNREADABLE
            || (failure.status() > 0 && failure.status() < 400);
    return begun || unreadable
        ? new AttemptOutcome.BrokeOff(failure, thrown)
        : new AttemptOutcome.Refused(failure, thrown);
  }

  /**
   * Returns the exception if a Spring AI model could not create a request from the prompt;
   * otherwise null.
   */
  private static @Nullable RuntimeException fault(Throwable thrown, ProviderFailure failure) {
    return failure.kind() == ProviderFailure.Kind.UNKNOWN
            && thrown instanceof RuntimeException fault
            && (fault instanceof ClassCastException
                || fault instanceof IllegalArgumentException
                || fault instanceof IllegalStateException
                || fault instanceof UnsupportedOperationException)
        ? fault
        : null;
  }

  private static Throwable unwrapped(Throwable thrown) {
    Throwable unwrapped = Exceptions.unwrap(thrown);
    while ((unwrapped instanceof CompletionException || unwrapped instanceof ExecutionException)
        && unwrapped.getCause() != null) {
      unwrapped = unwrapped.getCause();
    }
    return unwrapped;
  }
}
