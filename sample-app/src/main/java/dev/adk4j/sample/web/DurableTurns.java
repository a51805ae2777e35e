package dev.adk4j.sample.web;

import dev.adk4j.client.AgentClient;
import dev.adk4j.primitive.Message;
import dev.adk4j.sample.turns.TurnView;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Scope;
import dev.adk4j.web.stream.TurnEventStream;
import java.util.List;
import java.util.Set;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Turns of the profile {@code durable}: stored on acceptance and streamed from their stored events.
 */
@Component
@ConditionalOnProperty("adk.durable.enabled")
class DurableTurns {

  private final AgentClient agent;
  private final TurnEventStream stream;
  private final TurnStore turns;

  DurableTurns(AgentClient agent, TurnEventStream stream, TurnStore turns) {
    this.agent = agent;
    this.stream = stream;
    this.turns = turns;
  }

  SseEmitter start(Scope scope, Message message) {
    String turnId = agent.conversation(scope).durable().send(message).turnId();
    return stream.replay(scope, turnId, null);
  }

  /** Returns the queued, running and waiting turns of all processes. */
  List<String> open(Scope scope) {
    return turns.open(scope).stream().map(StoredTurn::turnId).toList();
  }

  boolean stop(Scope scope, String turnId) {
    return agent.conversation(scope).stop(turnId);
  }

  /** Adds the attempt and the node of a durable turn. */
  TurnView withRun(Scope scope, TurnView view) {
    return turns
        .list(new TurnStore.Search(scope.tenant(), view.turnId(), Set.of(), null, 1))
        .stream()
        .filter(found -> found.turn().isDurable() && found.turn().scope().equals(scope))
        .findFirst()
        .map(found -> view.ranAt(found.turn().attempt(), found.node()))
        .orElse(view);
  }
}
