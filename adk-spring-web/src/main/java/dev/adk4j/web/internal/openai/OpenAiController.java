package dev.adk4j.web.internal.openai;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.EndpointGuard;
import dev.adk4j.web.internal.SealedCursors;
import dev.adk4j.web.internal.protocol.FormSink;
import dev.adk4j.web.internal.protocol.Protocol;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.ProtocolController;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.internal.protocol.ProtocolStream;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import dev.adk4j.web.internal.protocol.StoredRun;
import dev.adk4j.web.stream.StreamClient;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Endpoints of OpenAI that chat clients use, over the application's agents: a model is an agent.
 * Tools run on the server. The {@link EndpointGuard} reads the bodies.
 */
@RestController
@RequestMapping("${adk.web.openai.path}")
public class OpenAiController extends ProtocolController {

  private static final String NOT_DURABLE =
      "Background responses require adk.durable.enabled=true and adk.durable.events-keep above"
          + " zero. A response that began without background is decided without it.";

  /** Maximum length of headers that a client chooses. */
  private static final int LONGEST = 200;

  private final ResponseIds ids;
  private final OpenAiOptions options;
  private final InstantSource clock;
  private final long started;

  public OpenAiController(
      Protocol protocol, SealedCursors cursors, OpenAiOptions options, InstantSource clock) {
    super(protocol);
    this.ids = new ResponseIds(cursors);
    this.options = options;
    this.clock = clock;
    this.started = clock.instant().getEpochSecond();
  }

  @GetMapping("/models")
  public ResponseEntity<byte[]> models() {
    ObjectNode list = TurnAnswer.node().put("object", "list");
    ArrayNode data = list.putArray("data");
    agents.names().stream().sorted().forEach(name -> data.add(model(name)));
    return json(200, list, Map.of());
  }

  @GetMapping("/models/{model}")
  public ResponseEntity<byte[]> model(@PathVariable String model, HttpServletRequest request) {
    agents.find(model);
    return json(200, model(model), Map.of());
  }

  private ObjectNode model(String name) {
    ObjectNode model = TurnAnswer.node().put("id", name).put("object", "model");
    return model.put("created", started).put("owned_by", "adk");
  }

  @PostMapping("/chat/completions")
  public Object chat(
      HttpServletRequest request, @RequestAttribute(EndpointGuard.BODY) JsonValue body)
      throws InterruptedException {
    ChatRequest chat = ChatRequest.read(body.node());
    Talk talk = talk(request, body, chat.model(), conversation(request));
    ProtocolTurns.Turn turn =
        turns.start(talk.key(), "", () -> talk.gates().conversation().stream(chat.message()));
    ChatAnswer answer =
        new ChatAnswer(
            "chatcmpl-" + turn.turnId(),
            clock.instant().getEpochSecond(),
            chat,
            request(talk, turn.turnId(), talk.key() == null, null));
    return answered(chat.stream(), answer, turns.read(turn));
  }

  @PostMapping("/responses")
  public Object responses(
      HttpServletRequest request, @RequestAttribute(EndpointGuard.BODY) JsonValue body)
      throws InterruptedException {
    ResponsesRequest asked = ResponsesRequest.read(body.node());
    Talk talk = talk(request, body, asked.model(), named(request, asked));
    if (asked.background()) {
      StoredRun run = accepted(talk, asked);
      ResponsesAnswer form = form(run, -1);
      return asked.stream() ? run.stream(form) : json(form);
    }
    Message message = asked.message();
    Conversation conversation = talk.gates().conversation();
    ProtocolTurns.Turn turn =
        message == null
            ? new ProtocolTurns.Turn(conversation.scope(), settled(talk, asked))
            : turns.start(talk.key(), "", () -> conversation.stream(message));
    ResponsesAnswer answer =
        new ResponsesAnswer(
            new ResponsesAnswer.Head(
                ids.of(talk.gates().caller(), talk.id(), turn.turnId()),
                clock.instant().getEpochSecond(),
                asked.model(),
                asked.previous(),
                asked.conversation()),
            request(talk, turn.turnId(), talk.key() == null && message != null, null));
    StreamClient client =
        message == null
            ? turns.continued(conversation, turn.turnId(), asked.gate())
            : turns.read(turn);
    return answered(asked.stream(), answer, client);
  }

  /** Returns a background response so far, or its events. */
  @GetMapping("/responses/{id}")
  public Object response(HttpServletRequest request, @PathVariable String id)
      throws InterruptedException {
    StoredRun run = run(request, id, "response");
    return Boolean.parseBoolean(request.getParameter("stream"))
        ? run.stream(form(run, RequestRules.after(request)))
        : json(soFar(run));
  }

  /** Stops the turn of a background response that has not ended. */
  @PostMapping("/responses/{id}/cancel")
  public Object cancel(HttpServletRequest request, @PathVariable String id)
      throws InterruptedException {
    StoredRun run = run(request, id, "response");
    ResponsesAnswer answer = soFar(run);
    return json(answer.isOver() ? answer : soFar(turns.stop(run)));
  }

