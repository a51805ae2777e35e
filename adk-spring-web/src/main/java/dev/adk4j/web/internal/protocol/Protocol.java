package dev.adk4j.web.internal.protocol;

import dev.adk4j.client.Conversation;
import dev.adk4j.stored.GateService;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Scope;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parts of one protocol.
 *
 * @param access determines the callers
 * @param agents shared by all protocols, like the turns
 * @param gates null if gates are not recorded
 */
public record Protocol(
    ProtocolAccess access,
    ProtocolAgents agents,
    ProtocolTurns turns,
    @Nullable GateService gates) {

  /** Returns the gates of the caller's conversation. */
  public ProtocolGates gates(ProtocolCaller caller, Conversation conversation) {
    return new ProtocolGates(gates, caller, conversation);
  }

  /** Returns the scope of a turn of the caller that is durable, or waits or waited. */
  public Optional<Scope> stored(ProtocolCaller caller, String turnId) {
    Scope owner = caller.owner();
    TurnStore.Search search = new TurnStore.Search(owner.tenant(), turnId, Set.of(), null, 1);
    return gates == null
        ? Optional.empty()
        : gates.store().list(search).stream()
            .map(listed -> listed.turn().scope())
            .filter(scope -> Objects.equals(scope.subject(), owner.subject()))
            .filter(scope -> scope.outermost().equals(scope))
            .findFirst();
  }
}
