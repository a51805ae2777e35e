package dev.adk4j.guard;

import dev.adk4j.abort.AbortException;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.GuardDecision;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.AgentContext;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Emits the decisions of one guard at one stage as events and converts them to refusals. */
record Decisions(AgentContext ctx, String guard, String stage) {

  static final String INPUT = "input";
  static final String OUTPUT = "output";
  static final String THOUGHT = "thought";
  static final String TOOL = "tool";

  /** Calls the guard; an exception or a null result refuses. */
  Verdict of(Callable<Verdict> asked) {
    try {
      return Objects.requireNonNull(asked.call(), "the guard returned null");
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      FatalErrors.keepInterrupt(e);
      if (ctx.aborted() && AbortException.matches(e, true)) {
        throw new AbortException(null);
      }
      throw failed(e);
    }
  }

  void tell(String decision, @Nullable String reason) {
    ctx.emitGuardDecision(
        new GuardDecision(ctx.turnId(), guard, stage, decision, reason, ctx.clock().instant()));
  }

  AdkException refuse(String reason) {
    tell("refuse", reason);
    return error("The guard '" + guard + "' refused the " + stage + ": " + reason, null);
  }

  /** Omits the exception's message, which may quote the text. */
  private AdkException failed(Throwable e) {
    tell("failed", e.getClass().getName());
    return error("The guard '" + guard + "' failed, so the " + stage + " is refused.", e);
  }

  private AdkException error(String message, @Nullable Throwable cause) {
    return AdkException.of(AdkErrorCode.E_GUARD_REFUSED)
        .message(message)
        .args(guard, stage)
        .cause(cause)
        .build();
  }
}
