package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.primitive.Message;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.value.JsonValue;
import dev.adk4j.value.Scope;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages whose turns are stored before they run, and resume in another process if theirs
 * dies:
 *
 * <pre>{@code
 * AcceptedTurn turn = agent.conversation("ann", "c-17").durable().send("Refund order 4711.");
 * }</pre>
 *
 * <p>Turns run one after another in the order of their acceptance, and after a waiting turn of the
 * conversation. The model may be called again for an answer that was not stored. A tool is started
 * once, unless it declares otherwise with {@link dev.adk4j.loop.AfterCrash}. Immutable,
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
   * Sets the key of the request, at most 800 bytes. If the request is sent again under the same
   * key, the turn that was accepted before is returned. A key is stored with its turn.
   */
  public DurableConversation key(String key) {
    return new DurableConversation(
        client, scope, Objects.requireNonNull(key, "key"), priority, within);
  }

  /**
   * Sets the priority of turns: each node starts the ready turn with the highest priority first.
   * Turns of a conversation keep their order whatever their priorities, and a running turn is not
   * interrupted. While more turns arrive than the nodes can run, turns of low priority wait.
   *
   * @param priority from -100 to 100; 0 by default
   * @throws dev.adk4j.error.AdkException {@code VALIDATION_EXCEPTION} for any other value
   */
  public DurableConversation priority(int priority) {
    return new DurableConversation(
        client, scope, key, DurableRequest.checkPriority(priority), within);
  }

  /**
   * Accepts within the caller's own transaction, which commits or rolls back: the turn is stored
   * together with the caller's own rows, or not at all. Call {@link AcceptedTurn#wake} after the
   * commit; otherwise the turn runs a few seconds later. Use a transaction with read-committed
   * isolation, and end it soon: until then, the conversation's last turn does not end.
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
   * @throws dev.adk4j.error.AdkException {@code E_LIMIT_REACHED} if too many turns are queued,
   *     {@code E_STORAGE_CONFLICT} if the key belongs to another request, {@code
   *     E_INVALID_TURN_CONTEXT} for options that cannot be stored
   * @throws AgentWaitingException if another turn of the conversation waits for decisions, unless
   *     {@link TurnOptions#whileWaiting} is set otherwise
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
    TurnOptions chosen = AgentVerbs.chosen(options);
    StoredTurn asked = asked(message, chosen);
    StoredTurns turns = client.registry().turns;
    AcceptedTurn known = turns.accepted(asked).orElse(null);
    if (known != null) {
      return known;
    }
    client.turns.rule(scope, client.registry(), chosen).clear();
    client.turns.settings().limits.accept(scope);
    return turns.accept(asked, client.turns.settings().maxQueued, within);
  }

  /** Returns the stored form of a requested turn. */
  StoredTurn asked(Message message, TurnOptions options) {
    Objects.requireNonNull(message, "message");
    client.checkName();
    client.turns.checkInput(List.of(message));
    JsonValue memo = options.durableMemo(client.name());
    return DurableRequest.turn(scope, message, DurableRequest.prioritized(memo, priority), key);
  }

  /**
   * Sends a further message to the active durable turn of this conversation; see {@link
   * Conversation#steer}. With a {@link #key}, a repeated message is delivered once.
   *
   * @param message without attachments
   * @throws dev.adk4j.error.AdkException {@code E_NO_TURN_RUNS} if no such turn is active, {@code
   *     E_LIMIT_REACHED} if the turn has too many unread messages
   */
  public AcceptedTurn steer(Message message) {
    return steer(message, false);
  }

  /**
   * Sends a further message to the active durable turn, or makes the message the next turn if none
   * is active; see {@link #steer}.
   */
  public AcceptedTurn steerOrSend(Message message) {
    return steer(message, true);
  }

  /** Does the same with a user's text. */
  public AcceptedTurn steerOrSend(String text) {
    return steerOrSend(Message.user(text));
  }

  private AcceptedTurn steer(Message message, boolean orSend) {
    Objects.requireNonNull(message, "message");
    StoredTurns turns = client.registry().turns;
    AgentSettings settings = client.turns.settings();
    client.turns.checkInput(List.of(message));
    TurnOptions options = new TurnOptions();
    StoredTurn asked = DurableRequest.turn(scope, message, options.durableMemo(settings.name), key);
    AcceptedTurn known = turns.accepted(asked).orElse(null);
    if (known != null) {
      return known;
    }
    settings.limits.accept(scope);
    AcceptedTurn reached = turns.steer(asked, settings.maxQueued).orElse(null);
    if (reached != null) {
      return reached;
    }
    if (!orSend) {
      throw new AdkException(
          AdkErrorCode.E_NO_TURN_RUNS,
          "No durable turn of this conversation works that could take the message: send it"
              + " with durable().steerOrSend(…), which makes it the next turn.");
    }
    client.checkName();
    client.turns.rule(scope, client.registry(), options).clear();
    return turns.accept(asked, settings.maxQueued, null);
  }
}
