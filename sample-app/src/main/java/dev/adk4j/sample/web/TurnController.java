package dev.adk4j.sample.web;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.sample.turns.TurnJournal;
import dev.adk4j.sample.turns.TurnView;
import dev.adk4j.stored.GateService;
import dev.adk4j.value.Scope;
import dev.adk4j.web.stream.TurnEventStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.JsonNode;

/** Endpoints of the turns of a conversation on this instance, and of their approvals. */
@RestController
@RequestMapping("/api/conversations/{id}/turns")
class TurnController {

  private final TurnEventStream stream;
  private final TurnJournal journal;
  private final GateService gates;
  private final ConversationIds ids;
  private final @Nullable DurableTurns durable;

  TurnController(
      TurnEventStream stream,
      TurnJournal journal,
      GateService gates,
      ConversationIds ids,
      ObjectProvider<DurableTurns> durable) {
    this.stream = stream;
    this.journal = journal;
    this.gates = gates;
    this.ids = ids;
    this.durable = durable.getIfAvailable();
  }

  @GetMapping
  Turns turns(@PathVariable String id) {
    return new Turns(journal.turns(ids.scope(id)));
  }

  @GetMapping("/{turnId}")
  TurnView turn(@PathVariable String id, @PathVariable String turnId) {
    Scope scope = ids.scope(id);
    return journal
        .turn(scope, turnId)
        .map(turn -> durable == null ? turn : durable.withRun(scope, turn))
        .orElseThrow(() -> new ApiProblemException(ApiProblem.UNKNOWN_TURN));
  }

  /** Streams the events of a turn after the last one that the client received. */
  @GetMapping("/{turnId}/events")
  SseEmitter replay(
      @PathVariable String id,
      @PathVariable String turnId,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId) {
    return stream.replay(ids.scope(id), turnId, lastEventId);
  }

  @PostMapping("/{turnId}/stop")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void stop(@PathVariable String id, @PathVariable String turnId) {
    Scope scope = ids.scope(id);
    if ((durable == null || !durable.stop(scope, turnId)) && !journal.stop(scope, turnId)) {
      throw new ApiProblemException(ApiProblem.TURN_ENDED);
    }
  }

  @PostMapping(path = "/{turnId}/gates/{gateId}", consumes = MediaType.APPLICATION_JSON_VALUE)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void decide(
      @PathVariable String id,
      @PathVariable String turnId,
      @PathVariable String gateId,
      @RequestBody Decision decision) {
    Scope scope = ids.scope(id);
    GateDecision made = decision.toGate();
    GateRecord gate =
        gates.list(open(scope, turnId)).stream()
            .filter(found -> found.gateId().equals(gateId) && found.scope().equals(scope))
            .findFirst()
            .orElseThrow(() -> new ApiProblemException(ApiProblem.GATE_CLOSED));
    try {
      gates.settle(gate.ref(), person(scope), made);
    } catch (AdkException e) {
      throw switch (e.errorCode()) {
        case AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION ->
            new ApiProblemException(ApiProblem.DECISION_ARGS, reason(e));
        case AdkErrorCode.E_GATE_ALREADY_SETTLED, AdkErrorCode.E_GATE_NOT_FOUND ->
            new ApiProblemException(ApiProblem.GATE_CLOSED);
        default -> e;
      };
    }
  }

  private static GateQuery open(Scope scope, String turnId) {
    return GateQuery.UNDECIDED
        .withTenant(scope.tenant())
        .withConversation(scope.conversation())
        .withTurnId(turnId);
  }

  /** Returns the actor of decisions. The sample has no login, so all callers are the same user. */
  private static GateActor person(Scope scope) {
    return GateActor.of(scope.requireSubject(), scope.tenant(), List.of(), "http");
  }

  private static String reason(AdkException e) {
    Throwable cause = e.getCause();
    return String.valueOf(cause == null ? e.getMessage() : cause.getMessage());
  }

  record Turns(List<TurnView> turns) {}

  record Decision(@Nullable String decision, @Nullable JsonNode args, @Nullable String reason) {

    GateDecision toGate() {
      return switch (decision) {
        case "approve" ->
            args == null
                ? GateDecision.resolve(true)
                : GateDecision.resolve(Map.of("approved", true, "args", args));
        case "reject" -> GateDecision.reject(reason);
        case null, default -> throw new ApiProblemException(ApiProblem.DECISION);
      };
    }
  }
}
