package dev.adk4j.web.internal.protocol;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.EndpointGuard;
import dev.adk4j.web.stream.StreamClient;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import tools.jackson.databind.JsonNode;

/** Base of the protocols' controllers. */
public abstract class ProtocolController {

  protected final Protocol protocol;
  protected final ProtocolAccess access;
  protected final ProtocolAgents agents;
  protected final ProtocolTurns turns;

  protected ProtocolController(Protocol protocol) {
    this.protocol = protocol;
    this.access = protocol.access();
    this.agents = protocol.agents();
    this.turns = protocol.turns();
  }

  /**
   * Settles gates of one turn, and returns a client of the resulting events.
   *
   * @param gate returns the name of an answer's gate
   * @param settle settles it, and returns the id of the turn
   */
  protected final <A> StreamClient goOn(
      ProtocolGates gates, List<A> answers, Function<A, String> gate, Function<A, String> settle) {
    String turn = answers.stream().map(settle).toList().getLast();
    String first = gate.apply(answers.getFirst());
    return turns.continued(gates.conversation(), turn, first);
  }

  /** Stops the running turn of the caller's conversation of that id. */
  protected final ResponseEntity<Void> stopped(HttpServletRequest request, String id) {
    turns.stop(access.caller(request).conversation(agents.any(), id));
    return ResponseEntity.noContent().build();
  }

  protected static byte[] bytes(JsonNode body) {
    return Json.write(body).getBytes(StandardCharsets.UTF_8);
  }

  @ExceptionHandler
  final void failed(AdkException e, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    EndpointGuard.refuse(e, request, response);
  }
}
