package dev.adk4j.web.internal.a2a;

import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Json;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamSink;
import dev.adk4j.web.stream.StreamUpdates;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A turn as a task: its state, fed by the events of the turn, with or without followers. Each
 * message of the turn is an artifact. Thread-safe.
 */
final class A2aTask implements StreamSink {

  private static final Set<String> REFUSALS =
      Set.of(AdkErrorCode.E_ANSWER_WAITING.name(), AdkErrorCode.E_GUARD_REFUSED.name());

  private final String id;
  private final String contextId;
  private final String owner;
  private final Conversation conversation;
  private final Predicate<String> mayDecide;
  private final Consumer<A2aTask> catchUp;
  private final InstantSource clock;
  private final Mutex lock = new Mutex();
  private final Condition changed = lock.newCondition();
  private final TaskUpdates updates;
  private final List<JsonNode> history = new ArrayList<>();
  private TaskState state = TaskState.SUBMITTED;
  private Instant at;
  private @Nullable ObjectNode says;
  private JsonNode end = node();
  private JsonNode failure = node();
  private @Nullable String last;
  private boolean fed;
  private @Nullable TaskSnapshot begun;
  private long tokens;

  /**
   * @param owner key of the caller and the agent
   * @param mayDecide returns true if the caller may decide on the gate of that reference
   * @param catchUp updates a waiting task to its current state
   */
  A2aTask(
      String id,
      String contextId,
      String owner,
      Conversation conversation,
      Predicate<String> mayDecide,
      Consumer<A2aTask> catchUp,
      InstantSource clock) {
    this.id = id;
    this.contextId = contextId;
    this.owner = owner;
    this.conversation = conversation;
    this.mayDecide = mayDecide;
    this.catchUp = catchUp;
    this.clock = clock;
    this.at = clock.instant();
    this.updates = new TaskUpdates(id, contextId);
  }

  String id() {
    return id;
  }

  String contextId() {
    return contextId;
  }

  boolean isOf(String owner) {
    return this.owner.equals(owner);
  }

  Conversation conversation() {
    return conversation;
  }

  TaskState state() {
    return lock.get(() -> state);
  }

  Instant at() {
    return lock.get(() -> at);
  }

  /** Stores a message of the caller. */
  void heard(JsonNode message) {
    ObjectNode own = (ObjectNode) message.deepCopy();
    own.put("taskId", id).put("contextId", contextId);
    change(
        () -> {
          history.add(own);
          begun = snapshot();
        });
  }

  /** Returns true if the message was accepted before and is a repetition. */
  boolean hasHeard(String messageId) {
    return lock.get(
        () ->
            history.stream()
                .anyMatch(said -> said.path("messageId").asString("").equals(messageId)));
  }

  @Override
  public boolean isClient() {
    return false;
  }

  @Override
  public void heartbeat() {}

  @Override
  public void send(StreamEvent event) {
    StreamEvent.Piece piece = event.piece();
    if (piece == null) {
      JsonNode data = Json.mapper().readTree(event.data());
      lock.run(() -> event(event.name(), data));
    } else if (event.name().equals("message")) {
      lock.run(() -> text(piece.id(), piece.delta()));
    }
  }

  @Override
  public void sendUnnumbered(String name, String data) {
    failed(
        new AdkException(
            WebErrorCode.E_STREAM_EVENTS_GONE, "The events of the turn are no longer held."));
  }

  @Override
  public void flush() {
    lock.run(changed::signalAll);
  }

  /** Called when no more events follow, at the end of the turn or before a decision. */
  @Override
  public void complete() {
    try {
      List<WaitingGate> open =
          end.path("status").asString("").equals("waiting")
              ? conversation.waiting().map(Answer::gates).orElse(List.of())
              : List.of();
      change(() -> finish(open));
      refresh();
    } catch (AdkException e) {
      failed(e);
    }
  }

  private void event(String name, JsonNode data) {
    switch (state.ended() ? "" : name) {
      case "message" -> text(data.path("id").asString(""), data.path("delta").asString(""));
      case "turnGateOpen" -> gate(data);
      case "turnGateClosed" -> goesOn();
      case "error" -> failure = data;
      case "end" -> end = data;
      default -> {
        // internal steps of the agent are not exposed
      }
    }
  }

  private void text(String message, String piece) {
    if (!state.ended()) {
      updates.text(message, piece);
    }
  }

  private void gate(JsonNode data) {
    last = data.path("ref").asString(last);
    if (data.path("blocking").asBoolean(false) && data.path("ref").isString()) {
      waits(List.of(ProtocolGates.waiting(data)));
    }
  }

  private void goesOn() {
    if (state.waits() || state == TaskState.SUBMITTED) {
      status(TaskState.WORKING, null);
    }
  }

  private void finish(List<WaitingGate> open) {
    fed = false;
    updates.endText();
    String status = end.path("status").asString("");
    JsonNode usage = end.path("usage");
    long parts = usage.path("promptTokens").asLong(0) + usage.path("completionTokens").asLong(0);
    tokens += usage.path("totalTokens").asLong(parts);
    if (!failure.isEmpty()) {
      failed(failure.path("code").asString(""), failure.path("message").asString(""));
    } else if (status.equals("waiting") && open.isEmpty()) {
      status(TaskState.WORKING, null); // decided meanwhile
    } else if (status.equals("waiting")) {
      waits(open);
    } else {
      status(status.equals("completed") ? TaskState.COMPLETED : TaskState.CANCELED, null);
    }
  }

