package dev.adk4j.web.internal.a2a;

import dev.adk4j.client.AgentWaitingException;
import dev.adk4j.client.Conversation;
import dev.adk4j.internal.Sha256;
import dev.adk4j.limit.Permit;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Json;
import dev.adk4j.value.Scope;
import dev.adk4j.web.internal.protocol.Callbacks;
import dev.adk4j.web.internal.protocol.FormSink;
import dev.adk4j.web.internal.protocol.Protocol;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.ProtocolStream;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import dev.adk4j.web.stream.TurnEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Operations of both bindings: a task is a turn, a context is a conversation of the caller.
 * Thread-safe.
 *
 * @param push null if there are no push notifications
 */
record A2aOperations(Protocol protocol, TurnEvents events, A2aTasks tasks, @Nullable A2aPush push) {

  /** Time within which a turn ends that was asked to stop. */
  private static final Duration SOON = Duration.ofSeconds(10);

  /** Output modes that the agent can serve. */
  private static final Set<String> OFFERED = Set.of("text/plain", "*/*");

  /** Maximum length of a message that is kept for the history of its task, as JSON. */
  private static final int LONGEST = 2_000;

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
    TaskView task = heard(call, params);
    if (configuration.path("returnImmediately").asBoolean(false)) {
      read(task, Duration.ZERO);
    } else {
      try (Permit open = events.stream(task.task.conversation().scope())) {
        read(task, FormSink.FOREVER);
      }
    }
    return Json.mapper().createObjectNode().<ObjectNode>set("task", task.json(history, true));
  }

  /** Returns the caller's task for a client that follows it from now on. */
  TaskView subscribe(Call call, JsonNode params) throws InterruptedException {
    return unended(find(call, params.path("id").asString("")));
  }

  private static TaskView unended(TaskView task) {
    if (task.state().ended()) {
      throw A2aError.UNSUPPORTED_OPERATION.because("The task has ended.");
    }
    return task;
  }

  /** Returns a response that follows the task. */
  ProtocolStream stream(TaskView view, Binding binding) {
    A2aTask task = view.task;
    return new ProtocolStream(
        new TaskForm(view, binding),
        events.follow(task.conversation(), task.id(), view.position()));
  }

  ObjectNode get(Call call, JsonNode params) throws InterruptedException {
    int history = TaskQuery.number(params, "historyLength", ALL);
    return find(call, params.path("id").asString("")).json(history, true);
  }

  ObjectNode list(Call call, JsonNode params) throws InterruptedException {
    boolean texts = "true".equals(TaskQuery.text(params, "includeArtifacts"));
    List<TaskView> all = new ArrayList<>();
    for (A2aTask task : tasks.of(call.owner())) {
      if (isKnown(call, task)) {
        all.add(now(view(call, task, texts)));
      }
    }
    return TaskQuery.page(params, all, texts);
  }

  private A2aPush requirePush() {
    if (push == null) {
      throw A2aError.PUSH_NOTIFICATION_NOT_SUPPORTED.because(
          "Push notifications are not supported.");
    }
    return push;
  }

  /** Operates on the configurations of push notifications of the caller's task. */
  ObjectNode config(Call call, String operation, JsonNode params) throws InterruptedException {
    A2aPush configs = requirePush();
    TaskView view = find(call, params.path("taskId").asString(""));
    A2aTask task = view.task;
    String id = params.path("id").asString("");
    return switch (operation) {
      case "CreateTaskPushNotificationConfig" ->
          configs.follow(configs.target(params), unended(view));
      case "GetTaskPushNotificationConfig" -> configs.find(task, id);
      case "ListTaskPushNotificationConfigs" -> configs.list(task);
      case "DeleteTaskPushNotificationConfig" -> configs.delete(task, id);
      default -> throw A2aError.METHOD_NOT_FOUND.because("The method does not exist.");
    };
  }

  /** Accepts a message. The task is then running, or has already processed the message. */
  TaskView heard(Call call, JsonNode params) throws InterruptedException {
    JsonNode configuration = params.path("configuration");
    JsonNode modes = configuration.path("acceptedOutputModes");
    if (!modes.isEmpty()
        && modes.valueStream().noneMatch(mode -> OFFERED.contains(mode.asString("")))) {
      throw A2aError.CONTENT_TYPE_NOT_SUPPORTED.because("The agent answers only with text/plain.");
    }
    A2aMessage message = A2aMessage.read(params.path("message"));
    JsonNode config = configuration.path("taskPushNotificationConfig");
    Callbacks.Target target = config.isMissingNode() ? null : requirePush().target(config);
    TaskView task = message.taskId() == null ? begin(call, message) : goOn(call, message);
    if (target != null) {
      requirePush().follow(target, find(call, task.task.id()));
    }
    return task;
  }

  private TaskView begin(Call call, A2aMessage message) {
    Message said = message.said();
    if (said == null) {
      throw A2aError.invalid("message.taskId", "is required for a decision.");
    }
    String key = call.caller().key(protocol.access().channel(), call.agent(), message.digest());
    String context = message.contextId() == null ? Sha256.hex(key) : message.contextId();
    Conversation conversation =
        call.caller().conversation(protocol.agents().find(call.agent()), context);
    ProtocolTurns.Turn turn;
    try {
      turn = protocol.turns().start(key, "", conversation, said, options -> {});
    } catch (AgentWaitingException e) {
      throw A2aError.UNSUPPORTED_OPERATION.because(
          "Task %s of this context is waiting. Decide on it, or cancel it."
              .formatted(e.answer().turnId()));
    }
    String json = Json.write(message.json());
    String kept = json.length() > LONGEST ? null : json;
    A2aTask task = new A2aTask(turn.turnId(), context, call.owner(), conversation, kept);
    return view(call, tasks.add(task), true);
  }

  private TaskView goOn(Call call, A2aMessage message) throws InterruptedException {
    TaskView view = find(call, String.valueOf(message.taskId()));
    A2aTask task = view.task;
    if (message.contextId() != null && !message.contextId().equals(task.contextId())) {
      throw A2aError.invalid("message.contextId", "does not match the context of the task.");
    }
    Set<String> decided = message.decisions().keySet();
    Optional<String> turn = Optional.of(task.id());
    if (decided.isEmpty() || !decided.stream().map(view.gates::turn).allMatch(turn::equals)) {
      unended(view);
    }
    if (decided.isEmpty()) {
      throw A2aError.UNSUPPORTED_OPERATION.because(
          view.state().waits()
              ? "The task is waiting for a decision. Send a data part {\"gate\", \"decision\", "
                  + "\"value\"}."
              : "The task is running. Send further messages without its id when it has ended.");
    }
    message.decisions().forEach(view.gates::settle);
    view.look();
    return view.stops() ? now(view(call, task, true)) : view;
  }

  /** Returns the caller's task in its current state. */
  private TaskView find(Call call, String id) throws InterruptedException {
    A2aTask known = tasks.find(call.owner(), id);
    A2aTask task = known != null && isKnown(call, known) ? known : restored(call, id);
    return now(view(call, task, true));
  }

  /** Returns true if the events of the task are known; forgets the task otherwise. */
  private boolean isKnown(Call call, A2aTask task) {
    boolean known =
        events.holds(task.conversation().scope(), task.id())
            || protocol.stored(call.caller(), task.id()).isPresent();
    if (!known) {
      tasks.remove(task);
    }
    return known;
  }

  /** Finds a stored turn that is unknown to this node. */
  private A2aTask restored(Call call, String turnId) {
    Scope scope = protocol.stored(call.caller(), turnId).orElseThrow(A2aError::noTask);
    String key = scope.requireConversation();
    String context = key.substring(key.indexOf('/') + 1);
    Conversation conversation = protocol.agents().find(call.agent()).conversation(scope);
    return tasks.add(new A2aTask(turnId, context, call.owner(), conversation, null));
  }

  private TaskView view(Call call, A2aTask task, boolean texts) {
    return new TaskView(task, protocol.gates(call.caller(), task.conversation()), texts);
  }

  private TaskView now(TaskView view) throws InterruptedException {
    read(view, Duration.ZERO);
    return view.now();
  }

  /** Reads until the task has ended or waits. */
  private void read(TaskView view, Duration atMost) throws InterruptedException {
    if (!view.stops()) {
      A2aTask task = view.task;
      events.read(task.conversation(), task.id(), view.position(), atMost, view::take);
    }
  }

  /** Cancels the task. */
  ObjectNode cancel(Call call, JsonNode params) throws InterruptedException {
    TaskView view = find(call, params.path("id").asString(""));
    if (view.state().ended()) {
      throw A2aError.TASK_NOT_CANCELABLE.because("The task has ended.");
    }
    String id = view.task.id();
    Conversation conversation = view.task.conversation();
    if (!conversation.cancel(id, call.caller().actor(protocol.access().channel()))
        && !protocol.turns().stop(conversation, id)
        && !conversation.stop(id)) {
      throw A2aError.TASK_NOT_CANCELABLE.because("The task is running on another node.");
    }
    view.look();
    read(view, SOON);
    return view.json(ALL, true);
  }
}
