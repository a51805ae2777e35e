package dev.adk4j.web.internal.mcp;

import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateState;
import dev.adk4j.stored.GateService;
import dev.adk4j.value.Scope;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks up gates of a conversation. */
record McpGates(GateService service, ProtocolGates gates, InstantSource clock) {

  /** Time during which the same call finds its decision. */
  private static final Duration REMEMBERED = Duration.ofDays(1);

  private static final int MOST = 1000;

  boolean isOpen(Conversation conversation, String ref) {
    return gates.gate(conversation, ref).filter(gate -> gate.state() == GateState.OPEN).isPresent();
  }

  /** Returns the undecided gates, oldest first. */
  List<GateRecord> open(Conversation conversation) {
    return service.list(query(conversation, true));
  }

  /**
   * Returns the turn of the most recently opened gate among those decided lately; null if there is
   * none.
   */
  @Nullable String newestTurn(Conversation conversation) {
    Instant since = clock.instant().minus(REMEMBERED);
    String turn = null;
    GateQuery query = query(conversation, false);
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

  private static GateQuery query(Conversation conversation, boolean undecided) {
    Scope scope = conversation.scope();
    return new GateQuery(scope.tenant(), scope.conversation(), null, null, undecided, null, MOST);
  }

  /** Returns a text about the decisions that the turn waited for; empty if it did not wait. */
  String tell(ProtocolCaller caller, Conversation conversation, Answer answer) {
    return service.store().gates(query(conversation, false).withTurnId(answer.turnId())).stream()
        .flatMap(
            gate ->
                gates
                    .decided(caller, gate.ref())
                    .map(made -> "Approval " + gate.ref() + " " + made.told() + ".")
                    .stream())
        .collect(Collectors.joining(" "));
  }
}
