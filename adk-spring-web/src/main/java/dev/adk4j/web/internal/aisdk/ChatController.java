package dev.adk4j.web.internal.aisdk;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.EndpointGuard;
import dev.adk4j.web.internal.protocol.Protocol;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.ProtocolController;
import dev.adk4j.web.internal.protocol.ProtocolFiles;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.internal.protocol.ProtocolGates.Approval;
import dev.adk4j.web.internal.protocol.ProtocolStream;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.util.UriUtils;

/**
 * Chat endpoint of the AI SDK's {@code DefaultChatTransport}: UI message stream, version 1. A
 * chat's id names a conversation of the authenticated caller.
 */
@RestController
@RequestMapping("${adk.web.ai-sdk.path}")
public final class ChatController extends ProtocolController {

  /** Name of the protocol in the records of decisions. */
  public static final String CHANNEL = "ai-sdk";

  private final ProtocolFiles files;

  public ChatController(Protocol protocol, ProtocolFiles files) {
    super(protocol);
    this.files = files;
  }

  /** Answers a user message, or resumes the turn after answers to approvals. */
  @PostMapping({"", "/{agent}"})
  public SseEmitter chat(
      HttpServletRequest request,
      @PathVariable(required = false) @Nullable String agent,
      @RequestAttribute(EndpointGuard.BODY) JsonValue body) {
    ProtocolCaller caller = access.caller(request);
    ChatRequest chat = ChatRequest.of(body);
    AgentClient asked = agents.find(agent == null ? chat.agent() : agent);
    ProtocolGates gates = protocol.gates(caller, caller.conversation(asked, chat.id()));
    String files = files(request, agent == null ? 0 : 1, chat.id());
    return chat.user() == null ? goOn(gates, chat, files) : say(gates, chat, files);
  }

  /** Returns the URL of the chat's files, below that of the endpoint. */
  private static String files(HttpServletRequest request, int segments, @Nullable String id) {
    String protocol = request.getRequestURI();
    for (int i = 0; i < segments; i++) {
      protocol = protocol.substring(0, protocol.lastIndexOf('/'));
    }
    return protocol + "/" + UriUtils.encodePathSegment(String.valueOf(id), UTF_8) + "/files/";
  }

  private SseEmitter say(ProtocolGates gates, ChatRequest chat, String files) {
    Conversation conversation = gates.conversation();
    Message message = chat.message();
    chat.approvals().forEach(approval -> settleIfKnown(gates, approval));
    if (chat.regenerates()) {
      turns.stop(conversation);
    }
    String key =
        chat.regenerates() ? null : gates.caller().key(conversation, CHANNEL, chat.digest());
    ProtocolTurns.Turn turn = turns.start(key, "", conversation, message, options -> {});
    ChatForm form = new ChatForm(gates, files, null, Set.of(), List.of());
    return new ProtocolStream(form, turns.read(turn));
  }

  private SseEmitter goOn(ProtocolGates gates, ChatRequest chat, String files) {
    if (chat.approvals().isEmpty()) {
      throw new AdkException(
          AdkErrorCode.E_GATE_NOT_FOUND,
          "The last message is from the assistant but answers no approval.");
    }
    List<String> answered = chat.approvals().stream().map(Approval::ref).toList();
    ChatForm form = new ChatForm(gates, files, chat.messageId(), chat.known(), answered);
    return new ProtocolStream(
        form, goOn(gates, chat.approvals(), Approval::ref, approval -> settle(gates, approval)));
  }

  /**
   * The previous message may contain answers that were given long ago, or to gates that never
   * existed: they do not prevent a new user message.
   */
  private static void settleIfKnown(ProtocolGates gates, Approval approval) {
    try {
      settle(gates, approval);
    } catch (AdkException e) {
      if (!AdkException.is(e, AdkErrorCode.E_GATE_NOT_FOUND)
          && !AdkException.is(e, AdkErrorCode.E_GATE_NOT_AUTHORIZED)) {
        throw e;
      }
    }
  }

  /** If another decision came first, that decision is reported. */
  private static String settle(ProtocolGates gates, Approval approval) {
    return gates.settleOrJoin(approval.ref(), () -> gates.settle(approval));
  }

  /** Returns all events of the running turn, or of a waiting durable turn; 204 if there is none. */
  @GetMapping("/{id}/stream")
  public ResponseEntity<SseEmitter> resume(HttpServletRequest request, @PathVariable String id) {
    ProtocolCaller caller = access.caller(request);
    ProtocolGates gates = protocol.gates(caller, caller.conversation(agents.any(), id));
    return turns
        .running(gates.conversation().scope())
        .map(
            turn -> {
              ChatForm form = new ChatForm(gates, files(request, 2, id), null, Set.of(), List.of());
              SseEmitter all = new ProtocolStream(form, turns.read(turn));
              return ResponseEntity.ok(all);
            })
        .orElseGet(() -> ResponseEntity.noContent().build());
  }

  /** Returns the bytes of a file that was sent to the chat. */
  @GetMapping("/{id}/files/{file}")
  public ResponseEntity<Resource> file(
      HttpServletRequest request, @PathVariable String id, @PathVariable String file) {
    Conversation conversation = access.caller(request).conversation(agents.any(), id);
    return files.serve(conversation.scope(), file);
  }

  /** Stops the running turn. A disconnect of the client does not stop it. */
  @DeleteMapping("/{id}/stream")
  public ResponseEntity<Void> stop(HttpServletRequest request, @PathVariable String id) {
    return stopped(request, id);
  }
}
