package dev.adk4j.sample.agent;

/** Intent of a text. */
sealed interface Intent {

  record Calculate(String expression) implements Intent {}

  /** {@code place} is a zone id or a city's name; empty for UTC. */
  record TellTime(String place) implements Intent {}

  record Remember(String fact) implements Intent {}

  /** Something about the person, said without a wish. */
  record Tell(String fact) implements Intent {}

  /** {@code question} is empty for everything that is known. */
  record Recall(String question) implements Intent {}

  /** A question for the documentation. */
  record Ask(String question) implements Intent {}

  record Outline(String document) implements Intent {}

  record Find(String words, String document) implements Intent {}

  record Read(String document) implements Intent {}

  record Publish(String title, String text) implements Intent {}

  record Forget(String about) implements Intent {}

  record Help() implements Intent {}
}
