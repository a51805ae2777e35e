package dev.adk4j.event;

import dev.adk4j.error.AdkException;
import org.jspecify.annotations.Nullable;

/** A turn or a dispatch failed. */
public record ErrorEvent(@Nullable String turnId, AdkException error) implements AgentEvent {}
