package dev.adk4j.web.internal.mcp;

import dev.adk4j.client.Answer;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.stored.GateService;
import dev.adk4j.value.Scope;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks up gates of a conversation. */
record McpGates(GateService service, ProtocolGates gates, InstantSource clock) {

  /** Time during which the same call finds its decision. */
  private static final Duration REMEMBERED = Duration.ofDays(1);

  private static final int MOST = 1000;

  /** Returns the undecided gates, oldest first. */
  List<GateRecord> open() {
    return service.list(query(true));
  }

  /**
   * Returns the turn of the most recently opened gate among those decided lately; null if there is
   * none.
   */
  @Nullable String newestTurn() {
    Instant since = clock.instant().minus(REMEMBERED);
    String turn = null;
    GateQuery query = query(false);
    List<GateRecord> page;
    do {
      page = service.store().gates(query);
      for (GateRecord gate : page) {
        if (gate.settledAt() != null && gate.settledAt().isAfter(since)) {
          turn = gate.turnId();
        }
        query = query.withAfter(gate.ref());
      }
    } while (page.size() == MOST);
    return turn;
  }

  private GateQuery query(boolean undecided) {
    Scope scope = gates.conversation().scope();
    return new GateQuery(scope.tenant(), scope.conversation(), null, null, undecided, null, MOST);
  }

  /**
   * Returns a text about the decisions that the turn waited for; empty if it did not wait. A turn
   * whose gate is settled before it rests has waited, too, although its call does not see that.
   *
   * @param known gates whose decision the client knows
   */
  String tell(Answer answer, Set<String> known) {
    if (answer.toolCalls().isEmpty()) {
      return "";
    }
    return service.store().gates(query(false).withTurnId(answer.turnId())).stream()
        .filter(gate -> !known.contains(gate.ref()))
        .flatMap(
            gate ->
                gates
                    .decided(gate.ref())
                    .map(made -> "Approval " + gate.ref() + " " + made.told() + ".")
                    .stream())
        .collect(Collectors.joining(" "));
  }
}
