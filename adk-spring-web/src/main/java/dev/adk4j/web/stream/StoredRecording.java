package dev.adk4j.web.stream;

import dev.adk4j.error.AdkException;
import dev.adk4j.event.AgentEvent.IterationEnd;
import dev.adk4j.event.AgentEvent.TurnEnd;
import dev.adk4j.event.GenerationStats;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes one run of a durable turn to the log that all processes read. End events are written when
 * the store confirms that the turn has ended: a run that is handed over or lost has none.
 */
final class StoredRecording implements Recording {

  private static final Logger log = LoggerFactory.getLogger(StoredRecording.class);
  private static final Duration MOMENT = Duration.ofSeconds(2);

  private final DurableEvents durable;
  private final StoredTurn claimed;
  private final EventJson json;
  private final TurnLog.Writer writer;

  /** Appends the events that are valid only if the turn ends with this run. */
  private final List<Runnable> last = new CopyOnWriteArrayList<>();

  private final Set<String> opened = ConcurrentHashMap.newKeySet();

  StoredRecording(DurableEvents durable, StoredTurn claimed, EventJson json) {
    this.durable = durable;
    this.claimed = claimed;
    this.json = json;
    this.writer = durable.log().writer(claimed.scope().tenant(), claimed.turnId(), claimed.token());
  }

  /** Starts the writing of the run. */
  void record(TurnCall call, Map<String, TurnRecorder> running) {
    call.admit(this::begin).observe(TurnEvent.ITERATION_END, this::iterated);
    new TurnRecorder(this, json, running).record(call);
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
    List<String> revoked = new ArrayList<>(stored ? List.of() : told.unsettled());
    List<Message> again = new ArrayList<>();
    for (Message message : stored ? said(ctx) : List.<Message>of()) {
      if (!told.isWhole(message.id())) {
        again.add(message);
        if (told.rest(message.id(), message.text()) == null) {
          revoked.add(message.id());
        }
      }
    }
    append("reset", json.reset(claimed, revoked));
    for (Message message : again) {
      String text = message.text();
      Instant at = message.updatedAt();
      append("message", json.rest(claimed.turnId(), message.id(), text, at, told));
    }
  }

  /** Returns the messages that the turn has stored: those after its input. */
  private List<Message> said(TurnContext ctx) throws Exception {
    List<Message> all = ctx.fetchMessages();
    List<String> input = DurableEvents.input(claimed);
    int from = all.size();
    for (int i = 0; i < all.size(); i++) {
      if (input.contains(all.get(i).id())) {
        from = i + 1;
      }
    }
    return all.subList(from, all.size()).stream()
        .filter(message -> message.role() == MessageRole.ASSISTANT && !message.isPartial())
        .toList();
  }

  private void iterated(IterationEnd end) {
    append(Told.ITERATION_END, json.iterationEnd(claimed.turnId(), end));
  }

  private void flush() {
    try {
      writer.flush(MOMENT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void start(String turnId) {}

  @Override
  public void text(String name, TurnStreamableContent content) {
    if (content.isComplete()) {
      append(name, json.last(content));
    } else if (!content.aDelta().isEmpty()) {
      writer.piece(name, content.id(), content.aDelta());
    }
  }

  @Override
  public void append(String name, ObjectNode data) {
    writer.append(name, Json.write(data));
  }

  @Override
  public void last(String name, ObjectNode data) {
    last.add(() -> append(name, data));
  }

  @Override
  public void opened(String ref, boolean blocking) {
    if (!blocking) {
      opened.add(ref);
    }
  }

  @Override
  public void end(TurnEnd end, TurnOutcome outcome, GenerationStats usage) {
    try {
      StoredTurn now =
          durable
              .turns()
              .find(claimed.scope(), claimed.turnId())
              .filter(turn -> turn.token() == claimed.token())
              .orElse(null);
      if (now != null && now.state().isFinal()) {
        last.forEach(Runnable::run);
        append(Told.END, json.end(end, outcome, usage));
      } else if (now != null && now.state() == State.WAITING && outcome == TurnOutcome.WAITING) {
        append(Told.WAITING, json.waiting(json.end(end, outcome, usage), opened));
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
