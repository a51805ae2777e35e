package dev.adk4j.web.internal.a2a;

import dev.adk4j.internal.Sha256;
import dev.adk4j.value.Json;
import dev.adk4j.web.internal.protocol.Callbacks;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Push notifications: sends a task to the addresses that its caller configured whenever its status
 * changes.
 */
record A2aPush(Callbacks callbacks) {

  /** Checks a configuration. */
  Callbacks.Target target(JsonNode given) {
    String text = given.path("url").asString("");
    URI url =
        callbacks
            .address(text)
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
    return new Callbacks.Target(id, url, headers, config);
  }

  private static @Nullable String header(JsonNode config, String name) {
    String text = TaskQuery.text(config, name);
    boolean fits = text == null || text.matches("[\\x20-\\x7e]{1,2000}");
    A2aError.check(fits, name, "must have at most 2,000 characters, all of ASCII.");
    return text;
  }

  /** Sends the task, now and whenever its status changes. */
  ObjectNode follow(Callbacks.Target target, TaskView view) {
    A2aTask task = view.task;
    ObjectNode config = target.config().put("taskId", task.id());
    callbacks.add(target, task.conversation(), task.id(), view.position(), view);
    return config;
  }

  ObjectNode find(A2aTask task, String id) {
    ObjectNode config = callbacks.of(task.id()).get(id);
    if (config == null) {
      throw A2aError.TASK_NOT_FOUND.because("There is no such configuration.");
    }
    return config;
  }

  ObjectNode list(A2aTask task) {
    ObjectNode list = Json.mapper().createObjectNode();
    list.putArray("configs").addAll(callbacks.of(task.id()).values());
    return list;
  }

  ObjectNode delete(A2aTask task, String id) {
    callbacks.remove(task.id(), id);
    return Json.mapper().createObjectNode();
  }
}
