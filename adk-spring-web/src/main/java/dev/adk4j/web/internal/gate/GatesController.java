package dev.adk4j.web.internal.gate;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateDecisionRecord;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.gate.GateActors;
import dev.adk4j.web.internal.AdkProblem;
import dev.adk4j.web.internal.EndpointGuard;
import dev.adk4j.web.internal.SealedCursors;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * HTTP endpoints for gates. An authenticated caller sees the gates of their tenant that they may
 * settle, and the gates of their own turns. Other gates return 404 for every method; lists omit
 * them. The {@link EndpointGuard} reads the bodies.
 */
@RestController
@RequestMapping("${adk.gates.web.path:/adk/gates}")
public class GatesController {

  static final String CHANNEL = "http";

  private static final int BATCH = 200;
  private static final int DECISIONS = 50;

  /** Number of gates that are searched for one page. */
  private static final int MOST_LOOKED_AT = 10_000;

  private final GateService service;
  private final GateActors actors;
  private final SealedCursors cursors;

  public GatesController(GateService service, GateActors actors, SealedCursors cursors) {
    this.service = service;
    this.actors = actors;
    this.cursors = cursors;
  }

  /**
   * Returns a page of gates, oldest first. The page is shorter than {@code limit} at the end of the
   * list, and after 10,000 consecutive gates that the reader may not see.
   *
   * @param undecided true for undecided gates only, false to include settled ones
   * @param after the {@code next} of the previous page
   */
  @GetMapping
  public Page list(
      @Nullable Principal principal,
      @RequestParam(required = false) @Nullable String reason,
      @RequestParam(required = false) @Nullable String conversation,
      @RequestParam(required = false) @Nullable String turnId,
      @RequestParam(defaultValue = "true") String undecided,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "100") String limit) {
    GateActor actor = actor(principal);
    boolean open = flag("undecided", undecided);
    int most = number("limit", limit, 1000);
    Object[] list = {"gates", actor.tenant(), actor.name(), reason, conversation, turnId, open};
    GateQuery query =
        new GateQuery(
            actor.tenant(), conversation, turnId, reason, open, cursors.open(after, list), BATCH);
    List<GateView> page = new ArrayList<>();
    String last = null;
    List<GateRecord> found = service.list(query);
    for (int seen = found.size(); ; seen += found.size()) {
      for (GateRecord gate : found) {
        if (!visible(actor, gate)) {
          continue;
        }
        if (page.size() == most) {
          return new Page(page, cursors.seal(String.valueOf(last), list));
        }
        page.add(GateView.of(gate));
        last = gate.ref();
      }
      if (found.size() < BATCH) {
        return new Page(page, null);
      }
      if (seen >= MOST_LOOKED_AT) {
        return new Page(page, cursors.seal(found.getLast().ref(), list));
      }
      found = service.store().gates(query.withAfter(found.getLast().ref()));
    }
  }

  /**
   * Returns a gate with a page of the attempts to settle it.
   *
   * @param after the {@code next} of the previous page
   */
  @GetMapping("/{ref}")
  public GateView get(
      @Nullable Principal principal,
      @PathVariable String ref,
      @RequestParam(required = false) @Nullable String after) {
    GateActor actor = actor(principal);
    GateRecord gate = seen(actor, ref);
    Object[] list = {"decisions", actor.tenant(), actor.name(), gate.tenant(), gate.ref()};
    List<GateDecisionRecord> found =
        service
            .store()
            .decisions(gate.tenant(), gate.ref(), false, cursors.open(after, list), DECISIONS + 1);
    List<GateDecisionRecord> page = found.subList(0, Math.min(DECISIONS, found.size()));
    return GateView.of(
        gate, page, found.size() > DECISIONS ? cursors.seal(page.getLast().id(), list) : null);
  }

  /**
   * Settles the gate. The status is 200, or 202 if the decision is stored until its turn resumes.
   */
  @PostMapping("/{ref}")
  public ResponseEntity<GateView> settle(
      @Nullable Principal principal,
      @PathVariable String ref,
      @RequestAttribute(EndpointGuard.BODY) JsonValue body) {
    GateActor actor = actor(principal);
    GateDecision decision = SettleRequest.decision(body);
    GateRecord gate;
    try {
      gate = service.decide(ref, actor, decision);
    } catch (AdkException e) {
      if (AdkException.is(e, AdkErrorCode.E_GATE_NOT_AUTHORIZED)) {
        seen(actor, ref);
      }
      throw e;
    }
    return ResponseEntity.status(gate.state().isFinal() ? HttpStatus.OK : HttpStatus.ACCEPTED)
        .body(GateView.of(gate));
  }

  /** Returns the gate if the actor may see it; otherwise throws as if it did not exist. */
  private GateRecord seen(GateActor actor, String ref) {
    return service
        .find(actor.tenant(), ref)
        .filter(gate -> visible(actor, gate))
        .orElseThrow(() -> TurnRules.noGate(ref));
  }

  private boolean visible(GateActor actor, GateRecord gate) {
    String subject = gate.scope().subject();
    return service.maySettle(actor, gate) || (subject != null && subject.equals(actor.name()));
  }

  private GateActor actor(@Nullable Principal principal) {
    return actors.current(principal, CHANNEL).orElseThrow(AdkProblem::notAuthenticated);
  }

  private static boolean flag(String name, String value) {
    Violations.require(
        value.equals("true") || value.equals("false"),
        "$." + name,
        "type",
        "must be true or false");
    return value.equals("true");
  }

  private static int number(String name, String value, int most) {
    int number;
    try {
      number = Integer.parseInt(value);
    } catch (NumberFormatException e) {
      number = 0;
    }
    Violations.require(
        number >= 1 && number <= most, "$." + name, "range", "must be from 1 to " + most);
    return number;
  }

  @ExceptionHandler
  ResponseEntity<Map<String, Object>> failed(AdkException e) {
    int status = AdkProblem.status(e);
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(AdkProblem.of(e, status));
  }

  /**
   * @param next cursor of the next page; null if this is the last
   */
  public record Page(List<GateView> gates, @Nullable String next) {}
}
