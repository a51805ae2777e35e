package dev.adk4j.sample.web;

import dev.adk4j.sample.approval.Approvals;
import dev.adk4j.sample.approval.SettleResult;
import dev.adk4j.sample.turns.TurnJournal;
import dev.adk4j.sample.turns.TurnView;
import dev.adk4j.value.Scope;
import dev.adk4j.web.stream.TurnEventStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

/** The turns of a conversation on this instance: what they do, and what they ask a person. */
@RestController
@RequestMapping("/api/conversations/{id}/turns")
class TurnController {

  private final TurnEventStream stream;
  private final TurnJournal journal;
  private final Approvals approvals;
  private final ConversationIds ids;

  TurnController(
      TurnEventStream stream, TurnJournal journal, Approvals approvals, ConversationIds ids) {
    this.stream = stream;
    this.journal = journal;
    this.approvals = approvals;
    this.ids = ids;
  }

  @GetMapping
  Turns turns(@PathVariable String id) {
    return new Turns(journal.turns(ids.scope(id)));
  }

  @GetMapping("/{turnId}")
  TurnView turn(@PathVariable String id, @PathVariable String turnId) {
    return journal
        .turn(ids.scope(id), turnId)
        .orElseThrow(() -> new ApiProblemException(ApiProblem.UNKNOWN_TURN));
  }

  /** The events of a turn again, after the one the client saw last. */
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
    if (!journal.stop(ids.scope(id), turnId)) {
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
    switch (settle(ids.scope(id), turnId, gateId, decision)) {
      case SettleResult.Settled settled -> {}
      case SettleResult.Unknown unknown -> throw new ApiProblemException(ApiProblem.GATE_CLOSED);
      case SettleResult.Invalid(String message) ->
          throw new ApiProblemException(ApiProblem.DECISION_ARGS, message);
    }
  }

  private SettleResult settle(Scope scope, String turnId, String gateId, Decision decision) {
    return switch (decision.decision()) {
      case "approve" -> approvals.approve(scope, turnId, gateId, decision.args());
      case "reject" -> approvals.reject(scope, turnId, gateId, decision.reason());
      case null, default -> throw new ApiProblemException(ApiProblem.DECISION);
    };
  }

  record Turns(List<TurnView> turns) {}

  record Decision(@Nullable String decision, @Nullable JsonNode args, @Nullable String reason) {}
}
