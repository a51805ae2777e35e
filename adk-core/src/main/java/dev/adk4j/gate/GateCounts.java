package dev.adk4j.gate;

/**
 * How many gates wait for a decision.
 *
 * @param open all of them
 * @param orphaned those of them whose process is gone
 */
public record GateCounts(long open, long orphaned) {}
