package dev.adk4j.memory;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.loop.AgentContext;
import dev.adk4j.memory.store.MemoryOwner;
import dev.adk4j.memory.store.MemoryWriteContext;
import dev.adk4j.value.Scope;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Owner and origin of calls to stores, and the context for their threads. */
record Caller(
    MemoryOwner owner,
    @Nullable String conversation,
    @Nullable String turnId,
    MemoryWriteContext.Origin origin,
    @Nullable AbortSignal abort,
    UnaryOperator<Runnable> propagate) {

  static Caller program(Scope scope, String what, UnaryOperator<Runnable> decorator) {
    return new Caller(
        MemoryOwner.require(scope, what),
        scope.conversation(),
        null,
        MemoryWriteContext.Origin.PROGRAM,
        null,
        decorator);
  }

  static Caller turn(
      AgentContext ctx,
      MemoryWriteContext.Origin origin,
      String what,
      UnaryOperator<Runnable> decorator) {
    return new Caller(
        MemoryOwner.require(ctx.scope(), what),
        ctx.scope().conversation(),
        ctx.turnId(),
        origin,
        ctx.abortSignal(),
        task -> ctx.instrumentation().propagate(decorator.apply(task)));
  }

  /** Returns a copy that an abort of the turn does not cancel. */
  Caller outlivingTheTurn() {
    return new Caller(owner, conversation, turnId, origin, null, propagate);
  }

  MemoryWriteContext writeContext() {
    return new MemoryWriteContext(owner, conversation, null, origin, turnId);
  }
}
