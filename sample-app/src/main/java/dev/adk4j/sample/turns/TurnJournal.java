package dev.adk4j.sample.turns;

import dev.adk4j.boot.TurnEventListener;
import dev.adk4j.boot.TurnInput;
import dev.adk4j.event.AgentEvent.DispatchEnd;
import dev.adk4j.event.AgentEvent.ErrorEvent;
import dev.adk4j.event.AgentEvent.GenerationStatsEvent;
import dev.adk4j.event.AgentEvent.IterationEnd;
import dev.adk4j.event.AgentEvent.IterationStart;
import dev.adk4j.event.AgentEvent.ToolExecutionEnd;
import dev.adk4j.event.AgentEvent.ToolExecutionStart;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.AgentEvent.TurnGateClosed;
import dev.adk4j.event.DispatchStatus;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.ErasureGuard;
import dev.adk4j.jdbc.ErasureReport;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.loop.Next;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.loop.TurnMiddleware;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Scope;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Records the newest turns of this instance for the console's timings and timelines. A middleware,
 * because only a context has the scope of the turn; the rest comes from events. Thread-safe.
 */
@Component
@TurnInput
@Order(Ordered.HIGHEST_PRECEDENCE + 100)
public class TurnJournal implements TurnMiddleware, ErasureGuard {

  private static final int CAPACITY = 500;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, TurnRecord> turns = new LinkedHashMap<>();
  private final InstantSource clock;

  TurnJournal(InstantSource clock) {
    this.clock = clock;
  }

  /** Returns the turns of the scope, oldest first, without their timelines. */
  public List<TurnView> turns(Scope scope) {
    lock.lock();
    try {
      return turns.values().stream()
          .filter(turn -> turn.scope.equals(scope))
          .map(turn -> turn.view(false))
          .toList();
    } finally {
      lock.unlock();
    }
  }

  /** Returns a turn of the scope with its timeline. */
  public Optional<TurnView> turn(Scope scope, String turnId) {
    lock.lock();
    try {
      return find(scope, turnId).map(turn -> turn.view(true));
    } finally {
      lock.unlock();
    }
  }

  /** Aborts a turn of the scope. Returns false if no open turn has the id. */
  public boolean stop(Scope scope, String turnId) {
    Optional<TurnRecord> found;
    lock.lock();
    try {
      found = find(scope, turnId).filter(turn -> !turn.hasEnded());
    } finally {
      lock.unlock();
    }
    found.ifPresent(turn -> turn.stop.run());
    return found.isPresent();
  }

  /** Removes the turns of an erased conversation. */
  @Override
  public ErasureReport around(
      AdkStorageAdmin admin, ErasureTarget target, Supplier<ErasureReport> erasure) {
    ErasureReport report = erasure.get();
    lock.lock();
    try {
      turns.values().removeIf(turn -> isOf(target, turn.scope));
    } finally {
      lock.unlock();
    }
    return report;
  }

  private static boolean isOf(ErasureTarget target, Scope scope) {
    return switch (target) {
      case ErasureTarget.Conversation(String tenant, String conversation) ->
          tenant.equals(scope.tenant()) && conversation.equals(scope.conversation());
      case ErasureTarget.Subject subject ->
          subject.tenant().equals(scope.tenant()) && subject.subject().equals(scope.subject());
      case ErasureTarget.Tenant(String tenant) -> tenant.equals(scope.tenant());
      // the newest turns only, and none of them of what was not used for long
      case ErasureTarget.OlderThan older -> false;
    };
  }

  @Override
  public void handle(TurnContext ctx, Next next) throws Exception {
    TurnRecord turn =
        new TurnRecord(
            ctx.turnId(),
            ctx.scope(),
            clock.instant(),
            ctx.input().stream().map(Message::id).toList(),
            () -> ctx.abort("A person stopped it."));
    lock.lock();
    try {
      turns.put(turn.turnId, turn);
      dropOldEnded();
    } finally {
      lock.unlock();
    }
    next.proceed();
  }

  @TurnEventListener
  void on(IterationStart event) {
    on(event.turnId(), turn -> turn.iteration(event.iteration(), event.startedAt()));
  }

  @TurnEventListener
  void on(IterationEnd event) {
    on(event.turnId(), turn -> turn.end("iteration", event.endedAt(), "done"));
  }

  @TurnEventListener
  void on(ToolExecutionStart event) {
    on(event.turnId(), turn -> turn.tool(event.callId(), event.toolName(), event.startedAt()));
  }

  @TurnEventListener
  void on(ToolExecutionEnd event) {
    String how = event.isError() ? "failed" : "done";
    on(event.turnId(), turn -> turn.end("tool " + event.callId(), event.endedAt(), how));
  }

  @TurnEventListener
  void on(TurnGate gate) {
    on(
        gate.turnId(),
        turn -> turn.begin("gate " + gate.id(), "gate", "Waits for a person", gate.createdAt()));
  }

  @TurnEventListener
  void on(TurnGateClosed event) {
    on(
        event.turnId(),
        turn -> turn.end("gate " + event.gateId(), event.settledAt(), event.result().wire()));
  }

  @TurnEventListener("thought")
  void onThought(TurnStreamableContent event) {
    on(
        event.turnId(),
        turn -> {
          turn.begin("thought " + event.id(), "thought", "Thought", event.createdAt());
          if (event.isComplete()) {
            turn.end("thought " + event.id(), event.updatedAt(), "done");
          }
        });
  }

  @TurnEventListener("message")
  void onMessage(TurnStreamableContent event) {
    on(
        event.turnId(),
        turn -> {
          turn.answer(event.id(), event.createdAt());
          if (event.isComplete()) {
            turn.end("answer " + event.id(), event.updatedAt(), "done");
          }
        });
  }

  @TurnEventListener
  void on(GenerationStatsEvent event) {
    on(event.turnId(), turn -> turn.generation(event.stats(), event.emittedAt()));
  }

  @TurnEventListener
  void on(DispatchEnd event) {
    if (event.status() == DispatchStatus.ACK) {
      on(event.turnId(), turn -> turn.acknowledged(event));
    }
  }

  @TurnEventListener
  void on(ErrorEvent event) {
    on(event.turnId(), turn -> turn.failed(event.error().code(), clock.instant()));
  }

  @TurnEventListener
  void on(TurnEnd event) {
    on(event.turnId(), turn -> turn.end(event.endedAt(), event.durationMs()));
  }

  private void on(@Nullable String turnId, Consumer<TurnRecord> change) {
    lock.lock();
    try {
      TurnRecord turn = turns.get(turnId);
      if (turn != null) {
        change.accept(turn);
      }
    } finally {
      lock.unlock();
    }
  }

  private Optional<TurnRecord> find(Scope scope, String turnId) {
    return Optional.ofNullable(turns.get(turnId)).filter(turn -> turn.scope.equals(scope));
  }

  private void dropOldEnded() {
    Iterator<TurnRecord> oldest = turns.values().iterator();
    while (turns.size() > CAPACITY && oldest.hasNext()) {
      if (oldest.next().hasEnded()) {
        oldest.remove();
      }
    }
  }
}
