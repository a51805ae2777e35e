package dev.adk4j.event;

/** The name of an event and the type of its payload. */
public sealed interface EventKey<T> {

  String name();

  /** An event that is part of the product's function. */
  record Functional<T>(String name) implements EventKey<T> {}

  /** An event of telemetry only: without any observer the agent behaves the same. */
  record Observability<T>(String name) implements EventKey<T> {}
}
