package dev.adk4j.sample.agent;

/**
 * Who answers; a bean where it is not a model.
 *
 * @param name {@code offline} or {@code model}
 */
public record AgentMode(String name) {}
