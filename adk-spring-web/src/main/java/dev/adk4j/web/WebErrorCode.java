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
      "This node does not hold the events of the turn.",
      "Ask the node that ran the turn, with the turn's own scope, while it holds the events. "
          + "Otherwise read the stored records."),
  E_STREAM_EVENTS_GONE(
      410,
      "The requested events are no longer held.",
      "Read the stored records, or continue from the oldest event that is held. Increase the "
          + "buffer to hold more events."),
  E_NOT_AUTHENTICATED(
      401, "The caller is not authenticated.", "Log in, or send the credentials again."),
  E_ORIGIN_REFUSED(
      403,
      "The request comes from a page or names a host that is not allowed.",
      "Add the page's origin to adk.web.allowed-origins, or the server's name to adk.web.allowed-hosts."),
  E_AGENT_UNKNOWN(
      404,
      "The agent does not exist.",
      "Name one of the agents of adk.agents, exactly as it is configured."),
  E_FILE_NOT_FOUND(
      404,
      "The file does not exist.",
      "Request a file of one of your own conversations, among its newest 1,000 records."),
  E_INPUT_UNREADABLE(
      400,
      "The input cannot be read.",
      "Send one JSON object that the endpoint accepts. The message describes the problem.");

  private final Info info;

  WebErrorCode(int status, String meaning, String help) {
    info = new Info(status, false, meaning, help);
  }

  @Override
  public Info info() {
    return info;
  }
}
