package dev.adk4j.boot;

/** A listener of which it cannot be told what it listens to. */
final class InvalidListenerException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  InvalidListenerException(String message) {
    super(message);
  }
}
