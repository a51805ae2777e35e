package dev.adk4j.web.a2a;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.client.Answer;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateQuery;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.gate.GateService;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import dev.adk4j.web.WebErrorCode;
import dev.adk4j.web.door.DoorAgents;
import dev.adk4j.web.door.DoorCaller;
import dev.adk4j.web.door.DoorGates;
import dev.adk4j.web.door.DoorKeeper;
import dev.adk4j.web.door.DoorTurns;
import dev.adk4j.web.stream.StreamClient;
import dev.adk4j.web.stream.StreamSink;
import dev.adk4j.web.stream.TurnEvents;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Operations of both bindings: a task is a turn, a context is a conversation of the caller.
 * Thread-safe.
 */
public final class A2aOperations {

  /** A turn that was decided on elsewhere has told its end by then, if it has one. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private static final Duration FOREVER = Duration.ofDays(1);

  private final DoorKeeper keeper;
  private final DoorAgents agents;
  private final DoorTurns turns;
  private final DoorGates gates;
  private final @Nullable GateService service;
  private final InstantSource clock;
  private final A2aTasks tasks;

  /**
   * @param service null where gates are not recorded
   */
  public A2aOperations(
      DoorKeeper keeper,
      DoorAgents agents,
      DoorTurns turns,
      DoorGates gates,
      @Nullable GateService service,
      TurnEvents events,
      InstantSource clock) {
    this.keeper = keeper;
    this.agents = agents;
    this.turns = turns;
    this.gates = gates;
    this.service = service;
    this.clock = clock;
    this.tasks = new A2aTasks(this::isHeld);
    events.onErased(tasks::erase);
  }

  /** Caller of a request, and the agent it is for. */
  record Call(DoorCaller caller, String agent) {}

  /** A task that a client follows, as it was when the client came. */
  record Begun(A2aTask task, A2aTask.Snapshot snapshot) {}

  /** Takes a message for a client that follows the task from then on. */
  Begun stream(Call call, JsonNode params) throws InterruptedException {
    A2aTask task = send(call, params);
    return new Begun(task, task.first());
  }

  StreamClient follow(Begun begun, StreamSink sink) {
    return new TaskFollower(begun.task(), begun.snapshot(), () -> catchUp(begun.task()), sink);
  }

  /** Takes a message; the task works on it then, or has done so before. */
  A2aTask send(Call call, JsonNode params) throws InterruptedException {
    JsonNode configuration = params.path("configuration");
    if (configuration.has("taskPushNotificationConfig")) {
      throw A2aError.PUSH_NOTIFICATION_NOT_SUPPORTED.because("There are no push notifications.");
    }
    checkModes(configuration.path("acceptedOutputModes"));
    A2aMessage message = A2aMessage.read(params.path("message"));
    return message.taskId() == null ? begin(call, message) : goOn(call, message);
  }

  private static void checkModes(JsonNode modes) {
    boolean text = modes.isMissingNode() || modes.isEmpty();
    for (JsonNode mode : modes) {
      text |= mode.asString("").equals("text/plain") || mode.asString("").equals("*/*");
    }
    if (!text) {
      throw A2aError.CONTENT_TYPE_NOT_SUPPORTED.because("The agent answers with text/plain.");
    }
  }

  private A2aTask begin(Call call, A2aMessage message) {
    Message said = message.said();
    if (said == null) {
      throw A2aError.invalid("message.taskId", "is required for a decision.");
    }
    AgentClient agent = agents.find(call.agent());
    String context = message.contextId();
    DoorTurns.Turn turn;
    try {
      turn =
          turns.start(
              key(call, message),
              () ->
                  call.caller().conversation(agent, context == null ? Ids.next() : context).stream(
                      said));
    } catch (AgentWaitingException e) {
      throw A2aError.UNSUPPORTED_OPERATION.because(
          "Task " + e.answer().turnId() + " of this context waits: decide on it, or cancel it.");
    }
    A2aTask task = task(call, turn.turnId(), context, turn.scope());
    A2aTask before = tasks.add(call.caller(), call.agent(), task);
    if (before != null) {
      return before;
    }
    task.heard(message.json());
    if (task.begin()) {
      turns.read(turn, feed(task)).start();
    }
    return task;
  }

  /** Names a message, so that the same one again starts nothing. */
  private String key(Call call, A2aMessage message) {
    Scope owner = call.caller().owner();
    return String.join(
        "\n",
        keeper.channel(),
        owner.tenant(),
        owner.subject() == null ? "" : "/" + owner.subject(),
        call.agent(),
        message.messageId(),
        Integer.toHexString(Json.write(message.json()).hashCode()));
  }

  /**
   * @param context null for the conversation's name without that of its user
   */
  private A2aTask task(Call call, String id, @Nullable String context, Scope scope) {
    String key = scope.requireConversation();
    return new A2aTask(
        id,
        context != null ? context : key.substring(key.indexOf('/') + 1),
        agents.find(call.agent()).conversation(scope),
        ref -> gates.mayDecide(call.caller(), ref),
        clock);
  }

