package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.internal.BoundedMap;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnResumer;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stored turns of conversations: accepts, steers, stops and decides, and returns answers. */
final class StoredTurns {

  private static final Logger log = LoggerFactory.getLogger(AgentRegistry.class);

  private static final int ANSWERS_KEPT = 1_000;
  static final Duration FOREVER = Duration.ofDays(365);

  private final GateService gates;
  private final TurnStore store;
  private final TurnResumer resumer;
  private final TurnTree tree;

  /**
   * Ends of turns here, with the data that the store does not keep: usage, tool calls and causes.
   */
  private final Map<String, CompletableFuture<Answer>> ended =
      Collections.synchronizedMap(BoundedMap.ofNewest(ANSWERS_KEPT));

  StoredTurns(GateService gates, TurnResumer resumer, TurnTree tree) {
    this.gates = gates;
    this.store = gates.store();
    this.resumer = resumer;
    this.tree = tree;
  }

  /** Keeps the end of a turn that was resumed here. */
  void runs(String turnId, CompletableFuture<Answer> end) {
    ended.put(turnId, end);
  }

  /** Returns the durable turn that was accepted before for the same request. */
  Optional<AcceptedTurn> accepted(StoredTurn turn) {
    StoredTurn.Acceptance asked = Objects.requireNonNull(turn.acceptance());
    return asked.key() == null
        ? Optional.empty()
        : store
            .findByKey(turn.scope(), asked.key())
            .map(known -> TurnRules.same(known, asked).turnId())
            .map(known -> new AcceptedTurn(this, turn.scope(), known, false));
  }

  AcceptedTurn accept(StoredTurn turn, int maxQueued, TurnQueue.@Nullable Transaction within) {
    TurnStore.Accepted accepted = store.accept(turn, maxQueued, within);
    return new AcceptedTurn(this, turn.scope(), accepted.turn().turnId(), accepted.isNew());
  }

  /** Passes a message to the durable turn that runs, waits, or is next; empty if there is none. */
  Optional<AcceptedTurn> steer(StoredTurn asked, int maxUnread) {
    return store
        .steer(asked.scope(), DurableRequest.letter(asked), maxUnread)
        .map(reached -> new AcceptedTurn(this, asked.scope(), reached, false));
  }

  /** Asks a turn of the conversation to stop, in whichever process it runs. */
  boolean stop(Scope scope, String turnId, GateActor actor) {
    StoredTurn turn = store.find(scope, turnId).orElse(null);
    return turn != null && !turn.state().isFinal() && resumer.stop(scope, turnId, actor);
  }

  void wake(Scope scope, String turnId) {
    resumer.wake(scope, turnId);
  }

  /** Returns the answer, or the gates that the turn waits for; empty while it is queued or runs. */
  Optional<Answer> answer(Scope scope, String turnId, Duration atMost) {
    StoredTurn turn = awaited(scope, turnId, atMost, () -> false);
    return resumer.rests(turn) ? Optional.of(result(turn)) : Optional.empty();
  }

  /** Returns the turn of the conversation that waits, or is being resumed. */
  Optional<Answer> open(Scope scope) {
    List<StoredTurn> open = store.open(scope);
    return open.stream()
        .filter(turn -> OuterTurn.of(turn) == null)
        .findFirst()
        .or(() -> open.stream().findFirst())
        .map(this::waiting);
  }

  /** Ends the waiting turns of the conversation without starting any of their calls. */
  void cancelWaiting(Scope scope, GateActor actor) {
    // the enclosing ones first, so that they do not resume with an aborted inner turn
    store.open(scope).reversed().forEach(turn -> resumer.cancelWaiting(turn, actor));
  }

  /** Ends a waiting turn of the conversation without starting any of its calls. */
  boolean cancel(Scope scope, String turnId, GateActor actor) {
    StoredTurn turn = store.find(scope, turnId).orElse(null);
    if (turn == null || turn.state() != StoredTurn.State.WAITING) {
      return false;
    }
    resumer.cancelWaiting(turn, actor);
    return store
        .find(scope, turnId)
        .filter(now -> now.state() == StoredTurn.State.ABORTED)
        .isPresent();
  }

  /** Decides on a gate of the conversation, and waits for the outcome. */
  Answer decide(Scope scope, String ref, GateActor actor, GateDecision decision) {
    StoredTurn turn = ofGate(scope, ref).orElseThrow(() -> notFound(ref));
    gates.decide(ref, actor, decision);
    return answer(turn.scope(), turn.turnId());
  }

