package dev.adk4j.web.internal.a2a;

import dev.adk4j.internal.Sha256;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.protocol.CallbackSender;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Address of push notifications.
 *
 * @param config form in which its caller reads it
 */
record PushTarget(String id, URI url, Map<String, String> headers, ObjectNode config) {

  /** Reads a configuration; rejects one whose address the sender does not allow. */
  static PushTarget read(JsonNode given, CallbackSender sender) {
    String text = given.path("url").asString("");
    URI url =
        uri(text)
            .filter(sender::allows)
            .orElseThrow(
                () -> A2aError.invalid("url", "must be an https address that the server allows."));
    String named = header(given, "id");
    String id = named == null ? Sha256.hex(text) : named;
    ObjectNode config = Json.mapper().createObjectNode().put("id", id).put("url", text);
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/a2a+json");
    String token = header(given, "token");
    if (token != null) {
      config.put("token", token);
      headers.put("X-A2A-Notification-Token", token);
    }
    JsonNode login = given.path("authentication");
    String scheme = header(login, "scheme");
    if (scheme != null) {
      String credentials = header(login, "credentials");
      A2aError.check(credentials != null, "authentication.credentials", "is required.");
      config.putObject("authentication").put("scheme", scheme).put("credentials", credentials);
      headers.put("Authorization", scheme + " " + credentials);
    }
    return new PushTarget(id, url, headers, config);
  }

  private static Optional<URI> uri(String text) {
    try {
      return Optional.of(URI.create(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static @Nullable String header(JsonNode config, String name) {
    String text = TaskQuery.text(config, name);
    boolean fits = text == null || text.matches("[\\x20-\\x7e]{1,2000}");
    A2aError.check(fits, name, "must have at most 2,000 characters, all of ASCII.");
    return text;
  }
}
