package dev.adk4j.client;

import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.value.Scope;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages whose turns are stored before anything runs, and go on in another process where
 * theirs dies:
 *
 * <pre>{@code
 * AcceptedTurn turn = agent.conversation("ann", "c-17").durable().send("Refund order 4711.");
 * }</pre>
 *
 * <p>Turns run one after another in the order of their acceptance, and behind a turn of the
 * conversation that waits. The model may be asked more than once for what was not stored; a tool is
 * started once, unless it says otherwise with {@link dev.adk4j.loop.AfterCrash}. Immutable,
 * thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class DurableConversation {

  private final AgentClient client;
  private final Scope scope;
  private final @Nullable String key;
  private final int priority;
  private final TurnQueue.@Nullable Transaction within;

  DurableConversation(
      AgentClient client,
      Scope scope,
      @Nullable String key,
      int priority,
      TurnQueue.@Nullable Transaction within) {
    this.client = client;
    this.scope = scope;
    this.key = key;
    this.priority = priority;
    this.within = within;
  }

  /**
   * Names the request, at most 800 bytes: sent again under the same key, it is the turn that was
   * accepted before. A key is remembered with its turn.
   */
  public DurableConversation key(String key) {
    return new DurableConversation(
        client, scope, Objects.requireNonNull(key, "key"), priority, within);
  }

  /**
   * Sets the priority of turns: among those that are ready, each node begins the higher one first.
   * Turns of a conversation keep their order whatever their priorities, and a turn that runs is not
   * interrupted. While more turns come than nodes can run, low ones wait for as long as that lasts.
   *
   * @param priority from -100 to 100; 0 by default
   * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION} for any other
   */
  public DurableConversation priority(int priority) {
    return new DurableConversation(
        client, scope, key, DurableRequest.checkPriority(priority), within);
  }

  /**
   * Accepts within a transaction of the caller's, which commits or rolls back: the turn is there
   * with the caller's own rows, or not at all. Tell of the commit with {@link AcceptedTurn#wake},
   * or the turn runs a few seconds later. Give it a transaction with read-committed isolation, and
   * end it soon: until then the conversation's last turn does not end.
   *
   * @param transaction such as {@code JdbcTurnTransaction.of(connection)}
   */
  public DurableConversation within(TurnQueue.Transaction transaction) {
    return new DurableConversation(
        client, scope, key, priority, Objects.requireNonNull(transaction, "transaction"));
  }

  /**
   * Accepts a user's text.
   *
   * @throws dev.adk4j.error.AdkException {@code E_LIMIT_REACHED} where too many turns are queued,
   *     {@code E_STORAGE_CONFLICT} where the key belongs to another request, {@code
   *     E_INVALID_TURN_CONTEXT} for options that cannot be stored
   * @throws AgentWaitingException if another turn of the conversation waits for decisions, unless
   *     {@link TurnOptions#whileWaiting} says otherwise
   */
  public AcceptedTurn send(String text) {
    return send(text, AgentVerbs.NO_OPTIONS);
  }

  /** Accepts a user's text with options for its turn; see {@link #send(String)}. */
  public AcceptedTurn send(String text, Consumer<? super TurnOptions> options) {
    return send(Message.user(text), options);
  }

  /** Accepts a message without attachments; see {@link #send(String)}. */
  public AcceptedTurn send(Message message) {
    return send(message, AgentVerbs.NO_OPTIONS);
  }

  /** Accepts a message without attachments with options for its turn; see {@link #send(String)}. */
  public AcceptedTurn send(Message message, Consumer<? super TurnOptions> options) {
    TurnOptions chosen = new TurnOptions();
    Objects.requireNonNull(options, "options").accept(chosen);
    return client.accept(scope, message, chosen, key, priority, within);
  }

  /**
   * Tells the durable turn of this conversation that works something more; see {@link
   * Conversation#steer}. With a {@link #key} the same message again is given once.
   *
   * @param message without attachments
   * @throws dev.adk4j.error.AdkException {@code E_NO_TURN_RUNS} if none works, {@code
   *     E_LIMIT_REACHED} where the turn has too many messages to read
   */
  public AcceptedTurn steer(Message message) {
    return client.steer(scope, message, key, false);
  }

  /**
   * Tells the durable turn that works something more, or makes the message the next turn where none
   * does; see {@link #steer}.
   */
  public AcceptedTurn steerOrSend(Message message) {
    return client.steer(scope, message, key, true);
  }

  /** The same with a user's text. */
  public AcceptedTurn steerOrSend(String text) {
    return steerOrSend(Message.user(text));
  }
}
