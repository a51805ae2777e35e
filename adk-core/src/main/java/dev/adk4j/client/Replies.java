package dev.adk4j.client;

import dev.adk4j.turn.TurnHandle;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The answer of a started turn. */
final class Replies implements PendingReply {

  private final TurnHandle handle;
  private final CompletableFuture<AgentReply> reply;

  Replies(TurnHandle handle, CompletableFuture<AgentReply> reply) {
    this.handle = handle;
    this.reply = reply;
  }

  /** Returns the exception itself, not the future's wrapper, with the stack of the turn's end. */
  static RuntimeException failure(Throwable wrapper) {
    return wrapper.getCause() instanceof AgentTurnException failed
        ? failed
        : new IllegalStateException(wrapper);
  }

  @Override
  public String turnId() {
    return handle.turnId();
  }

  @Override
  public AgentReply await() throws InterruptedException {
    handle.join();
    return answered();
  }

  @Override
  public Optional<AgentReply> await(Duration timeout) throws InterruptedException {
    return handle.join(timeout) ? Optional.of(answered()) : Optional.empty();
  }

  @Override
  public void abort(@Nullable Object reason) {
    handle.abort(reason);
  }

  @Override
  public boolean isDone() {
    return handle.isDone();
  }

  @Override
  public CompletableFuture<AgentReply> reply() {
    return reply.copy();
  }

  private AgentReply answered() throws InterruptedException {
    try {
      return reply.get();
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }
}
