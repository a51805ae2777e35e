package dev.adk4j.web.aisdk;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.aisdk.ChatRequest.Approval;
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
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * The chat endpoint of the AI SDK's {@code DefaultChatTransport}: UI message stream, version 1. A
 * chat's id names a conversation of the authenticated caller.
 */
@RestController
@RequestMapping("${adk.web.ai-sdk.path}")
public final class ChatController {

  /** Name of the door in the records of decisions. */
  public static final String CHANNEL = "ai-sdk";

  private final DoorKeeper keeper;
  private final DoorAgents agents;
  private final DoorTurns turns;
  private final DoorGates gates;

  public ChatController(DoorKeeper keeper, DoorAgents agents, DoorTurns turns, DoorGates gates) {
    this.keeper = keeper;
    this.agents = agents;
    this.turns = turns;
    this.gates = gates;
  }

  /** Answers a message of the user, or goes on after answers to approvals. */
  @PostMapping
  public SseEmitter chat(
      HttpServletRequest request, @RequestAttribute(EndpointGuard.BODY) JsonValue body) {
    return chat(request, null, body);
  }

  @PostMapping("/{agent}")
  public SseEmitter chat(
      HttpServletRequest request,
      @PathVariable @Nullable String agent,
      @RequestAttribute(EndpointGuard.BODY) JsonValue body) {
    DoorCaller caller = keeper.caller(request);
    ChatRequest chat = ChatRequest.of(body);
    AgentClient asked = agents.find(agent == null ? chat.agent() : agent);
    Conversation conversation = caller.conversation(asked, chat.id());
    return chat.user() == null ? goOn(caller, conversation, chat) : say(caller, conversation, chat);
  }

  private SseEmitter say(DoorCaller caller, Conversation conversation, ChatRequest chat) {
    Message message = chat.message();
    chat.approvals().forEach(approval -> settleIfKnown(caller, conversation, approval));
    if (chat.regenerates()) {
      turns.stop(conversation);
    }
    String key = chat.regenerates() ? null : caller.key(conversation, CHANNEL, chat.digest());
    DoorTurns.Turn turn = turns.start(key, () -> conversation.stream(message));
    ChatForm form = new ChatForm(caller, gates, null, Set.of(), List.of());
    return DoorStream.of(form, sink -> turns.read(turn, sink));
  }

  private SseEmitter goOn(DoorCaller caller, Conversation conversation, ChatRequest chat) {
    if (chat.approvals().isEmpty()) {
      throw new AdkException(
          AdkErrorCode.E_GATE_NOT_FOUND,
          "The last message is the assistant's, and answers no approval.");
    }
    String turnId = "";
    for (Approval approval : chat.approvals()) {
      turnId = settle(caller, conversation, approval);
    }
    String id = turnId;
    List<String> answered = chat.approvals().stream().map(Approval::ref).toList();
    ChatForm form = new ChatForm(caller, gates, chat.messageId(), chat.known(), answered);
    return DoorStream.of(
        form, sink -> turns.continued(conversation, id, answered.getFirst(), sink));
  }

  /**
   * The message before may have answers that were given long ago, or to gates that never were: they
   * do not keep the user from saying something else.
   */
  private void settleIfKnown(DoorCaller caller, Conversation conversation, Approval approval) {
    try {
      settle(caller, conversation, approval);
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_GATE_NOT_FOUND)
          && !AdkException.is(e, AdkErrorCode.E_GATE_NOT_AUTHORIZED)) {
        throw e;
      }
    }
  }

  /** Somebody else may have decided before: then their decision is told. */
  private String settle(DoorCaller caller, Conversation conversation, Approval approval) {
    try {
      return gates.settle(
          conversation,
          caller,
          approval.ref(),
          approval.approved(),
          approval.args(),
          approval.reason());
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_GATE_ALREADY_SETTLED)) {
        throw e;
      }
      return gates.turn(conversation, approval.ref()).orElseThrow(() -> e);
    }
  }

  /** Returns all events of the turn that runs; 204 for none. */
  @GetMapping("/{id}/stream")
  public ResponseEntity<SseEmitter> resume(HttpServletRequest request, @PathVariable String id) {
    DoorCaller caller = keeper.caller(request);
    Conversation conversation = caller.conversation(agents.any(), id);
    return turns
        .running(conversation.scope())
        .map(
            turn -> {
              ChatForm form = new ChatForm(caller, gates, null, Set.of(), List.of());
              SseEmitter all = DoorStream.of(form, sink -> turns.read(turn, sink));
              return ResponseEntity.ok(all);
            })
        .orElseGet(() -> ResponseEntity.noContent().build());
  }

  /** Stops the turn that runs; a client that only leaves does not. */
  @DeleteMapping("/{id}/stream")
  public ResponseEntity<Void> stop(HttpServletRequest request, @PathVariable String id) {
    turns.stop(keeper.caller(request).conversation(agents.any(), id));
    return ResponseEntity.noContent().build();
  }

  @ExceptionHandler
  void failed(AdkException e, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    EndpointGuard.refuse(e, request, response);
  }
}