  /**
   * Decides on a gate of the conversation, including one that blocks its turn. Returns the turn
   * that the conversation's user knows.
   */
  String settle(Scope scope, String ref, GateActor actor, GateDecision decision) {
    StoredTurn turn = ofGate(scope, ref).orElse(null);
    if (turn == null) {
      return settle(gates, scope, ref, actor, decision);
    }
    gates.decide(ref, actor, decision);
    return turn.turnId();
  }

  /** Decides on a gate of the conversation. Returns the turn that asked. */
  static String settle(
      GateService gates, Scope scope, String ref, GateActor actor, GateDecision decision) {
    gates
        .find(scope.tenant(), ref)
        .filter(found -> sameConversation(found.scope(), scope))
        .orElseThrow(() -> notFound(ref));
    return gates.decide(ref, actor, decision).turnId();
  }

  private Optional<StoredTurn> ofGate(Scope scope, String ref) {
    return gates
        .find(scope.tenant(), ref)
        .flatMap(gate -> store.find(gate.tenant(), gate.turnId()))
        .map(tree::saved)
        .filter(found -> sameConversation(found.scope(), scope));
  }

  private static boolean sameConversation(Scope one, Scope other) {
    return one.conversation() != null
        && one.tenant().equals(other.tenant())
        && one.outermost().requireConversation().equals(other.outermost().requireConversation());
  }

  /** Waits until the turn has ended, or waits for gates. */
  Answer answer(Scope scope, String turnId) {
    return result(awaited(scope, turnId, FOREVER, () -> false));
  }

  /**
   * Waits until the turn rests.
   *
   * @param ends ends the wait if it returns true
   */
  StoredTurn awaited(Scope scope, String turnId, Duration atMost, BooleanSupplier ends) {
    try {
      return resumer
          .await(scope, turnId, atMost, ends)
          .orElseThrow(
              () ->
                  AdkException.saying(
                      AdkErrorCode.E_GATE_NOT_FOUND,
                      "Turn %s never waited in this conversation.",
                      turnId));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AgentTurnException(
          turnId, AdkErrorCode.E_TURN_ABORTED, "The wait for the answer was interrupted.", e);
    }
  }

  Answer result(StoredTurn turn) {
    String turnId = turn.turnId();
    return switch (turn.state()) {
      case COMPLETED -> completed(turn);
      case QUEUED, READY, WAITING, RUNNING -> waiting(turn);
      case ABORTED ->
          throw new AgentTurnException(
              turnId, AdkErrorCode.E_TURN_ABORTED, "Turn " + turnId + " was aborted.", null);
      case FAILED -> throw failed(turn);
    };
  }

  private AgentTurnException failed(StoredTurn turn) {
    CompletableFuture<Answer> told = told(turn.turnId());
    AgentTurnException cause =
        told.state() == Future.State.FAILED
                && told.exceptionNow() instanceof AgentTurnException here
                && here.code().equals(turn.error())
            ? here
            : null;
    return new AgentTurnException(
        turn.turnId(),
        cause == null ? turn.errorCode() : cause.errorCode(),
        "Turn " + turn.turnId() + " failed after the decision: " + turn.error(),
        cause);
  }

  /**
   * Returns the end of a turn that was resumed here. The store knows that a turn has ended a moment
   * before this registry: waits for that moment, at most a second. If the turn was not resumed
   * here, the result never completes.
   */
  private CompletableFuture<Answer> told(String turnId) {
    CompletableFuture<Answer> here = ended.get(turnId);
    if (here == null) {
      return new CompletableFuture<>();
    }
    try {
      here.get(1, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      return here; // the caller looks at its state
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (TimeoutException e) {
      log.debug("Turn {} has ended, and its end is not told yet.", turnId);
    }
    return here;
  }

  private Answer completed(StoredTurn turn) {
    CompletableFuture<Answer> told = told(turn.turnId());
    if (told.state() == Future.State.SUCCESS
        && told.resultNow().status() == Answer.Status.COMPLETED) {
      return told.resultNow();
    }
    StoredTurn.Answer stored = turn.answer();
    if (stored == null) {
      throw AgentTurnException.noAnswer(turn.turnId(), null);
    }
    return Answer.completed(
        turn.turnId(),
        Message.assistant(stored.messageId(), stored.text(), turn.updatedAt()),
        List.of(),
        GenerationStats.none(),
        null,
        TurnOptions.of(turn).answerOver(Map.of()));
  }

  static AdkException notFound(@Nullable String ref) {
    return AdkException.of(AdkErrorCode.E_GATE_NOT_FOUND)
        .message("There is no gate '" + ref + "' in this conversation.")
        .args(String.valueOf(ref))
        .build();
  }

  Answer waiting(StoredTurn turn) {
    return Answer.waiting(turn.turnId(), null, tree.gates(turn), GenerationStats.none(), null);
  }
}
