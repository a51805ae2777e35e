package dev.adk4j.boot.protocol;

import static dev.adk4j.boot.protocol.ProtocolClient.json;

import dev.adk4j.value.Json;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The request of each protocol, and of the own stream, that a message is there. */
enum ProtocolRequest {
  OWN("/own/%1$s", "{'text': '%2$s'}"),
  AI_SDK(
      "/api/chat",
      "{'id': '%1$s', 'messages': [{'id': '1', 'role': 'user', 'parts': [{'type': 'text', 'text':"
          + " '%2$s'}]}]}"),
  AG_UI(
      "/agui",
      "{'threadId': '%1$s', 'runId': '%1$s', 'messages': [{'id': '1', 'role': 'user', 'content':"
          + " '%2$s'}]}"),
  CHAT_COMPLETIONS(
      "/v1/chat/completions",
      "{'model': 'demo', 'stream': true, 'messages': [{'role': 'user', 'content': '%2$s'}]}"),
  RESPONSES(
      "/v1/responses",
      "{'model': 'demo', 'stream': true, 'conversation': '%1$s', 'input': '%2$s'}"),
  A2A(
      "/a2a/demo/message:stream",
      "{'message': {'messageId': '%1$s', 'role': 'ROLE_USER', 'parts': [{'text': '%2$s'}]}}"),
  MCP(
      "/mcp",
      "{'jsonrpc': '2.0', 'id': '%1$s', 'method': 'tools/call', 'params': {'name': 'demo',"
          + " 'arguments': {'message': '%2$s', 'conversation': '%1$s'}}}");

  private final String path;
  private final String body;

  ProtocolRequest(String path, String body) {
    this.path = path;
    this.body = body;
  }

  String path(Object id) {
    return path.formatted(id);
  }

  String body(Object id, String text) {
    return json(body, id, text);
  }

  /** Returns the text that the events of a response tell, whichever the protocol. */
  static String text(String response) {
    return response
        .lines()
        .filter(line -> line.startsWith("data:"))
        .map(line -> line.substring("data:".length()).strip())
        .filter(data -> data.startsWith("{"))
        .map(Json::read)
        .flatMap(
            event ->
                Stream.of(
                        "/delta",
                        "/choices/0/delta/content",
                        "/artifactUpdate/artifact/parts/0/text",
                        "/result/content/0/text")
                    .map(event::at))
        .map(text -> text.asString(""))
        .collect(Collectors.joining());
  }

  /** Begins a session of MCP; without one the endpoint takes no call. */
  static String session(ProtocolClient host) {
    String accept = "application/json, text/event-stream";
    String begin =
        "{'jsonrpc': '2.0', 'id': 0, 'method': 'initialize', 'params': {'protocolVersion':"
            + " '2025-11-25', 'capabilities': {}, 'clientInfo': {'name': 'test', 'version':"
            + " '1'}}}";
    String session = host.post("/mcp", json(begin), "Accept", accept).header("Mcp-Session-Id");
    String begun = json("{'jsonrpc': '2.0', 'method': 'notifications/initialized'}");
    host.post("/mcp", begun, "Accept", accept, "Mcp-Session-Id", session);
    return session;
  }
}
