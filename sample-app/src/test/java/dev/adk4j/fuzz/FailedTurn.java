package dev.adk4j.fuzz;

import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A durable turn that has failed. */
final class FailedTurn {

  private FailedTurn() {}

  /** Returns its id. An application that begins and ends the turn at once gets another one. */
  static String in(TurnStore store) {
    return Stream.generate(() -> failed(store)).flatMap(Optional::stream).findFirst().orElseThrow();
  }

  private static Optional<String> failed(TurnStore store) {
    Instant now = Instant.now();
    StoredTurn turn =
        new StoredTurn(
            Scope.of("default", "ann", Ids.next()),
            Ids.next(),
            StoredTurn.State.READY,
            StoredTurn.Phase.ACCEPTED,
            0,
            0,
            0,
            List.of(),
            JsonValue.of(Map.of()),
            null,
            null,
            null,
            now,
            now,
            new StoredTurn.Acceptance(JsonValue.of(List.of()), null, "fuzz", 0),
            StoredTurn.Inbox.EMPTY);
    store.accept(turn, 1, null);
    // whoever began it at once has lost it now
    return store
        .take("default", turn.turnId(), "node", Duration.ofHours(1))
        .filter(taken -> store.finish(taken, StoredTurn.State.FAILED, "E_OF_TEST"))
        .map(StoredTurn::turnId);
  }
}
