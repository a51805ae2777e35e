package dev.adk4j.boot.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDesk;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.value.JsonValue;
import java.security.Principal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/**
 * Gates over HTTP for whoever is authenticated: the gates of their tenant that they may settle, and
 * those of turns that work for them, to look at.
 */
@RestController
@RequestMapping("${adk.gates.web.path:/adk/gates}")
public class GatesController {

  private static final String CHANNEL = "http";

  private final GateDesk desk;
  private final GateActors actors;

  public GatesController(GateDesk desk, GateActors actors) {
    this.desk = desk;
    this.actors = actors;
  }

  /**
   * A page of gates, oldest first.
   *
   * @param undecided false for settled ones too
   * @param after the {@code next} of the page before
   */
  @GetMapping
  public Page list(
      @Nullable Principal principal,
      @RequestParam(required = false) @Nullable String reason,
      @RequestParam(required = false) @Nullable String conversation,
      @RequestParam(required = false) @Nullable String turnId,
      @RequestParam(defaultValue = "true") boolean undecided,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "100") int limit) {
    GateActor actor = actor(principal);
    GateQuery query =
        new GateQuery(actor.tenant(), conversation, turnId, reason, undecided, after, limit);
    List<GateRecord> found = desk.list(query);
    return new Page(
        found.stream()
            .filter(gate -> visible(actor, gate))
            .map(gate -> GateView.of(gate, List.of()))
            .toList(),
        found.size() == limit ? found.getLast().ref() : null);
  }

  @GetMapping("/{ref}")
  public GateView get(@Nullable Principal principal, @PathVariable String ref) {
    GateActor actor = actor(principal);
    return view(
        desk.find(actor.tenant(), ref)
            .filter(gate -> visible(actor, gate))
            .orElseThrow(() -> new AdkException(AdkErrorCode.E_GATE_NOT_FOUND, "No such gate.")));
  }

  /** Settles the gate: 200, or 202 where the decision waits for its turn to be run again. */
  @PostMapping("/{ref}")
  public ResponseEntity<GateView> settle(
      @Nullable Principal principal, @PathVariable String ref, @RequestBody Settlement body) {
    GateRecord gate = desk.settle(ref, actor(principal), body.toDecision());
    return ResponseEntity.status(gate.state().isFinal() ? HttpStatus.OK : HttpStatus.ACCEPTED)
        .body(view(gate));
  }

  private GateView view(GateRecord gate) {
    return GateView.of(gate, desk.decisions(gate));
  }

  private boolean visible(GateActor actor, GateRecord gate) {
    String subject = gate.scope().subject();
    return desk.maySettle(actor, gate) || (subject != null && subject.equals(actor.name()));
  }

  private GateActor actor(@Nullable Principal principal) {
    Optional<GateActor> actor = actors.current(principal, CHANNEL);
    return actor.orElseThrow(
        () ->
            AdkException.of(AdkErrorCode.E_GATE_NOT_AUTHORIZED)
                .message("Nobody is authenticated.")
                .status(HttpStatus.UNAUTHORIZED.value())
                .build());
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> failed(AdkException e) {
    int status =
        AdkException.is(e, AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION)
            ? HttpStatus.UNPROCESSABLE_CONTENT.value()
            : e.status();
    boolean ours = status < 500;
    ProblemDetail problem = ProblemDetail.forStatus(status);
    problem.setDetail(ours ? e.getMessage() : e.errorCode().meaning());
    problem.setProperty("code", e.code());
    return ResponseEntity.status(status).body(problem);
  }

  /**
   * @param next for the next page; null where this is the last
   */
  public record Page(List<GateView> gates, @Nullable String next) {}

  /**
   * What to do with a gate.
   *
   * @param decision {@code resolve}, {@code reject} or {@code abort}
   * @param value what to resolve it with
   * @param edited whether that differs from what was asked for, where the gate has no rule for it
   * @param comment why it is rejected
   */
  public record Settlement(
      @Nullable String decision,
      @Nullable JsonNode value,
      @Nullable Boolean edited,
      @Nullable String comment) {

    GateDecision toDecision() {
      return switch (decision) {
        case "resolve" ->
            new GateDecision.Resolve(JsonValue.of(value), Boolean.TRUE.equals(edited));
        case "reject" -> GateDecision.reject(comment);
        case "abort" -> GateDecision.abort();
        case null, default ->
            throw new AdkException(
                AdkErrorCode.VALIDATION_EXCEPTION,
                "The field 'decision' must be resolve, reject or abort.");
      };
    }
  }
}
