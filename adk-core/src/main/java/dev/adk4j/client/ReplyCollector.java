package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.FatalErrors;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.turn.TurnCall;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Gathers from the events of one turn what it answered. Told by the turn's thread, or threads one
 * after another.
 */
final class ReplyCollector {

  private final Message input;
  private final CompletableFuture<AgentReply> reply = new CompletableFuture<>();
  private final AtomicReference<GenerationStats> usage =
      new AtomicReference<>(GenerationStats.none());
  private volatile @Nullable TurnStreamableContent lastStream;
  private volatile @Nullable AdkException error;
  private volatile @Nullable Message stored;
  private volatile @Nullable String finishReason;
  private volatile boolean aborted;
  private volatile String turnId = "";

  ReplyCollector(Message input) {
    this.input = input;
  }

  TurnCall listenTo(TurnCall call) {
    return call.on(TurnEvent.MESSAGE, this::streamed)
        .observe(TurnEvent.GENERATION_STATS, event -> add(event.stats()))
        .observe(TurnEvent.ERROR, event -> error = error == null ? event.error() : error)
        .observe(TurnEvent.TURN_END, event -> finish(event.turnId()))
        .inspect(this::look);
  }

  CompletableFuture<AgentReply> reply() {
    return reply;
  }

  private void add(GenerationStats stats) {
    finishReason = stats.finishReason();
    usage.accumulateAndGet(stats, GenerationStats::plus);
  }

  private void streamed(TurnStreamableContent content) {
    if (content.isComplete()) {
      lastStream = content;
    }
  }

  /** Looks for the answer behind the input; messages before it are history. */
  private void look(TurnContext turn) {
    turnId = turn.turnId();
    aborted = turn.aborted();
    List<Message> messages = turn.turnMessages().snapshot();
    Message last = null;
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i).id().equals(input.id())) {
        stored = last;
        return;
      }
      last =
          last == null && messages.get(i).role() == MessageRole.ASSISTANT ? messages.get(i) : last;
    }
  }

  /** Completes the answer, exactly once and whatever gets in between. */
  private void finish(String turnId) {
    try {
      answer(turnId);
    } catch (Throwable e) {
      reply.completeExceptionally(AgentTurnException.unanswered(turnId, e));
      FatalErrors.rethrow(e);
    }
  }

  /** Ends the wait for a turn that is over. */
  void over(@Nullable Throwable failure) {
    if (!reply.isDone()) {
      reply.completeExceptionally(AgentTurnException.unanswered(turnId, failure));
    }
  }

  private void answer(String turnId) {
    Message answer = answer();
    AdkException failure = error;
    if (failure != null) {
      reply.completeExceptionally(AgentTurnException.failed(turnId, failure));
    } else if (aborted) {
      reply.completeExceptionally(
          new AgentTurnException(
              turnId, AdkErrorCode.E_TURN_ABORTED, "Turn " + turnId + " was aborted.", null));
    } else if (answer == null) {
      reply.completeExceptionally(AgentTurnException.noAnswer(turnId, finishReason));
    } else {
      reply.complete(new AgentReply(answer, usage.get(), turnId));
    }
  }

  /**
   * Returns the stored message, which has everything; a stream's text stands in where the executor
   * stored none.
   */
  private @Nullable Message answer() {
    TurnStreamableContent stream = lastStream;
    if (stored != null || stream == null || stream.full().isEmpty()) {
      return stored;
    }
    return Message.assistant(stream.id(), stream.full(), stream.updatedAt());
  }
}
