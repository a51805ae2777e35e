package dev.adk4j.sample.agent;

/** Intent of a text. */
sealed interface Intent {

  /** {@code said} is the expression as the user wrote it. */
  record Calculate(String expression, String said) implements Intent {

    Calculate(String expression) {
      this(expression, expression);
    }
  }

  /** {@code place} is a zone id or a city's name; empty for UTC. */
  record TellTime(String place) implements Intent {}

  /** A date that is a number of days, weeks, months or years before or after today. */
  record TellDate(int amount, String unit) implements Intent {}

  record Remember(String fact) implements Intent {}

  /** A statement about the user, without a request. */
  record Tell(String fact) implements Intent {}

  /** The user gives a name; {@code said} is the whole sentence. */
  record Introduce(String name, String said) implements Intent {}

  /** A question for the user's own name. */
  record TellName() implements Intent {}

  /** A question about stored facts; {@code question} is empty for all of them. */
  record Recall(String question) implements Intent {}

  /** A question about the documentation. */
  record Ask(String question) implements Intent {}

  record Outline(String document) implements Intent {}

  record Find(String words, String document) implements Intent {}

  record Read(String document) implements Intent {}

  record Publish(String title, String text) implements Intent {}

  /**
   * A request to erase facts; {@code about} is {@link
   * dev.adk4j.sample.memory.MemoryShelf#EVERYTHING} for all of them.
   */
  record Forget(String about) implements Intent {}

  record Chat(SmallTalk talk) implements Intent {}

  record Help() implements Intent {}
}
