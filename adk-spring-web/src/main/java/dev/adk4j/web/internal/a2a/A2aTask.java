package dev.adk4j.web.internal.a2a;

import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.stream.StreamEvent;
import dev.adk4j.web.stream.StreamUpdates;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A turn as a task: its state, and the updates since it began, for followers. Each message of the
 * turn is an artifact. Thread-safe.
 */
final class A2aTask {

  /**
   * Maximum number of updates that a follower receives at a time, and holds while its client does
   * not read.
   */
  private static final int AT_ONCE = 100;

  private static final Set<String> REFUSALS =
      Set.of(AdkErrorCode.E_ANSWER_WAITING.name(), AdkErrorCode.E_GUARD_REFUSED.name());

  private final String id;
  private final String contextId;
  private final Conversation conversation;
  private final Predicate<String> mayDecide;
  private final InstantSource clock;
  private final Mutex lock = new Mutex();
  private final Condition changed = lock.newCondition();
  private final Map<String, StringBuilder> artifacts = new LinkedHashMap<>();
  private final List<JsonNode> history = new ArrayList<>();

  /**
   * Called while holding the lock. A long answer has many updates, so they do not copy the text.
   */
  private final List<LongFunction<StreamEvent>> updates = new ArrayList<>();

  private TaskState state = TaskState.SUBMITTED;
  private Instant at;
  private @Nullable ObjectNode says;
  private @Nullable String writing;
  private JsonNode end = node();
  private JsonNode failure = node();
  private @Nullable String last;
  private boolean fed;
  private @Nullable Snapshot begun;
  private long tokens;

  /**
   * @param mayDecide returns true if the caller may decide on the gate of that reference
   */
  A2aTask(
      String id,
      String contextId,
      Conversation conversation,
      Predicate<String> mayDecide,
      InstantSource clock) {
    this.id = id;
    this.mayDecide = mayDecide;
    this.contextId = contextId;
    this.conversation = conversation;
    this.clock = clock;
    this.at = clock.instant();
  }

  String id() {
    return id;
  }

