package dev.adk4j.client;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent;
import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.InnerEvent;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.event.TurnToolCallContent;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.primitive.ToolCall;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.turn.TurnCall;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects the answer of one turn from its events, which may come from several threads one after
 * another.
 */
final class AnswerCollector {

  private final @Nullable Message input;
  private final @Nullable AnswerType<?> type;
  private final Function<GenerationStats, Optional<BigDecimal>> prices;
  private final Function<StoredTurn, List<WaitingGate>> gatesOf;
  final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private final Set<String> called = new LinkedHashSet<>();
  private @Nullable List<WaitingGate> gates;
  private GenerationStats usage = GenerationStats.none();
  private @Nullable BigDecimal cost;
  private boolean unpriced;
  private @Nullable String finishReason;
  private @Nullable TurnStreamableContent lastStream;
  private @Nullable AdkException error;
  private @Nullable Message stored;
  private List<ToolCall> toolCalls = List.of();
  private boolean aborted;
  private String turnId = "";

  /**
   * @param input null for a turn that resumes after a decision
   * @param type the requested type of the answer; null for text
   * @param prices returns the cost of a generation; empty if it has no price
   * @param gatesOf returns the open gates of a turn that waits
   */
  AnswerCollector(
      @Nullable Message input,
      @Nullable AnswerType<?> type,
      Function<GenerationStats, Optional<BigDecimal>> prices,
      Function<StoredTurn, List<WaitingGate>> gatesOf) {
    this.input = input;
    this.type = type;
    this.prices = prices;
    this.gatesOf = gatesOf;
  }

  TurnCall listenTo(TurnCall call) {
    return call.on(TurnEvent.MESSAGE, this::streamed)
        .on(TurnEvent.TOOL_CALL, this::called)
        .observe(TurnEvent.GENERATION_STATS, event -> add(event.stats()))
        .observe(TurnEvent.INNER, event -> add(event.event()))
        .observe(TurnEvent.ERROR, event -> failed(event.error()))
        .observe(TurnEvent.TURN_END, event -> finish(event.turnId()))
        .inspect(this::look);
  }

  private synchronized void add(GenerationStats stats) {
    finishReason = stats.finishReason();
    count(stats);
  }

  /** Counts the usage of turns within this one as its own. */
  private void add(AgentEvent inner) {
    if (inner instanceof InnerEvent further) {
      add(further.event());
    } else if (inner instanceof GenerationStatsEvent event) {
      count(event.stats());
    }
  }

  private synchronized void count(GenerationStats stats) {
    usage = usage.plus(stats);
    BigDecimal price = prices.apply(stats).orElse(null);
    unpriced |= price == null;
    if (price != null) {
      cost = cost == null ? price : cost.add(price);
    }
  }

  private synchronized void failed(AdkException first) {
    error = error == null ? first : error;
  }

  private synchronized void streamed(TurnStreamableContent content) {
    if (content.isComplete()) {
      lastStream = content;
    }
  }

  private synchronized void called(TurnToolCallContent call) {
    called.add(call.id());
  }

  /** Only messages after the input answer it; messages before it are history. */
  private synchronized void look(TurnContext turn) {
    turnId = turn.turnId();
    aborted = turn.aborted();
    gates = turn.waiting().isPresent() ? List.of() : null; // also if its gates cannot be read
    turn.waiting().ifPresent(left -> gates = gatesOf.apply(left));
    List<Message> messages = turn.turnMessages().snapshot();
    Message asked = input == null ? lastOfUser(messages) : null;
    toolCalls =
        turn.turnToolCalls().snapshot().stream()
            .filter(call -> called.contains(call.id()) || isSince(asked, call))
            .toList();
    Message last = null;
    for (int i = messages.size() - 1; i >= 0; i--) {
      Message message = messages.get(i);
      if (input != null ? message.id().equals(input.id()) : message.role() == MessageRole.USER) {
        stored = last;
        return;
      }
      last = last == null && message.role() == MessageRole.ASSISTANT ? message : last;
    }
  }

  private static @Nullable Message lastOfUser(List<Message> messages) {
    return messages.stream()
        .filter(message -> message.role() == MessageRole.USER)
        .reduce((earlier, later) -> later)
        .orElse(null);
  }

  /**
   * Returns true if the call was made after the input. The first part of a resumed turn may have
   * run in another process.
   */
  private static boolean isSince(@Nullable Message asked, ToolCall call) {
    return asked != null && !call.createdAt().isBefore(asked.createdAt());
  }

  /**
   * Completes the answer exactly once, whatever happens in between. Must not be called within the
   * lock, since it calls the code that waits for the answer.
   */
  private void finish(String turnId) {
    try {
      answer.complete(outcome(turnId));
    } catch (AgentTurnException | AgentWaitingException e) {
      answer.completeExceptionally(e);
    } catch (Throwable e) {
      answer.completeExceptionally(AgentTurnException.unanswered(turnId, e));
      FatalErrors.rethrow(e);
    }
  }

  /** Called when the turn cannot start. An exception with a code is the answer's own failure. */
  void refused(Throwable refusal) {
    if (refusal instanceof AdkException) {
      answer.completeExceptionally(refusal);
    }
    over(refusal);
  }

  /** Called when the turn is over, so that every waiting caller is released. */
  void over(@Nullable Throwable failure) {
    if (!answer.isDone()) {
      answer.completeExceptionally(AgentTurnException.unanswered(turnId(), failure));
    }
  }

  private synchronized String turnId() {
    return turnId;
  }

  private synchronized Answer outcome(String turnId) {
    Message last = last();
    BigDecimal total = unpriced ? null : cost;
    if (error instanceof AgentWaitingException refused) {
      throw refused;
    }
    if (error != null) {
      throw AgentTurnException.failed(turnId, error);
    }
    if (aborted) {
      throw new AgentTurnException(
          turnId, AdkErrorCode.E_TURN_ABORTED, "Turn " + turnId + " was aborted.", null);
    }
    if (gates != null) {
      return Answer.waiting(turnId, last, gates, usage, total);
    }
    if (last == null) {
      throw AgentTurnException.noAnswer(turnId, finishReason);
    }
    return Answer.completed(turnId, last, toolCalls, usage, total, type);
  }

  /**
   * Returns the last message. The stored message is complete; the text of a stream replaces it if
   * the executor stored none.
   */
  private @Nullable Message last() {
    TurnStreamableContent stream = lastStream;
    if (stored != null || stream == null || stream.full().isEmpty()) {
      return stored;
    }
    return Message.assistant(stream.id(), stream.full(), stream.updatedAt());
  }
}