  private A2aTask goOn(Call call, A2aMessage message) throws InterruptedException {
    A2aTask task = find(call, Objects.requireNonNull(message.taskId()));
    if (message.contextId() != null && !message.contextId().equals(task.contextId())) {
      throw A2aError.invalid("message.contextId", "is not that of the task.");
    }
    if (task.hasHeard(message.messageId())) {
      return task;
    }
    if (task.state().ended()) {
      throw A2aError.UNSUPPORTED_OPERATION.because("The task has ended.");
    }
    if (message.decisions().isEmpty()) {
      throw A2aError.UNSUPPORTED_OPERATION.because(
          task.state().waits()
              ? "The task waits for a decision: send a data part {\"gate\", \"decision\", \"value\"}."
              : "The task is at work; send messages to it when it has ended, without its id.");
    }
    String last = "";
    for (var decision : message.decisions().entrySet()) {
      last = decision.getKey();
      gates.settle(task.conversation(), call.caller(), last, decision.getValue());
    }
    task.heard(message.json());
    follow(task, last);
    return task;
  }

  /** Has the task take what comes of a decision. */
  private void follow(A2aTask task, String gate) {
    if (task.begin()) {
      turns.continued(task.conversation(), task.id(), gate, feed(task)).start();
    }
  }

  /** Returns the caller's task, as it is now. */
  A2aTask find(Call call, String id) throws InterruptedException {
    A2aTask known = tasks.find(call.caller(), call.agent(), id);
    GateRecord gate = known == null ? gate(call, id) : null;
    if (known == null && gate == null) {
      throw A2aError.noTask();
    }
    if (gate != null) {
      known = restored(call, id, gate);
    }
    A2aTask task = Objects.requireNonNull(known);
    refresh(task);
    return task;
  }

  /** Looks for a turn that waits, or waited, and that this node does not know. */
  private @Nullable GateRecord gate(Call call, String turnId) {
    Scope owner = call.caller().owner();
    if (service == null || turnId.isBlank()) {
      return null;
    }
    return service
        .store()
        .list(new GateQuery(owner.tenant(), null, turnId, null, false, null, 1))
        .stream()
        .filter(gate -> Objects.equals(gate.scope().subject(), owner.subject()))
        .filter(gate -> gate.scope().outermost().equals(gate.scope()))
        .findFirst()
        .orElse(null);
  }

  private A2aTask restored(Call call, String id, GateRecord gate) {
    A2aTask task = task(call, id, null, gate.scope());
    task.waitedFor(gate.ref());
    A2aTask before = tasks.add(call.caller(), call.agent(), task);
    return before == null ? task : before;
  }

  /** Looks at a task that waits: it may have been decided on at another door. */
  void refresh(A2aTask task) throws InterruptedException {
    if (catchUp(task)) {
      task.await(MOMENT);
    }
  }

  /** Returns true if the task goes on with this. */
  private boolean catchUp(A2aTask task) {
    String gate = task.lastGate();
    if (gate == null || !task.idle() || task.state().waits() && isOpen(task, gate)) {
      return false;
    }
    Answer open =
        task.conversation()
            .waiting()
            .filter(answer -> answer.turnId().equals(task.id()))
            .orElse(null);
    if (open == null || open.gates().isEmpty()) {
      follow(task, gate);
      return true;
    }
    task.waiting(open.gates());
    return false;
  }

  private TaskFeed feed(A2aTask task) {
    return new TaskFeed(task, () -> catchUp(task));
  }

  private boolean isOpen(A2aTask task, String gate) {
    return gates
        .gate(task.conversation(), gate)
        .filter(known -> !known.state().isFinal())
        .isPresent();
  }

  /** Ends the task. */
  A2aTask cancel(Call call, String id) throws InterruptedException {
    A2aTask task = find(call, id);
    if (task.state().ended()) {
      throw A2aError.TASK_NOT_CANCELABLE.because("The task has ended.");
    }
    GateActor actor = call.caller().actor();
    Scope owner = call.caller().owner();
    boolean givenUp =
        task.conversation()
            .giveUp(
                id,
                actor != null
                    ? actor
                    : GateActor.of(owner.subject(), owner.tenant(), List.of(), keeper.channel()));
    if (givenUp) {
      task.canceled();
      return task;
    }
    boolean runs =
        turns
            .running(task.conversation().scope())
            .filter(turn -> turn.turnId().equals(id))
            .isPresent();
    if (!runs || !turns.stop(task.conversation())) {
      throw A2aError.TASK_NOT_CANCELABLE.because("The task does not run on this node.");
    }
    task.await(MOMENT.multipliedBy(10));
    return task;
  }

  ObjectNode list(Call call, TaskQuery query) {
    return query.page(tasks.of(call.caller(), call.agent()));
  }

  /** Waits for a task until it has ended, or waits for a decision. */
  void await(A2aTask task, JsonNode params) throws InterruptedException {
    if (!params.path("configuration").path("returnImmediately").asBoolean(false)) {
      task.await(FOREVER);
    }
  }

  private boolean isHeld(A2aTask task) {
    try {
      turns.read(new DoorTurns.Turn(task.conversation().scope(), task.id()), feed(task));
      return true;
    } catch (AdkException e) {
      return !AdkException.is(e, WebErrorCode.E_STREAM_TURN_UNKNOWN);
    }
  }
}
