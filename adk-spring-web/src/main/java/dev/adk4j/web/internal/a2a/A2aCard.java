package dev.adk4j.web.internal.a2a;

import dev.adk4j.value.Json;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import tools.jackson.databind.node.ObjectNode;

/**
 * Card of an agent: the document that clients read first.
 *
 * @param descriptions returns the description of an agent; null for one without
 * @param path path of the protocol
 * @param url public URL of this server; null to derive it from the request for a card
 * @param signer adds signatures to a card
 */
public record A2aCard(
    Function<String, @Nullable String> descriptions,
    @Nullable String path,
    @Nullable String url,
    UnaryOperator<ObjectNode> signer) {

  static final String VERSION = "1.0";

  private static final String SAME_FOR_ALL =
      """
      {
        "version": "1.0.0",
        "supportedInterfaces": [
          {"protocolBinding": "HTTP+JSON", "protocolVersion": "1.0"},
          {"protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
        ],
        "capabilities": {"streaming": true, "extendedAgentCard": false},
        "defaultInputModes": ["text/plain", "application/json", "image/*", "application/pdf"],
        "defaultOutputModes": ["text/plain"],
        "securitySchemes": {"bearer": {"httpAuthSecurityScheme": {"scheme": "Bearer"}}},
        "securityRequirements": [{"schemes": {"bearer": {"list": []}}}]
      }
      """;

  /**
   * Returns the card, for the current request.
   *
   * @param pushes true if there are push notifications
   */
  ObjectNode of(String agent, boolean pushes) {
    String server =
        url != null ? url : ServletUriComponentsBuilder.fromCurrentContextPath().toUriString();
    String known = descriptions.apply(agent);
    String description = known == null ? "The agent " + agent + "." : known;
    ObjectNode card = (ObjectNode) Json.mapper().readTree(SAME_FOR_ALL);
    card.put("name", agent).put("description", description);
    ((ObjectNode) card.path("capabilities")).put("pushNotifications", pushes);
    card.path("supportedInterfaces")
        .forEach(one -> ((ObjectNode) one).put("url", server + path + "/" + agent));
    card.putArray("skills")
        .addObject()
        .put("id", agent)
        .put("name", agent)
        .put("description", description)
        .putArray("tags")
        .add(agent);
    return signer.apply(card);
  }
}
