package dev.adk4j.web.internal.a2a;

import static org.springframework.web.servlet.HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.value.JsonValue;
import dev.adk4j.web.internal.EndpointGuard;
import dev.adk4j.web.internal.protocol.Callbacks;
import dev.adk4j.web.internal.protocol.Protocol;
import dev.adk4j.web.internal.protocol.ProtocolController;
import dev.adk4j.web.stream.TurnEvents;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Endpoints of A2A over the application's agents: cards, the HTTP+JSON binding below the agent's
 * name, with or without a tenant, and JSON-RPC at the name itself. Both bindings have the same
 * methods. The tenant of a path is used for routing only. The {@link EndpointGuard} reads the
 * bodies.
 */
@RestController
public class A2aController extends ProtocolController {

  private static final String BASE = "${adk.web.a2a.path}/{agent}";
  private static final String TENANT = BASE + "/{tenant}";
  private static final String CONFIGS = "/tasks/{taskId}/pushNotificationConfigs";
  private static final MediaType A2A = MediaType.valueOf("application/a2a+json");

  private final A2aOperations operations;
  private final A2aCard cards;

  /**
   * @param push sends push notifications; null for none
   */
  public A2aController(
      Protocol protocol, TurnEvents events, A2aCard cards, @Nullable Callbacks push) {
    super(protocol);
    A2aTasks tasks = new A2aTasks();
    events.onErased(tasks::erase);
    this.operations =
        new A2aOperations(protocol, events, tasks, push == null ? null : new A2aPush(push));
    this.cards = cards;
  }

  /** Returns the card of the only agent. */
  @GetMapping(A2aRules.CARD)
  public ResponseEntity<byte[]> card(HttpServletRequest request) {
    access.admit(request);
    agents.find(null);
    return card(agents.names().iterator().next());
  }

  @GetMapping(BASE + A2aRules.CARD)
  public ResponseEntity<byte[]> card(@PathVariable String agent) {
    agents.find(agent);
    byte[] body = bytes(cards.of(agent, operations.push() != null));
    return ResponseEntity.ok()
        .cacheControl(CacheControl.maxAge(Duration.ofHours(1)).cachePublic())
        .eTag(Integer.toHexString(java.util.Arrays.hashCode(body)))
        .contentType(MediaType.APPLICATION_JSON)
        .body(body);
  }

  @PostMapping({BASE + "/message:send", TENANT + "/message:send"})
  public Object send(HttpServletRequest request) throws InterruptedException {
    return http("SendMessage", request);
  }

  @PostMapping({BASE + "/message:stream", TENANT + "/message:stream"})
  public Object stream(HttpServletRequest request) throws InterruptedException {
    return http("SendStreamingMessage", request);
  }

  @GetMapping({BASE + "/tasks/{id}", TENANT + "/tasks/{id}"})
  public Object get(HttpServletRequest request) throws InterruptedException {
    return http("GetTask", request);
  }

  @GetMapping({BASE + "/tasks", TENANT + "/tasks"})
  public Object list(HttpServletRequest request) throws InterruptedException {
    return http("ListTasks", request);
  }

  @PostMapping({BASE + "/tasks/{id}:cancel", TENANT + "/tasks/{id}:cancel"})
  public Object cancel(HttpServletRequest request) throws InterruptedException {
    return http("CancelTask", request);
  }

  /** The sources of the protocol define different methods. */
  @RequestMapping(
      path = {BASE + "/tasks/{id}:subscribe", TENANT + "/tasks/{id}:subscribe"},
      method = {RequestMethod.GET, RequestMethod.POST})
  public Object subscribe(HttpServletRequest request) throws InterruptedException {
    return http("SubscribeToTask", request);
  }

  @RequestMapping(
      path = {BASE + CONFIGS, TENANT + CONFIGS},
      method = {RequestMethod.GET, RequestMethod.POST})
  public Object configs(HttpServletRequest request) throws InterruptedException {
    boolean lists = request.getMethod().equals("GET");
    String method = lists ? "ListTaskPushNotificationConfigs" : "CreateTaskPushNotificationConfig";
    return http(method, request);
  }

