package dev.adk4j.boot.stream;

/**
 * One event of a turn as clients see it.
 *
 * @param number 1 for the first event of its turn, then without gaps
 * @param name {@code message}, {@code thought}, {@code toolCall}, {@code turnGateOpen}, {@code
 *     turnGateClosed}, {@code error} or {@code end}
 * @param data one line of JSON
 */
public record StreamEvent(long number, String name, String data) {

  /** What holding it costs, roughly, in bytes. */
  int size() {
    return data.length() + 64;
  }
}
