package dev.adk4j.web.a2a;

import dev.adk4j.value.Json;
import tools.jackson.databind.node.ObjectNode;

/** The card of an agent: what others read first. */
final class A2aCard {

  static final String VERSION = "1.0";

  private A2aCard() {}

  /**
   * Returns the card.
   *
   * @param url of both interfaces
   */
  static ObjectNode of(String agent, String description, String url) {
    ObjectNode card =
        Json.mapper()
            .createObjectNode()
            .put("name", agent)
            .put("description", description)
            .put("version", "1.0.0");
    var interfaces = card.putArray("supportedInterfaces");
    for (String binding : new String[] {"HTTP+JSON", "JSONRPC"}) {
      interfaces
          .addObject()
          .put("url", url)
          .put("protocolBinding", binding)
          .put("protocolVersion", VERSION);
    }
    card.putObject("capabilities")
        .put("streaming", true)
        .put("pushNotifications", false)
        .put("extendedAgentCard", false);
    card.putArray("defaultInputModes")
        .add("text/plain")
        .add("application/json")
        .add("image/*")
        .add("application/pdf");
    card.putArray("defaultOutputModes").add("text/plain");
    ObjectNode skill =
        card.putArray("skills")
            .addObject()
            .put("id", agent)
            .put("name", agent)
            .put("description", description);
    skill.putArray("tags").add(agent);
    card.putObject("securitySchemes")
        .putObject("bearer")
        .putObject("httpAuthSecurityScheme")
        .put("scheme", "Bearer");
    card.putArray("securityRequirements")
        .addObject()
        .putObject("schemes")
        .putObject("bearer")
        .putArray("list");
    return card;
  }
}