  @RequestMapping(
      path = {BASE + CONFIGS + "/{id}", TENANT + CONFIGS + "/{id}"},
      method = {RequestMethod.GET, RequestMethod.DELETE})
  public Object config(HttpServletRequest request) throws InterruptedException {
    boolean gets = request.getMethod().equals("GET");
    String method = gets ? "GetTaskPushNotificationConfig" : "DeleteTaskPushNotificationConfig";
    return http(method, request);
  }

  /** The card declares that it is not supported. */
  @RequestMapping({BASE + "/extendedAgentCard", TENANT + "/extendedAgentCard"})
  public Object extendedCard(HttpServletRequest request) throws InterruptedException {
    return http("GetExtendedAgentCard", request);
  }

  /** With JSON-RPC, an error is an ordinary response. */
  @PostMapping(BASE)
  public Object rpc(
      HttpServletRequest request,
      @PathVariable String agent,
      @RequestAttribute(EndpointGuard.BODY) JsonValue body)
      throws InterruptedException {
    Binding binding = new Binding(body.node().path("id"));
    try {
      A2aOperations.Call call = call(request, agent);
      JsonNode method = body.node().path("method");
      boolean is2 = body.node().path("jsonrpc").asString("").equals("2.0");
      A2aError.check(is2 && method.isString(), "The request", "is not a JSON-RPC 2.0 call.");
      return answer(method.stringValue(), call, body.node().path("params"), binding);
    } catch (AdkException e) {
      return json(binding.error(e));
    }
  }

  /** The fields of a request are those of its body, or of its query, plus the ids of its path. */
  private Object http(String method, HttpServletRequest request) throws InterruptedException {
    ObjectNode params = Json.mapper().createObjectNode();
    request.getParameterMap().forEach((name, values) -> params.put(name, values[0]));
    if (request.getAttribute(EndpointGuard.BODY) instanceof JsonValue body) {
      params.setAll((ObjectNode) body.node());
    }
    Map<?, ?> path = (Map<?, ?>) request.getAttribute(URI_TEMPLATE_VARIABLES_ATTRIBUTE);
    path.forEach((name, value) -> params.put(String.valueOf(name), String.valueOf(value)));
    return answer(method, call(request, params.path("agent").asString()), params, Binding.HTTP);
  }

  private Object answer(String method, A2aOperations.Call call, JsonNode params, Binding binding)
      throws InterruptedException {
    return switch (method) {
      case "SendMessage" -> json(binding.result(operations.send(call, params)));
      case "SendStreamingMessage" -> operations.stream(operations.heard(call, params), binding);
      case "GetTask" -> json(binding.result(operations.get(call, params)));
      case "ListTasks" -> json(binding.result(operations.list(call, params)));
      case "CancelTask" -> json(binding.result(operations.cancel(call, params)));
      case "SubscribeToTask" -> operations.stream(operations.subscribe(call, params), binding);
      case String config when config.contains("TaskPushNotificationConfig") ->
          json(binding.result(operations.config(call, config, params)));
      case "GetExtendedAgentCard" ->
          throw A2aError.EXTENDED_AGENT_CARD_NOT_CONFIGURED.because(
              "The agent has no extended card.");
      default -> throw A2aError.METHOD_NOT_FOUND.because("The method does not exist.");
    };
  }

  private A2aOperations.Call call(HttpServletRequest request, String agent) {
    String header = request.getHeader("A2A-Version");
    String version = header == null ? request.getParameter("A2A-Version") : header;
    if (!A2aCard.VERSION.equals(version)) {
      throw A2aError.VERSION_NOT_SUPPORTED.because(
          "The agent supports A2A 1.0; send the header A2A-Version.");
    }
    agents.find(agent);
    return new A2aOperations.Call(access.caller(request), agent);
  }

  private static ResponseEntity<byte[]> json(ObjectNode body) {
    return ResponseEntity.ok()
        .cacheControl(CacheControl.noStore())
        .contentType(body.has("jsonrpc") ? MediaType.APPLICATION_JSON : A2A)
        .body(bytes(body));
  }
}
