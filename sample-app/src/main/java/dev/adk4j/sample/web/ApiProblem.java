package dev.adk4j.sample.web;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;

/** The ways a request can be wrong, as problem details: status, a stable code, and what to do. */
enum ApiProblem {
  MALFORMED(
      HttpStatus.BAD_REQUEST,
      "E_REQUEST_MALFORMED",
      "Send one JSON object with the single text member \"text\"."),
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
      "A request may have 1 MiB (1048576 bytes) at most.");

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
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setProperty("code", code);
    return problem;
  }
}