  String contextId() {
    return contextId;
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

  /** Adds a piece to the artifact of that message. */
  private void text(String message, String piece) {
    if (piece.isEmpty() || state.ended()) {
      return;
    }
    boolean goesOn = artifacts.containsKey(message);
    if (!message.equals(writing)) {
      closeArtifact();
      writing = message;
    }
    StringBuilder text = artifacts.computeIfAbsent(message, id -> new StringBuilder());
    int start = text.length();
    int end = text.append(piece).length();
    updates.add(
        goesOn
            ? n -> update(n, message, text.substring(start, end))
            : n -> update(n, artifactUpdate(message, text.substring(start, end), false, false)));
  }

  /** Processes a piece of a message in progress. */
  void piece(StreamEvent.Piece piece) {
    lock.run(() -> text(piece.id(), piece.delta()));
  }

  /** Processes an event of the turn; {@link #tell} notifies waiting threads. */
  void event(String name, JsonNode data) {
    lock.run(
        () -> {
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
        });
  }

  /** Notifies threads that wait for a processed event. */
  void tell() {
    lock.run(changed::signalAll);
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

  /** Called when no more events follow, at the end of the turn or before a decision. */
  void over() {
    List<WaitingGate> open =
        end.path("status").asString("").equals("waiting")
            ? conversation.waiting().map(Answer::gates).orElse(List.of())
            : List.of();
    change(() -> finish(open));
  }

  private void finish(List<WaitingGate> open) {
    fed = false;
    closeArtifact();
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
    closeArtifact();
    boolean own = gates.stream().anyMatch(gate -> mayDecide.test(gate.id()));
    ObjectNode message = message();
    ArrayNode parts = (ArrayNode) message.path("parts");
    gates.forEach(gate -> A2aGate.write(gate, mayDecide.test(gate.id()), parts));
    last = gates.getFirst().id();
    status(own ? TaskState.INPUT_REQUIRED : TaskState.AUTH_REQUIRED, message);
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
    closeArtifact();
    if (code.equals(AdkErrorCode.E_TURN_ABORTED.name())) {
      status(TaskState.CANCELED, null);
      return;
    }
    ObjectNode message = message();
    ((ArrayNode) message.path("parts")).addObject().put("text", meaning + " (" + code + ")");
    status(REFUSALS.contains(code) ? TaskState.REJECTED : TaskState.FAILED, message);
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

  /**
   * Snapshot of a task.
   *
   * @param updates number of updates so far, from which a follower of this snapshot continues
   */
  record Snapshot(A2aTask of, ObjectNode json, int updates) {

    /** Returns the first event for a new follower of the task. */
    StreamEvent event() {
      return update(1, node().set("task", json));
    }
  }

  Snapshot snapshot() {
    return lock.get(() -> new Snapshot(this, json(Integer.MAX_VALUE, true), updates.size()));
  }

  /** Returns a snapshot of the task from the arrival of its newest message, for the sender. */
  Snapshot first() {
    return lock.get(() -> begun == null ? snapshot() : begun);
  }

  /**
   * Returns further updates for a follower; none if the wait ended first.
   *
   * @param after number of the last update that the follower received; initially that of its
   *     snapshot
   */
  StreamUpdates.Batch updates(int begin, long after, Duration wait) throws InterruptedException {
    int from = begin + (int) after - 1;
    await(() -> updates.size() > from || rests(), wait);
    return lock.get(
        () -> {
          int to = Math.min(updates.size(), from + AT_ONCE);
          List<StreamEvent> next = new ArrayList<>();
          for (int i = from; i < to; i++) {
            next.add(updates.get(i).apply(i - begin + 2L));
          }
          return new StreamUpdates.Batch(next, rests() && to == updates.size());
        });
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
    ObjectNode update = node();
    ObjectNode told = update.putObject("statusUpdate");
    told.put("taskId", id).put("contextId", contextId).set("status", status());
    updates.add(n -> update(n, update));
  }

  private static StreamEvent update(long number, ObjectNode update) {
    return new StreamEvent(number, "update", Json.write(update));
  }

  private static StreamEvent update(long number, String message, String piece) {
    return new StreamEvent(number, "update", new StreamEvent.Piece(null, message, null, piece));
  }

  private ObjectNode status() {
    ObjectNode status =
        node()
            .put("state", state.wire())
            .put("timestamp", at.truncatedTo(ChronoUnit.MILLIS).toString());
    return says == null ? status : status.set("message", says.deepCopy());
  }

  private void closeArtifact() {
    if (writing != null) {
      String message = writing;
      updates.add(n -> update(n, artifactUpdate(message, "", true, true)));
      writing = null;
    }
  }

  /** Returns the update for a piece of that artifact. */
  ObjectNode artifactUpdate(String message, String text, boolean append, boolean last) {
    ObjectNode update = node();
    ObjectNode told = update.putObject("artifactUpdate");
    told.put("taskId", id).put("contextId", contextId);
    told.put("append", append).put("lastChunk", last).set("artifact", artifact(message, text));
    return update;
  }

  private static ObjectNode artifact(String message, String text) {
    ObjectNode artifact = node().put("artifactId", message);
    artifact.putArray("parts").addObject().put("text", text);
    return artifact;
  }

  private ObjectNode message() {
    ObjectNode message =
        node()
            .put("messageId", Ids.next())
            .put("role", "ROLE_AGENT")
            .put("taskId", id)
            .put("contextId", contextId);
    message.putArray("parts");
    return message;
  }

  /** Returns the task in its public form. */
  ObjectNode json(int historyLength, boolean withArtifacts) {
    return lock.get(
        () -> {
          ObjectNode task = node().put("id", id).put("contextId", contextId);
          task.set("status", status());
          if (withArtifacts && !artifacts.isEmpty()) {
            ArrayNode all = task.putArray("artifacts");
            artifacts.forEach((message, text) -> all.add(artifact(message, text.toString())));
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