  /**
   * Conversation of a request.
   *
   * @param key identity of a request that may be repeated; null if it may not
   */
  private record Talk(ProtocolGates gates, String id, @Nullable String key) {}

  private Talk talk(
      HttpServletRequest request, JsonValue body, String model, @Nullable String named) {
    AgentClient agent = agents.find(model);
    ProtocolCaller caller = access.caller(request);
    String sent = header(request, "Idempotency-Key");
    String hash = sent == null ? "" : Integer.toHexString(body.canonicalText().hashCode());
    String repeat = sent == null ? Ids.next() : sent + "-" + hash;
    String id = named == null ? repeat : named;
    Conversation conversation = caller.conversation(agent, id);
    String key = sent == null ? null : caller.key(conversation, access.channel(), repeat);
    return new Talk(protocol.gates(caller, conversation), id, key);
  }

  /** Returns the conversation that the request names; null if it names none. */
  private @Nullable String named(HttpServletRequest request, ResponsesRequest asked) {
    String previous = asked.previous();
    if (previous == null) {
      return asked.conversation();
    }
    return ResponseIds.background(previous) == null
        ? ids.conversation(access.caller(request), previous)
        : run(request, previous, "previous_response").name().conversation();
  }

  private String settled(Talk talk, ResponsesRequest asked) {
    return asked.decisions().values().stream()
        .map(talk.gates()::settle)
        .reduce("", (first, last) -> last);
  }

  /** Accepts the message or the decisions of a background response. */
  private StoredRun accepted(Talk talk, ResponsesRequest asked) {
    Optional<String> turn =
        asked.message() == null
            ? talk.gates().turn(asked.gate())
            : turns.accept(talk.key(), talk.gates().conversation(), asked.message());
    StoredRun.Name name =
        new StoredRun.Name(turn.orElse(""), asked.gate(), asked.model(), talk.id());
    StoredRun run =
        turns
            .run(talk.gates().caller(), agents.any(), name)
            .orElseThrow(() -> OpenAiErrors.unsupported("background", NOT_DURABLE));
    settled(talk, asked);
    return run;
  }

  /**
   * Returns the caller's background response of that id.
   *
   * @param what name of the id in errors
   */
  private StoredRun run(HttpServletRequest request, String id, String what) {
    return Optional.ofNullable(ResponseIds.background(id))
        .flatMap(name -> turns.run(access.caller(request), agents.any(), name))
        .orElseThrow(() -> OpenAiErrors.unknown(what));
  }

  /** Returns the form of a background response, which does not name the previous response. */
  private ResponsesAnswer form(StoredRun run, long after) {
    StoredRun.Name name = run.name();
    ProtocolGates gates = protocol.gates(run.caller(), run.conversation());
    return new ResponsesAnswer(
        new ResponsesAnswer.Head(
            ResponseIds.of(name),
            run.turn().createdAt().getEpochSecond(),
            name.agent(),
            null,
            name.conversation()),
        request(new Talk(gates, name.conversation(), null), name.turnId(), false, after));
  }

  private ResponsesAnswer soFar(StoredRun run) throws InterruptedException {
    ResponsesAnswer form = form(run, -1);
    run.read(form);
    return form;
  }

  /**
   * @param stops true if the turn ends when its client disconnects; false if the request may be
   *     repeated or a person approved the turn's action
   */
  private TurnAnswer.Request request(
      Talk talk, String turnId, boolean stops, @Nullable Long after) {
    return new TurnAnswer.Request(
        talk.id(),
        options.thoughts(),
        after,
        refs -> talk.gates().waiting(turnId, refs),
        talk.gates()::mayDecide,
        stops ? () -> turns.stop(talk.gates().conversation(), turnId) : () -> {});
  }

  private Object answered(boolean stream, TurnAnswer answer, StreamClient client)
      throws InterruptedException {
    if (stream) {
      return new ProtocolStream(answer, client);
    }
    FormSink.read(answer, client, FormSink.FOREVER);
    TurnAnswer.Failure failure = answer.failure();
    if (failure == null) {
      return json(answer);
    }
    int status = failure.status();
    ObjectNode error = OpenAiErrors.body(failure.code(), status, failure.message(), null);
    return json(status, error, Map.of(OpenAiRules.RETRY, "false"));
  }

  private @Nullable String conversation(HttpServletRequest request) {
    return options.conversationHeaders().stream()
        .map(name -> header(request, name))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable String header(HttpServletRequest request, String name) {
    String value = request.getHeader(name);
    if (value != null && value.length() > LONGEST) {
      throw OpenAiErrors.invalid(name, "The header has more than " + LONGEST + " characters.");
    }
    return value == null || value.isBlank() ? null : value;
  }

  private static ResponseEntity<byte[]> json(TurnAnswer answer) {
    return json(200, answer.whole(), answer.headers());
  }

  private static ResponseEntity<byte[]> json(
      int status, ObjectNode body, Map<String, String> headers) {
    return ResponseEntity.status(status)
        .headers(all -> headers.forEach(all::set))
        .contentType(MediaType.APPLICATION_JSON)
        .body(bytes(body));
  }
}
