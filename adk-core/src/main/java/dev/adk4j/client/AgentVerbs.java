package dev.adk4j.client;

import dev.adk4j.answer.AnswerType;
import dev.adk4j.answer.TypeRef;
import dev.adk4j.primitive.Message;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The verbs that a client and a conversation share. Each call is one turn. Thread-safe.
 *
 * <p>All verbs throw {@code E_INPUT_TOO_LARGE} for a text over the client's limit, and {@code
 * E_LIMIT_REACHED} or {@code E_TOO_BUSY} if too many turns exist; no turn is started then.
 */
abstract sealed class AgentVerbs permits AgentClient, Conversation {

  static final Consumer<TurnOptions> NO_OPTIONS = options -> {};

  AgentVerbs() {}

  abstract PreparedTurn prepare(Message message, TurnOptions options);

  /**
   * Sends a user's text, waits for the answer on this thread, and returns its text.
   *
   * @throws AgentTurnException if the turn gave no answer
   * @throws AgentWaitingException if the turn waits for a decision
   */
  public String ask(String text) {
    return ask(text, NO_OPTIONS);
  }

  /** Asks with options for this turn; see {@link #ask(String)}. */
  public String ask(String text, Consumer<? super TurnOptions> options) {
    return send(text, options).completed().text();
  }

  /** Asks with a message, such as one with attachments; see {@link #ask(String)}. */
  public String ask(Message message) {
    return send(message).completed().text();
  }

  /**
   * Asks for a value: a record, a list, an enum, a sealed type or a scalar. The model receives the
   * schema of the type, natively if it supports that, and tools may run in between. An answer that
   * does not fit is repaired once.
   *
   * @throws dev.adk4j.error.AdkException {@code E_INVALID_ANSWER_TYPE} for a type without a schema,
   *     before a turn is started
   * @throws AgentTurnException with {@code E_ANSWER_TYPE}, {@code E_ANSWER_CUT} or {@code
   *     E_ANSWER_REFUSED} if the model gave no such value
   * @throws AgentWaitingException if the turn waits for a decision; its answer is then {@code
   *     decide(gate, true).value(type)}
   */
  public <T> T ask(String text, Class<T> type) {
    return ask(text, type, NO_OPTIONS);
  }

  /** Asks for a value with options for this turn; see {@link #ask(String, Class)}. */
  public <T> T ask(String text, Class<T> type, Consumer<? super TurnOptions> options) {
    return ask(text, AnswerType.of(type), options);
  }

  /** Asks for a value of a generic type; see {@link #ask(String, Class)}. */
  public <T> T ask(String text, TypeRef<T> type) {
    return ask(text, type, NO_OPTIONS);
  }

  /** Asks for a value of a generic type with options; see {@link #ask(String, Class)}. */
  public <T> T ask(String text, TypeRef<T> type, Consumer<? super TurnOptions> options) {
    return ask(text, AnswerType.of(type), options);
  }

  /** Asks for a value of a type that is known at run time; see {@link #ask(String, Class)}. */
  public <T> T ask(Message message, AnswerType<T> type) {
    return ask(message, type, NO_OPTIONS);
  }

  private <T> T ask(String text, AnswerType<T> type, Consumer<? super TurnOptions> options) {
    return ask(Message.user(text), type, options);
  }

  private <T> T ask(Message message, AnswerType<T> type, Consumer<? super TurnOptions> options) {
    return send(
            message,
            chosen -> {
              options.accept(chosen);
              chosen.answer(type);
            })
        .value(type);
  }

  /**
   * Sends a user's text and waits for the outcome on this thread: an answer, or gates that wait for
   * a decision. An interruption of this thread aborts the turn.
   *
   * @throws AgentTurnException if the turn gave no answer
   * @throws AgentWaitingException if the message is refused because another turn of the
   *     conversation waits; see {@link TurnOptions#whileWaiting}
   */
  public Answer send(String text) {
    return send(text, NO_OPTIONS);
  }

  /** Sends with options for this turn; see {@link #send(String)}. */
  public Answer send(String text, Consumer<? super TurnOptions> options) {
    return send(Message.user(text), options);
  }

  /** Sends a message, such as one with attachments; see {@link #send(String)}. */
  public Answer send(Message message) {
    return send(message, NO_OPTIONS);
  }

  /** Sends a message with options for this turn; see {@link #send(String)}. */
  public Answer send(Message message, Consumer<? super TurnOptions> options) {
    return prepare(message, chosen(options)).run();
  }

  /** Returns a stream that sends a user's text when the first subscriber subscribes. */
  public AgentStream stream(String text) {
    return stream(text, NO_OPTIONS);
  }

  /** Streams with options for this turn; see {@link #stream(String)}. */
  public AgentStream stream(String text, Consumer<? super TurnOptions> options) {
    return stream(Message.user(text), options);
  }

  /** Streams the answer to a message; see {@link #stream(String)}. */
  public AgentStream stream(Message message) {
    return stream(message, NO_OPTIONS);
  }

  /** Streams the answer to a message with options for this turn; see {@link #stream(String)}. */
  public AgentStream stream(Message message, Consumer<? super TurnOptions> options) {
    return new TurnStream(prepare(message, chosen(options)));
  }

  static TurnOptions chosen(Consumer<? super TurnOptions> options) {
    TurnOptions chosen = new TurnOptions();
    Objects.requireNonNull(options, "options").accept(chosen);
    return chosen;
  }
}
