package dev.adk4j.client;

import dev.adk4j.event.TurnEvent;
import dev.adk4j.event.TurnStreamableContent;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.limit.Permit;
import dev.adk4j.primitive.Message;
import dev.adk4j.turn.RawTurnContext;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.turn.TurnRunner;
import dev.adk4j.value.Scope;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Sends messages in one scope, each of them a turn. Remembers nothing: what was said before is
 * loaded by the runner's middleware. Thread-safe; two turns of one conversation at the same time do
 * not see each other's messages.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class Conversation {

  private final TurnRunner runner;
  private final AgentClient client;
  private final Scope scope;

  Conversation(TurnRunner runner, AgentClient client, Scope scope) {
    this.runner = runner;
    this.client = client;
    this.scope = scope;
  }

  public Scope scope() {
    return scope;
  }

  /** Sends a user's text and waits for the answer, on this thread. */
  public AgentReply send(String text) {
    return send(Message.user(text));
  }

  /**
   * Sends a message and waits for the answer, on this thread.
   *
   * @throws AgentTurnException where the turn gave no answer
   * @throws dev.adk4j.error.AdkException {@code E_INPUT_TOO_LARGE} where the text is over the
   *     client's limit, {@code E_LIMIT_REACHED} and {@code E_TOO_BUSY} where there are too many
   *     turns; no turn is started then
   */
  public AgentReply send(Message message) {
    ReplyCollector collector = new ReplyCollector(Objects.requireNonNull(message, "message"));
    RawTurnContext raw = raw(message);
    try (Permit permit = client.admit(scope)) {
      collector.listenTo(released(permit, raw)).run();
    }
    collector.over(null);
    try {
      return collector.reply().join();
    } catch (CompletionException e) {
      throw Replies.failure(e);
    }
  }

  /** Sends a user's text and hands out the answer while it is written. */
  public PendingReply stream(String text, Consumer<? super TurnStreamableContent> listener) {
    return stream(Message.user(text), listener);
  }

  /**
   * Sends a message; the listener is called for each step of each message stream, on the turn's
   * thread. Refused as in {@link #send(Message)}.
   */
  public PendingReply stream(Message message, Consumer<? super TurnStreamableContent> listener) {
    ReplyCollector collector = new ReplyCollector(Objects.requireNonNull(message, "message"));
    Objects.requireNonNull(listener, "listener");
    RawTurnContext raw = raw(message);
    Permit permit = client.admit(scope);
    TurnHandle handle;
    try {
      handle =
          collector.listenTo(released(permit, raw)).on(TurnEvent.MESSAGE, listener::accept).start();
    } catch (Throwable e) {
      permit.close();
      throw e;
    }
    handle
        .completion()
        .whenComplete(
            (nothing, failure) -> {
              permit.close();
              collector.over(failure);
            });
    return new Replies(handle, collector.reply());
  }

  /**
   * Prepares a turn that gives its place back before anybody has the answer, and may send the next.
   */
  private TurnCall released(Permit permit, RawTurnContext raw) {
    return runner.turn(raw).observe(TurnEvent.TURN_END, end -> permit.close());
  }

  private RawTurnContext raw(Message message) {
    client.checkSize(message);
    return client.raw().scope(scope).input(message).build();
  }
}
