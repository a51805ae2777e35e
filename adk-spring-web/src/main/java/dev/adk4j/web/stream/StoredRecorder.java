package dev.adk4j.web.stream;

import dev.adk4j.error.AdkException;
import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.loop.TurnContext;
import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.MessageRole;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnLog;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.value.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes one run of a durable turn to the log that all processes read. End events are written when
 * the store confirms that the turn has ended: a run that is handed over or lost has none.
 */
final class StoredRecorder extends TurnRecorder {

  private static final Logger log = LoggerFactory.getLogger(StoredRecorder.class);
  private static final Duration MOMENT = Duration.ofSeconds(2);

  private final DurableEvents durable;
  private final StoredTurn claimed;
  private final TurnLog.Writer writer;

  /** Appends the events that are valid only if the turn ends with this run. */
  private final List<Runnable> last = new CopyOnWriteArrayList<>();

  StoredRecorder(DurableEvents durable, StoredTurn claimed, Map<String, TurnRecorder> running) {
    super(durable.json(), running);
    this.durable = durable;
    this.claimed = claimed;
    this.writer = durable.log().writer(claimed.scope().tenant(), claimed.turnId(), claimed.token());
  }

  @Override
  TurnCall record(TurnCall call) {
    return super.record(
        call.admit(this::begin)
            .observe(
                TurnEvent.ITERATION_END,
                end -> append(Told.ITERATION_END, json.iterationEnd(claimed.turnId(), end))));
  }

  /** Declares the void events of an earlier run before the first event of this run. */
  private void begin(TurnContext ctx) throws Exception {
    // the process that takes over the turn finds all events sent so far
    ctx.abortSignal()
        .onAbort(
            reason -> {
              if (reason == TurnRules.HANDED_OVER) {
                flush();
              }
            });
    if (claimed.token() > 1) {
      Told told = durable.told(claimed);
      if (!told.isSettled()) {
        takeOver(told, ctx);
      }
    }
  }

  private void takeOver(Told told, TurnContext ctx) throws Exception {
    boolean stored = DurableEvents.isStored(claimed, told);
    List<Message> unsent = stored ? unsent(ctx, told) : List.of();
    Stream<String> different =
        unsent.stream().filter(message -> told.rest(message) == null).map(Message::id);
    Stream<String> revoked = stored ? different : told.unsettled.stream();
    append("reset", json.reset(claimed, revoked.toList()));
    unsent.forEach(message -> append("message", json.rest(claimed.turnId(), message, told)));
  }

  /** Returns the messages that the turn has stored, those after its input, but not sent whole. */
  private List<Message> unsent(TurnContext ctx, Told told) throws Exception {
    List<Message> all = ctx.fetchMessages();
    List<String> ids = all.stream().map(Message::id).toList();
    int last =
        Objects.requireNonNull(claimed.acceptance())
            .input()
            .node()
            .valueStream()
            .mapToInt(message -> ids.lastIndexOf(message.path("id").asString("")))
            .max()
            .orElse(-1);
    return all.subList(last < 0 ? all.size() : last + 1, all.size()).stream()
        .filter(message -> message.role() == MessageRole.ASSISTANT && !message.isPartial())
        .filter(message -> !told.isWhole(message.id()))
        .toList();
  }

  private void flush() {
    try {
      writer.flush(MOMENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  void piece(String name, TurnStreamableContent content) {
    if (!content.aDelta().isEmpty()) {
      writer.piece(name, content.id(), content.aDelta());
    }
  }

  @Override
  void append(String name, ObjectNode data) {
    writer.append(name, Json.write(data));
  }

  @Override
  void last(String name, ObjectNode data) {
    last.add(() -> append(name, data));
  }

  @Override
  void end(TurnOutcome outcome, ObjectNode end) {
    try {
      StoredTurn now =
          durable
              .find(claimed.scope(), claimed.turnId())
              .filter(turn -> turn.token() == claimed.token())
              .orElse(null);
      if (now != null && now.state().isFinal()) {
        last.forEach(Runnable::run);
        append(Told.END, end);
      } else if (now != null && now.state() == State.WAITING && outcome == TurnOutcome.WAITING) {
        append(Told.WAITING, end);
      }
    } catch (AdkException e) {
      log.warn(
          "The end of turn {} will be sent when the storage is available again.",
          claimed.turnId(),
          e);
    } finally {
      writer.close();
    }
  }
}
