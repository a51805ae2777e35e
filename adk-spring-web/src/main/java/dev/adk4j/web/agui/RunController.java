package dev.adk4j.web.agui;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.door.DoorAgents;
import dev.adk4j.web.door.DoorCaller;
import dev.adk4j.web.door.DoorGates;
import dev.adk4j.web.door.DoorKeeper;
import dev.adk4j.web.door.DoorStream;
import dev.adk4j.web.door.DoorTurns;
import dev.adk4j.web.internal.EndpointGuard;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoint of AG-UI clients. A thread's id names a conversation of the authenticated caller.
 */
@RestController
@RequestMapping("${adk.web.ag-ui.path}")
public final class RunController {

  /** Name of the door in the records of decisions. */
  public static final String CHANNEL = "ag-ui";

  /** Errors of the conversation, which a run tells; all others refuse the request. */
  private static final Set<ErrorCode> OF_RUNS =
      Set.of(
          AdkErrorCode.E_ANSWER_WAITING,
          AdkErrorCode.E_GATE_NOT_FOUND,
          AdkErrorCode.E_GATE_NOT_AUTHORIZED,
          AdkErrorCode.E_GATE_ALREADY_SETTLED,
          AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION);

  private final DoorKeeper keeper;
  private final DoorAgents agents;
  private final DoorTurns turns;
  private final DoorGates gates;

  public RunController(DoorKeeper keeper, DoorAgents agents, DoorTurns turns, DoorGates gates) {
    this.keeper = keeper;
    this.agents = agents;
    this.turns = turns;
    this.gates = gates;
  }

  /** Runs the agent on a message of the user, or goes on after answers to interrupts. */
  @PostMapping
  public Object run(
      HttpServletRequest request, @RequestAttribute(EndpointGuard.BODY) JsonValue body) {
    return run(request, null, body);
  }

  @PostMapping("/{agent}")
  public Object run(
      HttpServletRequest request,
      @PathVariable @Nullable String agent,
      @RequestAttribute(EndpointGuard.BODY) JsonValue body) {
    DoorCaller caller = keeper.caller(request);
    RunInput input = RunInput.of(body);
    AgentClient asked = agents.find(agent == null ? input.agent() : agent);
    Conversation conversation = caller.conversation(asked, input.threadId());
    try {
      return input.resume().isEmpty()
          ? say(caller, conversation, input)
          : goOn(caller, conversation, input);
    } catch (AdkException e) {
      if (!OF_RUNS.contains(e.errorCode())) {
        throw e;
      }
      return refused(input, e);
    }
  }

  private DoorStream say(DoorCaller caller, Conversation conversation, RunInput input) {
    Message message = input.message();
    String digest = input.digest();
    DoorTurns.Turn turn =
        turns
            .running(conversation.scope(), digest)
            .orElseGet(
                () ->
                    turns.start(
                        caller.key(conversation, CHANNEL, input.runId(), digest),
                        digest,
                        () -> conversation.stream(message)));
    return DoorStream.of(form(caller, conversation, input), sink -> turns.read(turn, sink));
  }

  private DoorStream goOn(DoorCaller caller, Conversation conversation, RunInput input) {
    Interrupts interrupts = new Interrupts(caller, gates, conversation);
    String turnId = "";
    for (RunInput.Resume answer : input.resume()) {
      turnId = interrupts.settle(answer);
    }
    String id = turnId;
    return DoorStream.of(
        form(caller, conversation, input),
        sink -> turns.continued(conversation, id, input.resume().getFirst().ref(), sink));
  }

  private RunForm form(DoorCaller caller, Conversation conversation, RunInput input) {
    return new RunForm(caller, gates, new Interrupts(caller, gates, conversation), input);
  }

  private static ResponseEntity<byte[]> refused(RunInput input, AdkException e) {
    String events =
        data(RunForm.started(input)) + data(RunForm.failed(e.errorCode().meaning(), e.code()));
    return ResponseEntity.ok()
        .contentType(new MediaType(MediaType.TEXT_EVENT_STREAM, StandardCharsets.UTF_8))
        .body(events.getBytes(StandardCharsets.UTF_8));
  }

  private static String data(Map<String, Object> event) {
    return "data: " + Json.mapper().writeValueAsString(event) + "\n\n";
  }

  /** Stops the turn that runs in the thread; a client that only leaves does not. */
  @DeleteMapping("/{threadId}")
  public ResponseEntity<Void> stop(HttpServletRequest request, @PathVariable String threadId) {
    turns.stop(keeper.caller(request).conversation(agents.any(), threadId));
    return ResponseEntity.noContent().build();
  }

  @ExceptionHandler
  void failed(AdkException e, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    EndpointGuard.refuse(e, request, response);
  }
}
