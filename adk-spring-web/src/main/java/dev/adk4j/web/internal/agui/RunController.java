package dev.adk4j.web.internal.agui;

import static dev.adk4j.primitive.MessageRole.ASSISTANT;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateRecord;
import dev.adk4j.loop.Tool;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Displayable;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.EndpointGuard;
import dev.adk4j.web.internal.protocol.EventLines;
import dev.adk4j.web.internal.protocol.Protocol;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.ProtocolController;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.internal.protocol.ProtocolStream;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import dev.adk4j.web.internal.protocol.ThreadHistory;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint of AG-UI clients. A thread's id names a conversation of the authenticated caller. */
@RestController
@RequestMapping("${adk.web.ag-ui.path}")
public final class RunController extends ProtocolController {

  /** Name of the protocol in the records of decisions. */
  public static final String CHANNEL = "ag-ui";

  /** Errors of the conversation, which are reported by a run; all others reject the request. */
  private static final Set<ErrorCode> OF_RUNS =
      Set.of(
          AdkErrorCode.E_ANSWER_WAITING,
          AdkErrorCode.E_GATE_NOT_FOUND,
          AdkErrorCode.E_GATE_NOT_AUTHORIZED,
          AdkErrorCode.E_GATE_ALREADY_SETTLED,
          AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION);

  private final ClientTools clientTools;
  private final @Nullable ThreadHistory history;

  /**
   * @param history null if it cannot be read
   */
  public RunController(
      Protocol protocol, ClientTools clientTools, @Nullable ThreadHistory history) {
    super(protocol);
    this.history = history;
    this.clientTools = clientTools;
  }

  /** Runs the agent on a user message, or resumes it after answers to interrupts. */
  @PostMapping({"", "/{agent}"})
  public Object run(
      HttpServletRequest request,
      @PathVariable(required = false) @Nullable String agent,
      @RequestAttribute(EndpointGuard.BODY) JsonValue body)
      throws IOException {
    ProtocolCaller caller = access.caller(request);
    RunInput input = RunInput.of(body);
    AgentClient asked = agents.find(agent == null ? input.agent() : agent);
    ProtocolGates gates = protocol.gates(caller, caller.conversation(asked, input.threadId()));
    try {
      List<Answered> answers = answers(gates, input);
      if (answers.isEmpty() && history != null && input.hasNothingNew()) {
        return recall(gates, input, history);
      }
      return answers.isEmpty()
          ? say(gates, input)
          : new ProtocolStream(
              form(gates, input, null),
              goOn(gates, answers, Answered::ref, answer -> answer.settle().get()));
    } catch (AdkException e) {
      if (!OF_RUNS.contains(e.errorCode())) {
        throw e;
      }
      return refused(input, e);
    }
  }

  private ProtocolStream say(ProtocolGates gates, RunInput input) {
    Conversation conversation = gates.conversation();
    Message message = input.message();
    String digest = input.digest();
    List<Tool.Description> tools = clientTools.of(input.tools());
    String key = gates.caller().key(conversation, CHANNEL, input.runId(), digest);
    ProtocolTurns.Turn running = turns.running(conversation.scope(), digest).orElse(null);
    if (input.parentRunId() != null
        && running == null
        && !turns.isKnown(conversation, key, digest)) {
      checkParent(conversation, input);
    }
    ProtocolTurns.Turn turn =
        running != null
            ? running
            : turns.start(
                key,
                digest,
                conversation,
                message,
                options -> options.callerTools(tools, clientTools.atMost()));
    return new ProtocolStream(form(gates, input, null), turns.read(turn));
  }

  /**
   * A turn continues at the end of its thread. Rejects a run whose parent is an earlier run, that
   * is whose client does not have the newest answer.
   */
  private void checkParent(Conversation conversation, RunInput input) {
    if (history == null) {
      return;
    }
    List<? extends Displayable> stored = history.read(conversation.scope(), StoredMessages.MOST);
    boolean isLast =
        stored.stream()
            .filter(record -> record instanceof Message said && said.role() == ASSISTANT)
            .reduce((earlier, later) -> later)
            .map(answer -> input.known().contains(((Message) answer).id()))
            .orElse(!stored.isEmpty());
    Violations.require(
        isLast,
        "$.parentRunId",
        "parent",
        "is not the last run of this thread, and a thread has no branches: load its messages,"
            + " or send no parentRunId to continue at its end");
  }

  /** Shows the stored thread, and the running or waiting turn. */
  private Object recall(ProtocolGates gates, RunInput input, ThreadHistory history)
      throws IOException {
    Conversation conversation = gates.conversation();
    ProtocolTurns.Turn open = turns.open(conversation).orElse(null);
    RunForm form =
        form(
            gates,
            input,
            StoredMessages.of(history.read(conversation.scope(), StoredMessages.MOST)));
    return open == null
        ? events(form.alone(conversation.waiting().isPresent() ? "waiting" : "completed"))
        : new ProtocolStream(form, turns.read(open));
  }

  /** The client's answer to a gate of its waiting turn. */
  private record Answered(String ref, Supplier<String> settle) {}

  private List<Answered> answers(ProtocolGates gates, RunInput input) {
    List<Answered> answers = new ArrayList<>();
    if (clientTools.areAllowed() && !input.results().isEmpty()) {
      List<GateRecord> calls = gates.ofCaller();
      for (RunInput.Result result : input.results()) {
        calls.stream()
            .filter(call -> result.callId().equals(call.toolCallId()))
            .findFirst()
            .map(call -> new Answered(call.ref(), () -> complete(gates, call, result)))
            .ifPresent(answers::add);
      }
      if (answers.isEmpty() && input.resume().isEmpty()) {
        throw new AdkException(
            AdkErrorCode.E_GATE_NOT_FOUND, "This thread has no call that waits for these results.");
      }
    }
    Interrupts interrupts = new Interrupts(gates);
    for (RunInput.Resume resume : input.resume()) {
      answers.add(new Answered(resume.ref(), () -> interrupts.settle(resume)));
    }
    return answers;
  }

  private static String complete(ProtocolGates gates, GateRecord call, RunInput.Result result) {
    return gates.complete(call, result.content(), result.failed());
  }

  private RunForm form(ProtocolGates gates, RunInput input, @Nullable StoredMessages history) {
    return new RunForm(
        gates, () -> clientTools.areAllowed() ? gates.pending() : List.of(), input, history);
  }

  private static ResponseEntity<byte[]> refused(RunInput input, AdkException e) throws IOException {
    EventLines lines = new EventLines();
    lines.data(RunForm.started(input));
    lines.data(RunForm.failed(e.errorCode().meaning(), e.code()));
    return events(lines.toString());
  }

  private static ResponseEntity<byte[]> events(String events) {
    return ResponseEntity.ok()
        .contentType(new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8))
        .body(events.getBytes(StandardCharsets.UTF_8));
  }

  /** Stops the running turn of the thread. A disconnect of the client does not stop it. */
  @DeleteMapping("/{threadId}")
  public ResponseEntity<Void> stop(HttpServletRequest request, @PathVariable String threadId) {
    return stopped(request, threadId);
  }
}
