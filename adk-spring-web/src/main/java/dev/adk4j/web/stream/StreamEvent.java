package dev.adk4j.web.stream;

/**
 * Event of a turn as clients see it.
 *
 * @param number 1 for the first event of its turn, then without gaps
 * @param name {@code message}, {@code thought}, {@code toolCall}, {@code turnGateOpen}, {@code
 *     turnGateClosed}, {@code error} or {@code end}
 * @param data one line of JSON
 */
public record StreamEvent(long number, String name, String data) {

  /** Returns the approximate size in memory, in bytes. */
  int size() {
    return data.length() + 64;
  }
}
