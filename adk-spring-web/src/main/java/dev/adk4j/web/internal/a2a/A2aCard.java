package dev.adk4j.web.internal.a2a;

import dev.adk4j.value.Json;
import tools.jackson.databind.node.ObjectNode;

/** Card of an agent: the document that clients read first. */
final class A2aCard {

  static final String VERSION = "1.0";

  private static final String SAME_FOR_ALL =
      """
      {
        "version": "1.0.0",
        "supportedInterfaces": [
          {"protocolBinding": "HTTP+JSON", "protocolVersion": "1.0"},
          {"protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
        ],
        "capabilities": {
          "streaming": true, "pushNotifications": false, "extendedAgentCard": false
        },
        "defaultInputModes": ["text/plain", "application/json", "image/*", "application/pdf"],
        "defaultOutputModes": ["text/plain"],
        "securitySchemes": {"bearer": {"httpAuthSecurityScheme": {"scheme": "Bearer"}}},
        "securityRequirements": [{"schemes": {"bearer": {"list": []}}}]
      }
      """;

  private A2aCard() {}

  /**
   * Returns the card.
   *
   * @param url URL of both interfaces
   */
  static ObjectNode of(String agent, String description, String url) {
    ObjectNode card = (ObjectNode) Json.mapper().readTree(SAME_FOR_ALL);
    card.put("name", agent).put("description", description);
    card.path("supportedInterfaces").forEach(one -> ((ObjectNode) one).put("url", url));
    card.putArray("skills")
        .addObject()
        .put("id", agent)
        .put("name", agent)
        .put("description", description)
        .putArray("tags")
        .add(agent);
    return card;
  }
}
