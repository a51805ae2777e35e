package dev.adk4j.web.internal.openai;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Answer;
import dev.adk4j.client.Conversation;
import dev.adk4j.primitive.Message;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.EndpointGuard;
import dev.adk4j.web.internal.SealedCursors;
import dev.adk4j.web.internal.openai.ResponseIds.Name;
import dev.adk4j.web.internal.protocol.ProtocolAccess;
import dev.adk4j.web.internal.protocol.ProtocolAgents;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.ProtocolController;
import dev.adk4j.web.internal.protocol.ProtocolGates;
import dev.adk4j.web.internal.protocol.ProtocolStream;
import dev.adk4j.web.internal.protocol.ProtocolTurns;
import dev.adk4j.web.internal.protocol.StoredRun;
import dev.adk4j.web.internal.protocol.WholeAnswer;
import dev.adk4j.web.stream.StreamClient;
import dev.adk4j.web.stream.StreamSink;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
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

  /** Maximum length of headers that a client chooses. */
  private static final int LONGEST = 200;

  private final ResponseIds ids;
  private final OpenAiOptions options;
  private final InstantSource clock;
  private final long started;

  public OpenAiController(
      ProtocolAccess access,
      ProtocolAgents agents,
      ProtocolTurns turns,
      ProtocolGates gates,
      SealedCursors cursors,
      OpenAiOptions options,
      InstantSource clock) {
    super(access, agents, turns, gates);
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
    return json(list);
  }

  @GetMapping("/models/{model}")
  public ResponseEntity<byte[]> model(@PathVariable String model, HttpServletRequest request) {
    agents.find(model);
    return json(model(model));
  }

  private ObjectNode model(String name) {
    return TurnAnswer.node()
        .put("id", name)
        .put("object", "model")
        .put("created", started)
        .put("owned_by", "adk");
  }

  @PostMapping("/chat/completions")
  public Object chat(
      HttpServletRequest request, @RequestAttribute(EndpointGuard.BODY) JsonValue body)
      throws InterruptedException {
    ChatRequest chat = ChatRequest.read(body.node());
    AgentClient agent = agents.find(chat.model());
    ProtocolCaller caller = access.caller(request);
    String repeat = repeat(request, body);
    String id = first(conversation(request), repeat);
    Conversation conversation = caller.conversation(agent, id);
    ProtocolTurns.Turn turn =
        turns.start(key(caller, conversation, repeat), () -> conversation.stream(chat.message()));
    ChatAnswer answer =
        new ChatAnswer(
            "chatcmpl-" + turn.turnId(),
            clock.instant().getEpochSecond(),
            chat,
            options.thoughts(),
            request(conversation, id, caller, repeat == null ? turn : null));
    return answered(chat.stream(), answer, sink -> turns.read(turn, sink));
  }

  @PostMapping("/responses")
  public Object responses(
      HttpServletRequest request, @RequestAttribute(EndpointGuard.BODY) JsonValue body)
      throws InterruptedException {
    ResponsesRequest asked = ResponsesRequest.read(body.node());
    AgentClient agent = agents.find(asked.model());
    ProtocolCaller caller = access.caller(request);
    String repeat = repeat(request, body);
    String id = id(asked, caller, repeat);
    Conversation conversation = caller.conversation(agent, id);
    String key = key(caller, conversation, repeat);
    if (asked.background()) {
      String turnId = accepted(asked, caller, conversation, key);
      Name name = new Name(turnId, asked.gate(), asked.model(), id);
      StoredRun run = run(caller, name);
      ResponsesAnswer form = form(caller, name, run, -1);
      return asked.stream() ? run.stream(form) : json(form.whole());
    }
    Message message = asked.message();
    ProtocolTurns.Turn turn =
        message == null
            ? new ProtocolTurns.Turn(conversation.scope(), settled(asked, caller, conversation))
            : turns.start(key, () -> conversation.stream(message));
    boolean stops = repeat == null && message != null;
    ResponsesAnswer answer =
        new ResponsesAnswer(
            new ResponsesAnswer.Head(
                ids.of(caller, id, turn.turnId()),
                clock.instant().getEpochSecond(),
                asked.model(),
                asked.previous(),
                asked.conversation(),
                null),
            options.thoughts(),
            request(conversation, id, caller, stops ? turn : null));
    return answered(
        asked.stream(),
        answer,
        sink ->
            message != null
                ? turns.read(turn, sink)
                : turns.continued(conversation, turn.turnId(), asked.gate(), sink));
  }

  private String id(ResponsesRequest asked, ProtocolCaller caller, @Nullable String repeat) {
    String previous = asked.previous();
    return previous == null
        ? first(asked.conversation(), repeat)
        : Name.of(previous)
            .map(name -> run(caller, name) == null ? "" : name.conversation())
            .or(() -> ids.conversation(caller, previous))
            .orElseThrow(() -> OpenAiErrors.unknown("previous_response"));
  }

  private String settled(ResponsesRequest asked, ProtocolCaller caller, Conversation conversation) {
    String turnId = "";
    for (ProtocolGates.Approval answer : asked.decisions().values()) {
      turnId = gates.settle(conversation, caller, answer);
    }
    return turnId;
  }

  /** Accepts the message or the decisions of a background response; returns its turn. */
  private String accepted(
      ResponsesRequest asked,
      ProtocolCaller caller,
      Conversation conversation,
      @Nullable String key) {
    boolean durable =
        turns.storesDurable()
            && gates
                .turn(conversation, asked.gate())
                .filter(turn -> turns.run(conversation, turn, "").isEmpty())
                .isEmpty();
    if (!durable) {
      throw OpenAiErrors.unsupported(
          "background",
          "Background responses are durable turns, which need adk.durable.enabled=true and"
              + " adk.durable.events-keep above zero. What began without background continues"
              + " without it.");
    }
    return asked.message() == null
        ? settled(asked, caller, conversation)
        : turns.accept(key, "", conversation, asked.message(), none -> {}).turnId();
  }

  private StoredRun run(ProtocolCaller caller, Name name) {
    Conversation conversation = caller.conversation(agents.any(), name.conversation());
    return turns
        .run(conversation, name.turnId(), name.gate())
        .orElseThrow(() -> OpenAiErrors.unknown("response"));
  }

  private static Name name(String id) {
    return Name.of(id).orElseThrow(() -> OpenAiErrors.unknown("response"));
  }

  /** Returns the form of a background response, after the events that the client has. */
  private ResponsesAnswer form(ProtocolCaller caller, Name name, StoredRun run, long after) {
    return new ResponsesAnswer(
        new ResponsesAnswer.Head(
            name.id(),
            run.turn().createdAt().getEpochSecond(),
            name.model(),
            null,
            name.conversation(),
            after),
        options.thoughts(),
        new TurnAnswer.Request(
            name.conversation(),
            refs -> run.waiting(gates, refs),
            ref -> gates.mayDecide(caller, ref),
            () -> {}));
  }

  private ResponsesAnswer soFar(ProtocolCaller caller, Name name) throws InterruptedException {
    StoredRun run = run(caller, name);
    ResponsesAnswer form = form(caller, name, run, -1);
    run.read(form);
    return form;
  }

  /** Returns a background response so far, or its events. */
  @GetMapping("/responses/{id}")
  public Object response(HttpServletRequest request, @PathVariable String id)
      throws InterruptedException {
    ProtocolCaller caller = access.caller(request);
    Name name = name(id);
    if (!Boolean.parseBoolean(request.getParameter("stream"))) {
      return json(soFar(caller, name).whole());
    }
    StoredRun run = run(caller, name);
    return run.stream(form(caller, name, run, RequestRules.after(request)));
  }

  /** Stops the turn of a background response that has not ended. */
  @PostMapping("/responses/{id}/cancel")
  public Object cancel(HttpServletRequest request, @PathVariable String id)
      throws InterruptedException {
    ProtocolCaller caller = access.caller(request);
    Name name = name(id);
    if (!soFar(caller, name).isOver()) {
      turns.stop(run(caller, name));
    }
    return json(soFar(caller, name).whole());
  }

  /** Returns the first name that is present, or a new one. */
  private static String first(@Nullable String one, @Nullable String other) {
    return Optional.ofNullable(one).or(() -> Optional.ofNullable(other)).orElseGet(Ids::next);
  }

  private @Nullable String key(
      ProtocolCaller caller, Conversation conversation, @Nullable String repeat) {
    return repeat == null ? null : caller.key(conversation, access.channel(), repeat);
  }

  /**
   * @param stops turn that ends when its client disconnects; null for one that continues, because
   *     the request may be repeated or a person approved the turn's action
   */
  private TurnAnswer.Request request(
      Conversation conversation,
      String id,
      ProtocolCaller caller,
      ProtocolTurns.@Nullable Turn stops) {
    return new TurnAnswer.Request(
        id,
        refs -> conversation.waiting().map(Answer::gates).orElse(List.of()),
        ref -> gates.mayDecide(caller, ref),
        () -> {
          if (stops != null) {
            turns.stop(conversation, stops.turnId());
          }
        });
  }

  private Object answered(
      boolean stream, TurnAnswer answer, Function<StreamSink, StreamClient> reader)
      throws InterruptedException {
    if (stream) {
      return ProtocolStream.of(answer, reader);
    }
    WholeAnswer.read(answer, reader, WholeAnswer.FOREVER);
    TurnAnswer.Failure failure = answer.failure();
    if (failure == null) {
      return ResponseEntity.ok()
          .headers(headers -> answer.headers().forEach(headers::set))
          .header(HttpHeaders.CACHE_CONTROL, "no-store")
          .contentType(MediaType.APPLICATION_JSON)
          .body(bytes(answer.whole()));
    }
    return ResponseEntity.status(failure.status())
        .header(OpenAiRules.RETRY, "false")
        .contentType(MediaType.APPLICATION_JSON)
        .body(bytes(OpenAiErrors.body(failure.code(), failure.status(), failure.message(), null)));
  }

  /** Returns the key of a repeatable request; null if the client sent none. */
  private static @Nullable String repeat(HttpServletRequest request, JsonValue body) {
    String key = header(request, "Idempotency-Key");
    return key == null ? null : key + "-" + Integer.toHexString(body.canonicalText().hashCode());
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
    if (value == null || value.isBlank()) {
      return null;
    }
    if (value.length() > LONGEST) {
      throw OpenAiErrors.invalid(name, "The header has more than " + LONGEST + " characters.");
    }
    return value;
  }

  private static ResponseEntity<byte[]> json(ObjectNode body) {
    return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(bytes(body));
  }
}
