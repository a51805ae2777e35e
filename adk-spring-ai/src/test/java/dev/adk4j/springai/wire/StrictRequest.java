package dev.adk4j.springai.wire;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The rules by which each provider refuses a request: for the schema of the answer, and for the
 * calls of tools, each of which has to be answered at its place.
 */
final class StrictRequest {

  /** What OpenAI's strict mode and Anthropic's output format take of JSON schema. */
  private static final Set<String> STRICT =
      Set.of(
          "$schema",
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "anyOf",
          "enum",
          "const",
          "format",
          "title",
          "description",
          "$ref",
          "$defs");

  private static final Set<String> GEMINI =
      Set.of(
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "anyOf",
          "enum",
          "format",
          "title",
          "description",
          "nullable",
          "propertyOrdering",
          "default",
          "pattern",
          "minLength",
          "maxLength",
          "minimum",
          "maximum",
          "minItems",
          "maxItems");

  private final List<String> broken = new ArrayList<>();

  private StrictRequest() {}

  static List<String> broken(String provider, JsonNode request) {
    StrictRequest rules = new StrictRequest();
    switch (provider) {
      case "openai" -> rules.openAi(request);
      case "anthropic" -> rules.anthropic(request);
      case "gemini" -> rules.gemini(request);
      default -> throw new IllegalArgumentException(provider);
    }
    return rules.broken;
  }

  private void openAi(JsonNode request) {
    JsonNode format = request.path("response_format");
    if (!format.isMissingNode()) {
      JsonNode named = format.path("json_schema");
      check(named.path("strict").booleanValue(false), "the format is not strict");
      check(named.path("name").asString().matches("[a-zA-Z0-9_-]{1,64}"), "the format has no name");
      strict(named.path("schema"), STRICT, true);
      check(!named.path("schema").has("anyOf"), "the root is a choice");
    }
    List<JsonNode> messages = request.path("messages").valueStream().toList();
    for (int i = 0; i < messages.size(); i++) {
      List<String> asked =
          messages
              .get(i)
              .path("tool_calls")
              .valueStream()
              .map(c -> c.path("id").asString())
              .toList();
      List<String> answered =
          messages.stream()
              .skip(i + 1L)
              .takeWhile(message -> role(message).equals("tool"))
              .map(message -> message.path("tool_call_id").asString())
              .toList();
      check(asked.isEmpty() || answered.equals(asked), "calls " + asked + " have " + answered);
      if (role(messages.get(i)).equals("tool")) {
        String before = role(messages.get(i - 1));
        check(
            before.equals("tool") || messages.get(i - 1).has("tool_calls"),
            "a result without a call");
      }
    }
  }

  private void anthropic(JsonNode request) {
    JsonNode format = request.path("output_config").path("format");
    if (!format.isMissingNode()) {
      check(format.path("type").asString().equals("json_schema"), "the format has no type");
      strict(format.path("schema"), STRICT, true);
      check(!format.toString().contains("$ref"), "the format is recursive");
    }
    List<JsonNode> messages = request.path("messages").valueStream().toList();
    check(role(messages.getFirst()).equals("user"), "the first message is no user's");
    for (int i = 0; i < messages.size(); i++) {
      List<String> asked = ids(messages.get(i), "tool_use", "id");
      List<String> answered =
          i + 1 < messages.size()
              ? ids(messages.get(i + 1), "tool_result", "tool_use_id")
              : List.of();
      check(answered.equals(asked), "calls " + asked + " have " + answered);
      check(new HashSet<>(asked).size() == asked.size(), "calls " + asked + " have one id");
    }
  }

  private static List<String> ids(JsonNode message, String type, String member) {
    return message
        .path("content")
        .valueStream()
        .filter(block -> block.path("type").asString().equals(type))
        .map(block -> block.path(member).asString())
        .toList();
  }

  private void gemini(JsonNode request) {
    JsonNode config = request.path("generationConfig");
    JsonNode schema = config.path("responseJsonSchema");
    if (!schema.isMissingNode()) {
      check(
          config.path("responseMimeType").asString().equals("application/json"),
          "the format has no media type");
      check(!request.has("tools"), "a format beside tools");
      strict(schema, GEMINI, false);
    }
    request
        .at("/tools/0/functionDeclarations")
        .forEach(tool -> strict(tool.path("parameters"), GEMINI, false));
    List<JsonNode> contents = request.path("contents").valueStream().toList();
    for (int i = 0; i < contents.size(); i++) {
      List<String> asked = names(contents.get(i), "functionCall");
      List<String> answered =
          i + 1 < contents.size() ? names(contents.get(i + 1), "functionResponse") : List.of();
      check(asked.equals(answered), "calls " + asked + " have " + answered);
    }
  }

  private static List<String> names(JsonNode content, String part) {
    return content
        .path("parts")
        .valueStream()
        .filter(p -> p.has(part))
        .map(p -> p.path(part).path("name").asString())
        .toList();
  }

  /**
   * @param closed true where every property is required and no others are allowed
   */
  private void strict(JsonNode schema, Set<String> keywords, boolean closed) {
    check(schema.path("type").asString().equalsIgnoreCase("object"), "the root is no object");
    inside(schema, keywords, closed);
  }

  private void inside(JsonNode schema, Set<String> keywords, boolean closed) {
    schema.propertyNames().forEach(k -> check(keywords.contains(k), "keyword " + k));
    if (closed && schema.has("properties")) {
      check(
          schema.path("additionalProperties").isBoolean()
              && !schema.path("additionalProperties").booleanValue(),
          "an object is open");
      check(
          Set.copyOf(schema.path("properties").propertyNames())
              .equals(
                  Set.copyOf(
                      schema.path("required").valueStream().map(JsonNode::asString).toList())),
          "a property is not required");
    }
    Stream.of(
            schema.path("properties").valueStream(),
            schema.path("anyOf").valueStream(),
            schema.path("$defs").valueStream(),
            schema.has("items") ? Stream.of(schema.get("items")) : Stream.<JsonNode>of())
        .flatMap(s -> s)
        .forEach(s -> inside(s, keywords, closed));
  }

  private static String role(JsonNode message) {
    return message.path("role").asString();
  }

  private void check(boolean holds, String what) {
    if (!holds) {
      broken.add(what);
    }
  }
}
