package dev.adk4j.sample.web;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** Problem details of invalid requests: status, stable code and remedy. */
enum ApiProblem {
  MALFORMED(
      HttpStatus.BAD_REQUEST,
      "E_REQUEST_MALFORMED",
      "Send one JSON object with the single text member \"text\"."),
  QUERY(
      HttpStatus.BAD_REQUEST,
      "E_QUERY_MALFORMED",
      "The part of the address after the question mark cannot be read."),
  NOT_ACCEPTABLE(
      HttpStatus.NOT_ACCEPTABLE,
      "E_HTTP_NOT_ACCEPTABLE",
      "There is JSON in UTF-8, whatever else you would take."),
  BLANK_TEXT(
      HttpStatus.BAD_REQUEST,
      "E_TEXT_BLANK",
      "\"text\" must have at least one character that is not a blank."),
  CONVERSATION_ID(
      HttpStatus.BAD_REQUEST,
      "E_CONVERSATION_ID_INVALID",
      "A conversation id has 1 to 64 letters, digits, '-', '_' or '.'."),
  UNKNOWN_CONVERSATION(
      HttpStatus.NOT_FOUND,
      "E_CONVERSATION_UNKNOWN",
      "Nothing was said in that conversation; post a message to begin it."),
  TOO_LARGE(
      HttpStatus.CONTENT_TOO_LARGE,
      "E_REQUEST_TOO_LARGE",
      "A request may have 1 MiB (1048576 bytes) at most and 64 KiB of text; one with a file 6 MiB,"
          + " the file 5 MiB."),
  MALFORMED_UPLOAD(
      HttpStatus.BAD_REQUEST,
      "E_UPLOAD_MALFORMED",
      "Send multipart/form-data with its boundary: one part \"file\", and one part \"text\" or none."),
  ATTACHMENT_NAME(
      HttpStatus.BAD_REQUEST,
      "E_ATTACHMENT_NAME_INVALID",
      "The name of a file must not have control characters."),
  ATTACHMENT_EMPTY(
      HttpStatus.BAD_REQUEST, "E_ATTACHMENT_EMPTY", "The part \"file\" has no bytes or no name."),
  ATTACHMENT_TYPE(
      HttpStatus.UNSUPPORTED_MEDIA_TYPE,
      "E_ATTACHMENT_TYPE_UNSUPPORTED",
      "Files may be .txt, .log, .md, .csv and .json in UTF-8, .pdf, .png, .jpg and .gif; what is in"
          + " them has to be what their name says."),
  UNKNOWN_ATTACHMENT(
      HttpStatus.NOT_FOUND,
      "E_ATTACHMENT_UNKNOWN",
      "No message of that conversation has an attachment with that id."),
  UNKNOWN_TURN(
      HttpStatus.NOT_FOUND,
      "E_TURN_UNKNOWN",
      "This instance does not know that turn: another one ran it, or it was restarted since."),
  TURN_OPEN(
      HttpStatus.CONFLICT,
      "E_TURN_OPEN",
      "A turn of this conversation runs or waits for a decision. Send the file when it has ended."),
  TURN_ENDED(HttpStatus.CONFLICT, "E_TURN_ENDED", "That turn is not running here any more."),
  GATE_CLOSED(
      HttpStatus.CONFLICT,
      "E_GATE_NOT_OPEN",
      "No such decision is waited for here: somebody else was quicker, the turn has ended, or"
          + " another instance runs it."),
  DECISION(
      HttpStatus.BAD_REQUEST,
      "E_DECISION_INVALID",
      "\"decision\" has to be \"approve\", with or without changed \"args\", or \"reject\", with or"
          + " without a \"reason\"."),
  DECISION_ARGS(
      HttpStatus.UNPROCESSABLE_CONTENT,
      "E_DECISION_ARGS_INVALID",
      "The changed arguments do not fit; the decision is still open."),
  UNKNOWN_MEMORY(
      HttpStatus.NOT_FOUND,
      "E_MEMORY_UNKNOWN",
      "There is no memory with that id; it may be erased."),
  UNKNOWN_DOCUMENT(
      HttpStatus.NOT_FOUND, "E_DOCUMENT_UNKNOWN", "The documentation has no page of that path."),
  HOST(
      HttpStatus.FORBIDDEN,
      "E_HOST_NOT_ALLOWED",
      "Ask under localhost or 127.0.0.1; other names have to be listed in sample.web.hosts."),
  CROSS_SITE(
      HttpStatus.FORBIDDEN,
      "E_CROSS_SITE_REQUEST",
      "Only pages of this application may change anything here.");

  private final HttpStatus status;
  private final String code;
  private final String detail;

  ApiProblem(HttpStatus status, String code, String detail) {
    this.status = status;
    this.code = code;
    this.detail = detail;
  }

  HttpStatus status() {
    return status;
  }

  ProblemDetail problem() {
    return problem("");
  }

  /**
   * @param more details of this problem
   */
  ProblemDetail problem(String more) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(status, more.isEmpty() ? detail : detail + " " + more);
    problem.setProperty("code", code);
    return problem;
  }
}
