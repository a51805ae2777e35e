package dev.adk4j.web;

import dev.adk4j.error.ErrorCode;

/**
 * Errors of the endpoints.
 *
 * @since 0.1.0
 */
public enum WebErrorCode implements ErrorCode {
  E_STREAM_TURN_UNKNOWN(
      404,
      "The events of that turn are not held.",
      "Ask the node that ran the turn, with the turn's own scope, while it holds the events; read what was stored otherwise."),
  E_STREAM_EVENTS_GONE(
      410,
      "Events that were asked for are no longer held.",
      "Read what was stored, or read on from the oldest event that is held; a larger buffer holds more."),
  E_NOT_AUTHENTICATED(401, "Nobody is authenticated.", "Log in, or send the credentials again."),
  E_ORIGIN_REFUSED(
      403,
      "The request comes from a page or for a host that is not allowed.",
      "Add the page's origin to adk.web.allowed-origins, or the server's name to adk.web.allowed-hosts."),
  E_AGENT_UNKNOWN(
      404,
      "There is no such agent.",
      "Name one of the agents of adk.agents, as it is written there."),
  E_FILE_NOT_FOUND(
      404,
      "There is no such file.",
      "Ask for a file of one of your own conversations, among its newest 1,000 records."),
  E_INPUT_UNREADABLE(
      400,
      "What was sent cannot be read.",
      "Send one JSON object that the endpoint takes; the message says what is wrong.");

  private final Info info;

  WebErrorCode(int status, String meaning, String help) {
    this(status, false, meaning, help);
  }

  WebErrorCode(int status, boolean fatal, String meaning, String help) {
    info = new Info(status, fatal, meaning, help);
  }

  @Override
  public Info info() {
    return info;
  }
}
