package dev.adk4j.client;

import dev.adk4j.gate.GateRecord;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnResumer;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.tool.ToolCallRunner;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Finds the turns that tools of turns run, and handles such turns together. */
final class TurnTree {

  private static final Duration MOMENT = Duration.ofSeconds(2);

  private final GateService service;
  private final TurnStore store;
  private final TurnResumer resumer;

  TurnTree(GateService service, TurnResumer resumer) {
    this.service = service;
    this.store = service.store();
    this.resumer = resumer;
  }

  private @Nullable StoredTurn outerOf(StoredTurn turn) {
    OuterTurn outer = OuterTurn.of(turn);
    return outer == null
        ? null
        : store
            .find(turn.scope().withConversation(outer.conversation()), outer.turn())
            .orElse(null);
  }

  /**
   * Returns the turn that the conversation's user knows; the turn itself if that one does not exist
   * any more.
   */
  StoredTurn outermost(StoredTurn turn) {
    StoredTurn outer = outerOf(turn);
    return outer == null ? turn : outermost(outer);
  }

  /** Returns the same for an enclosing turn that another thread is about to store. */
  StoredTurn saved(StoredTurn turn) {
    OuterTurn outer = OuterTurn.of(turn);
    if (outer != null) {
      Scope around = turn.scope().withConversation(outer.conversation());
      resumer.awaitStored(around, outer.turn(), MOMENT);
    }
    return outermost(turn);
  }

  /** Returns the turns that calls of the turn wait for. */
  static List<StoredTurn> inner(TurnStore store, StoredTurn turn) {
    return turn.calls().stream()
        .filter(call -> ToolCallRunner.hasBegun(turn.results(), call.id()))
        .flatMap(
            call ->
                store
                    .find(turn.scope(), call.id())
                    .or(() -> store.find(turn.scope().within(call.id()), call.id()))
                    .stream())
        .toList();
  }

  /** Returns the open gates of the turn, and of those within it. */
  List<WaitingGate> gates(StoredTurn turn) {
    Map<String, WaitingGate> open = new LinkedHashMap<>();
    resumer.openGates(turn).forEach(gate -> open.put(gate.ref(), gate(gate)));
    inner(store, turn)
        .forEach(each -> gates(each).forEach(gate -> open.putIfAbsent(gate.id(), gate)));
    return List.copyOf(open.values());
  }

  private WaitingGate gate(GateRecord gate) {
    JsonNode args = gate.payload() == null ? null : gate.payload().node().path("args");
    return new WaitingGate(
        gate.ref(),
        gate.tool(),
        args == null || args.isMissingNode() ? null : JsonValue.of(args),
        gate.reason(),
        gate.deadline(),
        gate.toolCallId(),
        gate.checksum(),
        service.schema(gate.ref()).orElse(null));
  }
}
