package dev.adk4j.web.a2a;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.door.DoorAgents;
import dev.adk4j.web.door.DoorKeeper;
import dev.adk4j.web.door.DoorStream;
import dev.adk4j.web.internal.EndpointGuard;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The endpoints of A2A over the application's agents: cards, the HTTP+JSON binding below the
 * agent's name, with or without a tenant, and JSON-RPC at the name itself. The tenant of a path is
 * for routing only. The {@link EndpointGuard} reads the bodies.
 */
@RestController
public class A2aController {

  private static final String BASE = "${adk.web.a2a.path}/{agent}";
  private static final String TENANT = BASE + "/{tenant}";
  private static final String ALL = "2147483647";
  private static final MediaType A2A = MediaType.valueOf("application/a2a+json");

  private final DoorKeeper keeper;
  private final DoorAgents agents;
  private final A2aOperations operations;
  private final Map<String, String> descriptions;
  private final String path;
  private final @Nullable String url;

  /**
   * @param descriptions of the agents that have one, by name
   * @param path of the door
   * @param url of this server as others reach it; null to take it from the request for a card
   */
  public A2aController(
      DoorKeeper keeper,
      DoorAgents agents,
      A2aOperations operations,
      Map<String, String> descriptions,
      String path,
      @Nullable String url) {
    this.keeper = keeper;
    this.agents = agents;
    this.operations = operations;
    this.descriptions = Map.copyOf(descriptions);
    this.path = path;
    this.url = url;
  }

  /** Returns the card of the only agent. */
  @GetMapping(A2aDoorway.CARD)
  public ResponseEntity<byte[]> card(HttpServletRequest request) {
    keeper.admit(request);
    agents.find(null);
    return card(agents.names().iterator().next());
  }

  @GetMapping(BASE + A2aDoorway.CARD)
  public ResponseEntity<byte[]> card(@PathVariable String agent) {
    agents.find(agent);
    String server =
        url != null ? url : ServletUriComponentsBuilder.fromCurrentContextPath().toUriString();
    ObjectNode card =
        A2aCard.of(
            agent,
            descriptions.getOrDefault(agent, "The agent " + agent + "."),
            server + path + "/" + agent);
    byte[] body = bytes(card);
    return ResponseEntity.ok()
        .cacheControl(CacheControl.maxAge(Duration.ofHours(1)).cachePublic())
        .eTag(Integer.toHexString(java.util.Arrays.hashCode(body)))
        .contentType(MediaType.APPLICATION_JSON)
        .body(body);
  }

  @PostMapping({BASE + "/message:send", TENANT + "/message:send"})
  public ResponseEntity<byte[]> send(
      HttpServletRequest request,
      @PathVariable String agent,
      @RequestAttribute(EndpointGuard.BODY) JsonValue body)
      throws InterruptedException {
    return json(sent(call(request, agent), body.node()));
  }

  @PostMapping({BASE + "/message:stream", TENANT + "/message:stream"})
  public DoorStream stream(
      HttpServletRequest request,
      @PathVariable String agent,
      @RequestAttribute(EndpointGuard.BODY) JsonValue body)
      throws InterruptedException {
    return streamed(call(request, agent), body.node(), update -> update);
  }

  @GetMapping({BASE + "/tasks/{id}", TENANT + "/tasks/{id}"})
  public ResponseEntity<byte[]> get(
      HttpServletRequest request, @PathVariable String agent, @PathVariable String id)
      throws InterruptedException {
    return json(got(call(request, agent), id, request::getParameter));
  }

  @GetMapping({BASE + "/tasks", TENANT + "/tasks"})
  public ResponseEntity<byte[]> list(HttpServletRequest request, @PathVariable String agent) {
    return json(operations.list(call(request, agent), TaskQuery.read(request::getParameter)));
  }

  @PostMapping({BASE + "/tasks/{id}:cancel", TENANT + "/tasks/{id}:cancel"})
  public ResponseEntity<byte[]> cancel(
      HttpServletRequest request, @PathVariable String agent, @PathVariable String id)
      throws InterruptedException {
    return json(task(operations.cancel(call(request, agent), id)));
  }

  /** The sources of the protocol disagree about the method. */
  @RequestMapping(
      path = {BASE + "/tasks/{id}:subscribe", TENANT + "/tasks/{id}:subscribe"},
      method = {RequestMethod.GET, RequestMethod.POST})
  public DoorStream subscribe(
      HttpServletRequest request, @PathVariable String agent, @PathVariable String id)
      throws InterruptedException {
    return subscribed(call(request, agent), id, update -> update);
  }

  @RequestMapping({
    BASE + "/tasks/{id}/pushNotificationConfigs/**",
    TENANT + "/tasks/{id}/pushNotificationConfigs/**"
  })
  public void push(HttpServletRequest request, @PathVariable String agent) {
    call(request, agent);
    throw A2aError.PUSH_NOTIFICATION_NOT_SUPPORTED.because("There are no push notifications.");
  }

