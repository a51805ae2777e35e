package dev.adk4j.web.a2a;

import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.client.WaitingGate;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.Mutex;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A turn as a task: what is known of it, and the updates since it began, for those who follow it.
 * What it says is an artifact for each of its messages. Thread-safe.
 */
final class A2aTask {

  /** Clients that may follow one task at a time. */
  static final int FOLLOWERS = 20;

  private final String id;
  private final String contextId;
  private final Conversation conversation;
  private final Predicate<String> mayDecide;
  private final InstantSource clock;
  private final Mutex lock = new Mutex();
  private final Condition changed = lock.newCondition();
  private final Map<String, StringBuilder> artifacts = new LinkedHashMap<>();
  private final List<JsonNode> history = new ArrayList<>();
  private final List<ObjectNode> updates = new ArrayList<>();
  private TaskState state = TaskState.SUBMITTED;
  private Instant at;
  private @Nullable ObjectNode says;
  private @Nullable String writing;
  private JsonNode end = node();
  private JsonNode failure = node();
  private @Nullable String last;
  private boolean fed;
  private @Nullable Snapshot begun;
  private int followers;
  private long tokens;

  /**
   * @param mayDecide whether the caller may decide on the gate of that reference
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

  /** Keeps a message of the caller. */
  void heard(JsonNode message) {
    ObjectNode own = (ObjectNode) message.deepCopy();
    own.put("taskId", id).put("contextId", contextId);
    change(
        () -> {
          history.add(own);
          begun = new Snapshot(json(Integer.MAX_VALUE, true), updates.size());
        });
  }

  /** Returns true for a message that was taken before, and is sent again. */
  boolean hasHeard(String messageId) {
    return lock.get(
        () ->
            history.stream()
                .anyMatch(said -> said.path("messageId").asString("").equals(messageId)));
  }

  /** Adds a piece to the artifact of that message. */
  private void text(String message, String piece) {
    if (piece.isEmpty()) {
      return;
    }
    boolean first = !artifacts.containsKey(message);
    if (!message.equals(writing)) {
      closeArtifact();
      writing = message;
    }
    artifacts.computeIfAbsent(message, id -> new StringBuilder()).append(piece);
    artifactUpdate(message, piece, !first, false);
  }

  /** Takes an event of the turn. */
  void event(String name, JsonNode data) {
    change(
        () -> {
          switch (name) {
            case "message" -> text(data.path("id").asString(""), data.path("delta").asString(""));
            case "turnGateOpen" -> gate(data);
            case "turnGateClosed" -> goesOn();
            case "error" -> failure = data;
            case "end" -> end = data;
            default -> {
              // how the agent works is its own affair
            }
          }
        });
  }

  private void gate(JsonNode data) {
    last = data.path("ref").asString(last);
    if (data.path("blocking").asBoolean(false) && data.path("ref").isString()) {
      waits(List.of(A2aGate.read(data)));
    }
  }

  private void goesOn() {
    if (state.waits() || state == TaskState.SUBMITTED) {
      status(TaskState.WORKING, null);
    }
  }

  /** The events of the turn are over, or the last ones before a decision. */
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

  /** The task waits for these gates. */
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

  /** Takes up work after a decision; false if the events that come of it are read already. */
  boolean begin() {
    return lock.get(
        () -> {
          boolean first = idle();
          change(this::reads);
          return first;
        });
  }

  private void reads() {
    fed = true;
    end = node();
    failure = node();
    goesOn();
  }

  /** Returns true if nobody reads the events of the turn, which has not ended. */
  boolean idle() {
    return lock.get(() -> !fed && !state.ended());
  }

  void waitedFor(String gate) {
    change(() -> last = gate);
  }

  /** Returns one of the gates that the task waited for last; null if it never did. */
  @Nullable String lastGate() {
    return lock.get(() -> last);
  }

  /** The turn gave no answer. */
  void failed(AdkException e) {
    change(() -> failed(e.code(), e.errorCode().meaning()));
  }

  private void failed(String code, String meaning) {
    closeArtifact();
    if (code.equals(AdkErrorCode.E_TURN_ABORTED.name())) {
      status(TaskState.CANCELED, null);
      return;
    }
    boolean refused =
        code.equals(AdkErrorCode.E_ANSWER_WAITING.name())
            || code.equals(AdkErrorCode.E_GUARD_REFUSED.name());
    ObjectNode message = message();
    ((ArrayNode) message.path("parts")).addObject().put("text", meaning + " (" + code + ")");
    status(refused ? TaskState.REJECTED : TaskState.FAILED, message);
  }

  /** Ends a task that waits and was given up. */
  void canceled() {
    change(() -> status(TaskState.CANCELED, null));
  }

  /**
   * Waits until the task has ended or waits.
   *
   * @return the state then, or after that time
   */
  TaskState await(Duration atMost) throws InterruptedException {
    await(() -> state.ended() || state.waits(), atMost);
    return state();
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

  /** Number of updates so far: where a follower begins that is given the task as it is. */
  record Snapshot(ObjectNode task, int updates) {}

  /** Returns the task as it was when its newest message came, for whoever sent that. */
  Snapshot first() {
    return lock.get(
        () -> begun == null ? new Snapshot(json(Integer.MAX_VALUE, true), updates.size()) : begun);
  }

  /** Takes a follower; false for one too many. */
  boolean join() {
    return lock.get(() -> followers < FOLLOWERS && ++followers > 0);
  }

  void leave() {
    lock.run(() -> followers--);
  }

  Snapshot snapshot(int historyLength, boolean withArtifacts) {
    return lock.get(() -> new Snapshot(json(historyLength, withArtifacts), updates.size()));
  }

  /**
   * Updates that came after the given one; none if the wait ended first.
   *
   * @param over whether nothing comes after them before the caller does something
   */
  record Updates(List<ObjectNode> updates, boolean over) {}

  Updates updates(int after, Duration wait) throws InterruptedException {
    await(() -> updates.size() > after || rests(), wait);
    return lock.get(
        () -> new Updates(List.copyOf(updates.subList(after, updates.size())), rests()));
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
    update("statusUpdate").set("status", status());
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
      artifactUpdate(writing, "", true, true);
      writing = null;
    }
  }

  private void artifactUpdate(String message, String piece, boolean append, boolean last) {
    update("artifactUpdate")
        .put("append", append)
        .put("lastChunk", last)
        .set("artifact", artifact(message, piece));
  }

  private ObjectNode update(String kind) {
    ObjectNode update = node();
    updates.add(update);
    return update.putObject(kind).put("taskId", id).put("contextId", contextId);
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

  private ObjectNode json(int historyLength, boolean withArtifacts) {
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
  }

  private static ObjectNode node() {
    return Json.mapper().createObjectNode();
  }
}
