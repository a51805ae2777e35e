package dev.adk4j.event;

/** The name of an event and the type of its payload. */
public sealed interface EventKey<T> {

  String name();

  /** An event that is part of what the product does. */
  record Functional<T>(String name) implements EventKey<T> {}

  /** An event that is pure telemetry: with every observer gone the agent behaves the same. */
  record Observability<T>(String name) implements EventKey<T> {}
}
