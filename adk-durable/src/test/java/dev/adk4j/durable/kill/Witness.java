package dev.adk4j.durable.kill;

import dev.adk4j.durable.QueueAround;
import dev.adk4j.durable.event.EventWriter;
import dev.adk4j.durable.event.TurnEventStore;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.Stores;
import dev.adk4j.jdbc.TestDatabase;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnStore;
import dev.adk4j.turn.TurnRunner;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Says which turns a node claims and leaves, with the time: {@code CLAIM turn token millis}, {@code
 * LEFT turn token millis}. Where it watches, too, which runs are stopped since another node has
 * their turn, which of them because a heartbeat said so, and what it tells: {@code REFUSED}, {@code
 * LOSES}, {@code TOLD}.
 */
final class Witness {

  private static final Set<String> PLACES = Set.of("ask", "save", "advance");

  private final boolean watches;
  private final Places places;
  private final Consumer<String> says;
  private final TurnEventStore events;
  private final Map<String, Long> tokens = new ConcurrentHashMap<>();
  private final Map<String, EventWriter> writers = new ConcurrentHashMap<>();

  Witness(TestDatabase database, boolean watches, Places places, Consumer<String> says) {
    this.watches = watches;
    this.places = places;
    this.says = says;
    this.events = TurnEventStore.of(database.dataSource(), JdbcStorageOptions.DEFAULT);
  }

  void piece(String turn, String message, String text) {
    EventWriter writer = writers.get(turn);
    if (writer != null) {
      writer.piece("message", message, text);
    }
  }

  void of(TurnRunner runner) {
    if (watches) {
      runner.observe(TurnEvent.ERROR, error -> said("TOLD", error.turnId(), "error"));
    }
  }

  TurnStore of(TurnStore store) {
    return Stores.watched(store, this::place, this::claimed);
  }

  /** A call without a record is lost with the flush that would have stored it. */
  private void place(String method, Object[] args) {
    if (!PLACES.contains(method)) {
      return;
    }
    StoredTurn turn = (StoredTurn) args[0];
    switch (method) {
      case "ask" -> places.pass("answer", turn.turnId(), -1);
      case "save" -> places.pass("gate", turn.turnId(), -1);
      case "advance" ->
          places.pass(
              "flush",
              turn.turnId(),
              turn.phase() == StoredTurn.Phase.CALLED ? (turn.iteration() - 1) * 10 : -1);
      default -> {}
    }
  }

  /** Says which runs are stopped since another node has their turn. */
  void follows(DispatchContext ctx) {
    if (watches) {
      ctx.abortSignal()
          .onAbort(
              reason -> {
                if (reason == TurnRules.LOST) {
                  said("REFUSED", ctx.turnId(), "write");
                }
              });
    }
  }

  private void said(String what, String turn, String more) {
    says.accept(what + " " + turn + " " + more + " " + System.currentTimeMillis());
  }

  private void claimed(String method, Object result) {
    if (method.equals("take") && ((Optional<?>) result).orElse(null) instanceof StoredTurn turn) {
      says.accept("CLAIM " + turn.turnId() + " " + turn.token() + " " + System.currentTimeMillis());
      tokens.put(turn.turnId(), turn.token());
      if (watches) {
        writers.put(
            turn.turnId(), events.writer(turn.scope().tenant(), turn.turnId(), turn.token()));
      }
    }
  }

  TurnQueue of(TurnQueue queue) {
    return new Watched(queue);
  }

  private final class Watched extends QueueAround {

    private Watched(TurnQueue queue) {
      super(queue);
    }

    @Override
    protected Result run(Worker worker, Turn turn) {
      places.begins(turn.turnId());
      try {
        return super.run(worker, turn);
      } finally {
        left(turn.turnId());
        places.ended(turn.turnId());
      }
    }

    @Override
    protected void lose(Worker worker, Turn turn) {
      said("LOSES", turn.turnId(), "heartbeat");
      super.lose(worker, turn);
    }

    private void left(String turn) {
      EventWriter writer = writers.remove(turn);
      if (writer != null) {
        writer.close();
      }
      Long token = tokens.remove(turn);
      if (token != null) {
        says.accept("LEFT " + turn + " " + token + " " + System.currentTimeMillis());
      }
    }
  }
}
