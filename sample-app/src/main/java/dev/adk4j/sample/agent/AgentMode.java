package dev.adk4j.sample.agent;

/**
 * Mode of the agent. A bean if no model answers.
 *
 * @param name {@code offline} or {@code model}
 */
public record AgentMode(String name) {}
