package dev.adk4j.web.internal.a2a;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.client.Answer;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateDecision;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.limit.Permit;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Ids;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import dev.adk4j.web.internal.protocol.ProtocolAccess;
import dev.adk4j.web.internal.protocol.ProtocolAgents;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import dev.adk4j.web.stream.StreamClient;
import dev.adk4j.web.stream.StreamSink;
import dev.adk4j.web.stream.TurnEvents;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Operations of both bindings: a task is a turn, a context is a conversation of the caller.
 * Thread-safe.
 */
record A2aOperations(
    ProtocolAccess access,
    ProtocolAgents agents,
    ProtocolTurns turns,
    ProtocolGates gates,
    TurnEvents events,
    InstantSource clock,
    A2aTasks tasks) {

  /**
   * After this time, a turn that was decided on another node has reported its end, if it has ended.
   */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private static final Duration FOREVER = Duration.ofDays(1);
  private static final int ALL = Integer.MAX_VALUE;

  /** Caller of a request, and the requested agent. */
  record Call(ProtocolCaller caller, String agent) {

    String owner() {
      return caller.key(agent);
    }
  }

  /**
   * Accepts a message, and waits until its task has ended or waits, unless the request says not to
   * block.
   */
  ObjectNode send(Call call, JsonNode params) throws InterruptedException {
    JsonNode configuration = params.path("configuration");
    int history = TaskQuery.number(configuration, "historyLength", ALL);
    A2aTask task = heard(call, params);
    if (!configuration.path("returnImmediately").asBoolean(false)) {
      try (Permit open = events.stream(task.conversation().scope())) {
        task.await(FOREVER);
      }
    }
    return Json.mapper().createObjectNode().<ObjectNode>set("task", task.json(history, true));
  }

  /** Accepts a message for a client that follows the task from then on. */
  TaskSnapshot stream(Call call, JsonNode params) throws InterruptedException {
    return heard(call, params).first();
  }

  /** Returns the caller's task for a client that follows it from now on. */
  TaskSnapshot subscribe(Call call, JsonNode params) throws InterruptedException {
    A2aTask task = find(call, params);
    if (task.state().ended()) {
      throw A2aError.UNSUPPORTED_OPERATION.because("The task has ended.");
    }
    return task.snapshot();
  }

  StreamClient follow(TaskSnapshot begin, StreamSink sink) {
    return events.client(begin.of().conversation().scope(), begin.of().id(), begin, sink);
  }

  ObjectNode get(Call call, JsonNode params) throws InterruptedException {
    int history = TaskQuery.number(params, "historyLength", ALL);
    return find(call, params).json(history, true);
  }

  ObjectNode list(Call call, JsonNode params) {
    return TaskQuery.page(params, tasks.of(call.owner()));
  }

  static AdkException noPush() {
    return A2aError.PUSH_NOTIFICATION_NOT_SUPPORTED.because(
        "Push notifications are not supported.");
  }

  /** Accepts a message. The task is then running, or has already processed the message. */
  private A2aTask heard(Call call, JsonNode params) throws InterruptedException {
    JsonNode configuration = params.path("configuration");
    if (configuration.has("taskPushNotificationConfig")) {
      throw noPush();
    }
    JsonNode modes = configuration.path("acceptedOutputModes");
    if (!modes.isEmpty()
        && modes
            .valueStream()
            .map(mode -> mode.asString(""))
            .noneMatch(mode -> mode.equals("text/plain") || mode.equals("*/*"))) {
      throw A2aError.CONTENT_TYPE_NOT_SUPPORTED.because("The agent answers only with text/plain.");
    }
    A2aMessage message = A2aMessage.read(params.path("message"));
    return message.taskId() == null ? begin(call, message) : goOn(call, message);
  }

  private A2aTask begin(Call call, A2aMessage message) {
    Message said = message.said();
    if (said == null) {
      throw A2aError.invalid("message.taskId", "is required for a decision.");
    }
    AgentClient agent = agents.find(call.agent());
    String context = message.contextId();
    String id = context == null ? Ids.next() : context;
    ProtocolTurns.Turn turn;
    try {
      turn =
          turns.start(
              call.caller().key(access.channel(), call.agent(), message.digest()),
              () -> call.caller().conversation(agent, id).stream(said));
    } catch (AgentWaitingException e) {
      throw A2aError.UNSUPPORTED_OPERATION.because(
          "Task "
              + e.answer().turnId()
              + " of this context is waiting. Decide on it, or cancel "
              + "it.");
    }
    A2aTask mine = task(call, turn.turnId(), context, turn.scope());
    A2aTask task = tasks.add(mine);
    if (task == mine) {
      task.heard(message.json());
      if (task.begin()) {
        turns.read(turn, task).start();
      }
    }
    return task;
  }

  /**
   * @param context null for the name of the conversation without its user's context id
   */
  private A2aTask task(Call call, String id, @Nullable String context, Scope scope) {
    String key = scope.requireConversation();
    return new A2aTask(
        id,
        context != null ? context : key.substring(key.indexOf('/') + 1),
        call.owner(),
        agents.find(call.agent()).conversation(scope),
        ref -> gates.mayDecide(call.caller(), ref),
        this::catchUp,
        clock);
  }

  private A2aTask goOn(Call call, A2aMessage message) throws InterruptedException {
    A2aTask task = find(call, String.valueOf(message.taskId()));
    if (message.contextId() != null && !message.contextId().equals(task.contextId())) {
      throw A2aError.invalid("message.contextId", "does not match the context of the task.");
    }
    if (task.hasHeard(message.messageId())) {
      return task;
    }
    if (task.state().ended()) {
      for (var decision : message.decisions().entrySet()) {
        tooLate(call, task, decision.getKey(), decision.getValue());
      }
      throw A2aError.UNSUPPORTED_OPERATION.because("The task has ended.");
    }
    if (message.decisions().isEmpty()) {
      throw A2aError.UNSUPPORTED_OPERATION.because(
          task.state().waits()
              ? "The task is waiting for a decision. Send a data part {\"gate\", \"decision\", "
                  + "\"value\"}."
              : "The task is running. Send further messages without its id when it has ended.");
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

  /** Reports the earlier decision if another protocol decided before the message arrived. */
  private void tooLate(Call call, A2aTask task, String gate, GateDecision decision) {
    if (gates.turn(task.conversation(), gate).filter(task.id()::equals).isPresent()) {
      gates.settle(task.conversation(), call.caller(), gate, decision);
    }
  }

  /** Makes the task follow the events after a decision. */
  private void follow(A2aTask task, String gate) {
    if (task.begin()) {
      turns.continued(task.conversation(), task.id(), gate, task).start();
    }
  }

  private A2aTask find(Call call, JsonNode params) throws InterruptedException {
    return find(call, params.path("id").asString(""));
  }

  /** Returns the caller's task in its current state: another protocol may have decided on it. */
  private A2aTask find(Call call, String id) throws InterruptedException {
    A2aTask known = tasks.find(call.owner(), id);
    A2aTask task = known == null ? restored(call, id) : known;
    if (catchUp(task)) {
      task.await(MOMENT);
    }
    return task;
  }

  /** Finds a turn that waits or waited and is unknown to this node. */
  private A2aTask restored(Call call, String turnId) {
    GateRecord gate = gates.ofTurn(call.caller(), turnId).orElseThrow(A2aError::noTask);
    A2aTask task = task(call, turnId, null, gate.scope());
    task.waitedFor(gate.ref());
    return tasks.add(task);
  }

  /** Returns true if the task continues with this turn. */
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

  private boolean isOpen(A2aTask task, String gate) {
    return gates.gate(task.conversation(), gate).filter(g -> !g.state().isFinal()).isPresent();
  }

  /** Cancels the task. */
  ObjectNode cancel(Call call, JsonNode params) throws InterruptedException {
    A2aTask task = find(call, params);
    if (task.state().ended()) {
      throw A2aError.TASK_NOT_CANCELABLE.because("The task has ended.");
    }
    if (task.conversation().cancel(task.id(), call.caller().actor(access.channel()))) {
      task.canceled();
    } else if (turns.stop(task.conversation(), task.id())) {
      task.await(MOMENT.multipliedBy(10));
    } else {
      throw A2aError.TASK_NOT_CANCELABLE.because("The task is running on another node.");
    }
    return task.json(ALL, true);
  }
}
