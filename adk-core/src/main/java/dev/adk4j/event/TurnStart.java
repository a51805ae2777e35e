package dev.adk4j.event;

import java.time.Instant;

/** A turn's context exists; its input pipeline comes next. */
public record TurnStart(String turnId, Instant startedAt) implements AgentEvent {}
