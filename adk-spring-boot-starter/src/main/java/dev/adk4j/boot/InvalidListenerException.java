package dev.adk4j.boot;

/** Thrown for a listener whose event cannot be determined. */
final class InvalidListenerException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  InvalidListenerException(String message) {
    super(message);
  }
}
