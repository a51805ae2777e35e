package dev.adk4j.gate;

/**
 * Where a gate is found.
 *
 * @param ref its {@link GateRecord#ref()}
 */
public record GateName(String tenant, String ref) {}
