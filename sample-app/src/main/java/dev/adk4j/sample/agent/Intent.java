package dev.adk4j.sample.agent;

/** Intent of a text. */
sealed interface Intent {

  /** {@code said} is the expression in the person's own words. */
  record Calculate(String expression, String said) implements Intent {

    Calculate(String expression) {
      this(expression, expression);
    }
  }

  /** {@code place} is a zone id or a city's name; empty for UTC. */
  record TellTime(String place) implements Intent {}

  /** The date so many days, weeks, months or years from today, or before today. */
  record TellDate(int amount, String unit) implements Intent {}

  record Remember(String fact) implements Intent {}

  /** Something about the person, said without a wish. */
  record Tell(String fact) implements Intent {}

  /** A person says who they are; {@code said} is the whole sentence. */
  record Introduce(String name, String said) implements Intent {}

  /** The question for the own name. */
  record TellName() implements Intent {}

  /** {@code question} is empty for everything that is known. */
  record Recall(String question) implements Intent {}

  /** A question for the documentation. */
  record Ask(String question) implements Intent {}

  record Outline(String document) implements Intent {}

  record Find(String words, String document) implements Intent {}

  record Read(String document) implements Intent {}

  record Publish(String title, String text) implements Intent {}

  /** {@code about} is {@link dev.adk4j.sample.memory.MemoryShelf#EVERYTHING} for all there is. */
  record Forget(String about) implements Intent {}

  record Chat(SmallTalk talk) implements Intent {}

  record Help() implements Intent {}
}
