package dev.adk4j.sample.web;

import java.io.IOException;

/** The request's body has more bytes than allowed. */
final class RequestTooLargeException extends IOException {

  private static final long serialVersionUID = 1L;
}