  /** Marks the task as waiting for these gates. */
  void waiting(List<WaitingGate> gates) {
    change(() -> waits(gates));
  }

  private void waits(List<WaitingGate> gates) {
    updates.endText();
    boolean own = gates.stream().anyMatch(gate -> mayDecide.test(gate.id()));
    AgentMessage message = new AgentMessage(id, contextId);
    gates.forEach(gate -> message.gate(gate, mayDecide.test(gate.id())));
    last = gates.getFirst().id();
    status(own ? TaskState.INPUT_REQUIRED : TaskState.AUTH_REQUIRED, message.json());
  }

  /**
   * Resumes the task after a decision; returns false if the resulting events are already being
   * read.
   */
  boolean begin() {
    return lock.get(
        () -> {
          boolean first = idle();
          change(
              () -> {
                fed = true;
                end = node();
                failure = node();
                goesOn();
              });
          return first;
        });
  }

  /** Returns true if the turn has not ended and its events are not being read. */
  boolean idle() {
    return lock.get(() -> !fed && !state.ended());
  }

  void waitedFor(String gate) {
    change(() -> last = gate);
  }

  /** Returns one of the gates that the task last waited for; null if it never waited. */
  @Nullable String lastGate() {
    return lock.get(() -> last);
  }

  /** The turn produced no answer. */
  void failed(AdkException e) {
    change(() -> failed(e.code(), e.errorCode().meaning()));
  }

  private void failed(String code, String meaning) {
    updates.endText();
    if (code.equals(AdkErrorCode.E_TURN_ABORTED.name())) {
      status(TaskState.CANCELED, null);
      return;
    }
    AgentMessage message = new AgentMessage(id, contextId);
    message.text(meaning + " (" + code + ")");
    status(REFUSALS.contains(code) ? TaskState.REJECTED : TaskState.FAILED, message.json());
  }

  /** Ends a waiting task that was canceled. */
  void canceled() {
    change(() -> status(TaskState.CANCELED, null));
  }

  /** Waits until the task has ended or waits. */
  void await(Duration atMost) throws InterruptedException {
    await(() -> state.ended() || state.waits(), atMost);
  }

  private void await(BooleanSupplier condition, Duration atMost) throws InterruptedException {
    long left = atMost.toNanos();
    lock.lockInterruptibly();
    try {
      while (!condition.getAsBoolean() && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  TaskSnapshot snapshot() {
    return lock.get(() -> new TaskSnapshot(this, json(Integer.MAX_VALUE, true), updates.size()));
  }

  /** Returns a snapshot of the task from the arrival of its newest message, for the sender. */
  TaskSnapshot first() {
    return lock.get(() -> begun == null ? snapshot() : begun);
  }

  /**
   * Returns further updates for a follower; none if the wait ended first.
   *
   * @param from number of updates that the follower has
   * @param number number of the next update for the follower
   */
  StreamUpdates.Batch updates(int from, long number, Duration wait) throws InterruptedException {
    await(() -> updates.size() > from || rests(), wait);
    return lock.get(
        () -> {
          List<StreamEvent> next = updates.read(from, number);
          return new StreamUpdates.Batch(next, rests() && from + next.size() == updates.size());
        });
  }

  /** Updates a waiting task to its current state. */
  void refresh() {
    catchUp.accept(this);
  }

  private boolean rests() {
    return state.ended() || state == TaskState.INPUT_REQUIRED;
  }

  private void change(Runnable change) {
    lock.run(
        () -> {
          if (!state.ended()) {
            change.run();
            changed.signalAll();
          }
        });
  }

  private void status(TaskState next, @Nullable ObjectNode message) {
    state = next;
    at = clock.instant();
    if (says != null) {
      history.add(says);
    }
    says = message;
    updates.status(status());
  }

  private ObjectNode status() {
    ObjectNode status =
        node()
            .put("state", state.wire())
            .put("timestamp", at.truncatedTo(ChronoUnit.MILLIS).toString());
    return says == null ? status : status.set("message", says.deepCopy());
  }

  /** Returns the update for a piece of the artifact of that message. */
  ObjectNode artifactUpdate(String message, String text) {
    return updates.artifactUpdate(message, text, true, false);
  }

  /** Returns the task in its public form. */
  ObjectNode json(int historyLength, boolean withArtifacts) {
    return lock.get(
        () -> {
          ObjectNode task = node().put("id", id).put("contextId", contextId);
          task.set("status", status());
          if (withArtifacts) {
            updates.writeArtifacts(task);
          }
          int from = Math.max(0, history.size() - historyLength);
          if (from < history.size()) {
            ArrayNode all = task.putArray("history");
            history.subList(from, history.size()).forEach(message -> all.add(message.deepCopy()));
          }
          if (tokens > 0) {
            task.putObject("metadata").putObject("usage").put("totalTokens", tokens);
          }
          return task;
        });
  }

  private static ObjectNode node() {
    return Json.mapper().createObjectNode();
  }
}
