package dev.adk4j.error;

/**
 * One thing that is wrong with a value.
 *
 * @param path where, as a JSON path of the input ({@code $.attachments[0]}); {@code $} for the whole value
 * @param rule the kind of rule that was broken, such as {@code required}, {@code type}, {@code range} or {@code unknown}
 * @param message what is wrong and what is accepted; never the offending content itself
 */
public record Violation(String path, String rule, String message) {}
