package dev.adk4j.client;

import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnStore.Listed;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A stored turn as operators see it, without content.
 *
 * @param subject the user it works for; null for none
 * @param durable false for a turn that is stored only because it waited for decisions
 * @param state the state; {@code FAILED} turns can be retried
 * @param phase the progress of the turn
 * @param iteration the number of the next iteration
 * @param attempt how many times a process claimed it since it was accepted or last waited
 * @param node the process that runs it, or ran it last; null before the first
 * @param error the code of the failure; null unless it failed
 * @param updatedAt the time at which its state or phase last changed
 * @param age the time since it was accepted, or first waited
 * @since 0.1.0
 */
public record TurnInfo(
    String tenant,
    String turnId,
    String conversation,
    @Nullable String subject,
    String agent,
    boolean durable,
    StoredTurn.State state,
    StoredTurn.Phase phase,
    int iteration,
    int attempt,
    @Nullable String node,
    @Nullable String error,
    Instant createdAt,
    Instant updatedAt,
    Duration age) {

  static TurnInfo of(Listed listed) {
    StoredTurn turn = listed.turn();
    return new TurnInfo(
        turn.scope().tenant(),
        turn.turnId(),
        turn.scope().requireConversation(),
        turn.scope().subject(),
        TurnOptions.agentOf(turn),
        turn.isDurable(),
        turn.state(),
        turn.phase(),
        turn.iteration(),
        turn.attempt(),
        listed.node(),
        turn.error(),
        turn.createdAt(),
        turn.updatedAt(),
        Duration.between(turn.createdAt(), Instant.now()));
  }
}