  @GetMapping({BASE + "/extendedAgentCard", TENANT + "/extendedAgentCard"})
  public void extendedCard(HttpServletRequest request, @PathVariable String agent) {
    call(request, agent);
    throw A2aError.EXTENDED_AGENT_CARD_NOT_CONFIGURED.because("There is no other card.");
  }

  /** JSON-RPC: an error is an answer like any other. */
  @PostMapping(BASE)
  public Object rpc(
      HttpServletRequest request,
      @PathVariable String agent,
      @RequestAttribute(EndpointGuard.BODY) JsonValue body)
      throws InterruptedException {
    JsonNode id = body.node().path("id");
    try {
      Object result = called(call(request, agent), body.node(), id);
      return result instanceof ObjectNode node ? json(A2aRpc.result(id, node)) : result;
    } catch (AdkException e) {
      return json(A2aError.rpc(e, A2aError.status(e), A2aRpc.id(id)));
    }
  }

  private Object called(A2aOperations.Call call, JsonNode body, JsonNode id)
      throws InterruptedException {
    JsonNode params = body.path("params");
    String task = params.path("id").asString("");
    UnaryOperator<@Nullable String> field = A2aRpc.fields(params);
    UnaryOperator<ObjectNode> wrapped = update -> A2aRpc.result(id, update);
    return switch (A2aRpc.method(body)) {
      case "SendMessage" -> sent(call, params);
      case "SendStreamingMessage" -> streamed(call, params, wrapped);
      case "GetTask" -> got(call, task, field);
      case "ListTasks" -> operations.list(call, TaskQuery.read(field));
      case "CancelTask" -> task(operations.cancel(call, task));
      case "SubscribeToTask" -> subscribed(call, task, wrapped);
      case "GetExtendedAgentCard" ->
          throw A2aError.EXTENDED_AGENT_CARD_NOT_CONFIGURED.because("There is no other card.");
      case String push when push.contains("PushNotification") ->
          throw A2aError.PUSH_NOTIFICATION_NOT_SUPPORTED.because(
              "There are no push notifications.");
      default -> throw A2aError.METHOD_NOT_FOUND.because("There is no such method.");
    };
  }

  private A2aOperations.Call call(HttpServletRequest request, String agent) {
    String header = request.getHeader("A2A-Version");
    String version = header == null ? request.getParameter("A2A-Version") : header;
    if (!A2aCard.VERSION.equals(version)) {
      throw A2aError.VERSION_NOT_SUPPORTED.because("The agent speaks A2A 1.0; send A2A-Version.");
    }
    agents.find(agent);
    return new A2aOperations.Call(keeper.caller(request), agent);
  }

  private ObjectNode sent(A2aOperations.Call call, JsonNode params) throws InterruptedException {
    int history =
        TaskQuery.number(A2aRpc.fields(params.path("configuration")), "historyLength", 100);
    A2aTask task = operations.send(call, params);
    operations.await(task, params);
    ObjectNode sent = Json.mapper().createObjectNode();
    sent.set("task", task.snapshot(history, true).task());
    return sent;
  }

  private DoorStream streamed(
      A2aOperations.Call call, JsonNode params, UnaryOperator<ObjectNode> wrapped)
      throws InterruptedException {
    A2aOperations.Begun begun = operations.stream(call, params);
    return DoorStream.of(new TaskForm(wrapped), sink -> operations.follow(begun, sink));
  }

  private DoorStream subscribed(
      A2aOperations.Call call, String id, UnaryOperator<ObjectNode> wrapped)
      throws InterruptedException {
    A2aTask task = operations.find(call, id);
    if (task.state().ended()) {
      throw A2aError.UNSUPPORTED_OPERATION.because("The task has ended.");
    }
    A2aOperations.Begun begun =
        new A2aOperations.Begun(task, task.snapshot(Integer.MAX_VALUE, true));
    return DoorStream.of(new TaskForm(wrapped), sink -> operations.follow(begun, sink));
  }

  private ObjectNode got(A2aOperations.Call call, String id, UnaryOperator<@Nullable String> field)
      throws InterruptedException {
    int history = TaskQuery.number(field, "historyLength", Integer.parseInt(ALL));
    return operations.find(call, id).snapshot(history, true).task();
  }

  private static ObjectNode task(A2aTask task) {
    return task.snapshot(Integer.MAX_VALUE, true).task();
  }

  private static ResponseEntity<byte[]> json(ObjectNode body) {
    return ResponseEntity.ok()
        .header(HttpHeaders.CACHE_CONTROL, "no-store")
        .contentType(body.has("jsonrpc") ? MediaType.APPLICATION_JSON : A2A)
        .body(bytes(body));
  }

  private static byte[] bytes(ObjectNode body) {
    return Json.write(body).getBytes(StandardCharsets.UTF_8);
  }

  @ExceptionHandler
  void failed(AdkException e, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    EndpointGuard.refuse(e, request, response);
  }
}
