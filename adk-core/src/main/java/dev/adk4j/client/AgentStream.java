package dev.adk4j.client;

import dev.adk4j.event.AgentEvent;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.turn.TurnCall;
import dev.adk4j.turn.TurnHandle;
import dev.adk4j.value.Scope;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;

/**
 * Publishes the events of one turn while it runs. A Spring MVC controller may return it before it
 * is started; the response is a stream of JSON events with ids, which a reload resumes.
 *
 * <pre>{@code
 * AgentStream stream = agent.conversation("ann", "c-17").stream("Where is order 4711?");
 * stream.answer().thenAccept(answer -> log.info("{}", answer.usage()));
 * }</pre>
 *
 * <p>The first subscription, or {@link #answer()}, starts the turn; later subscriptions replay it
 * from its beginning. Events are {@link Text}, {@link Thought}, {@link
 * dev.adk4j.event.TurnToolCallContent}, {@link Gate} and, last, {@link End}. An event of an agent
 * that a tool calls is wrapped in an {@link AgentEvent.InnerEvent}. A failed turn ends with {@code
 * onError} and an {@link AgentTurnException}.
 *
 * <p>Without demand, pieces of text are joined; all other events are kept. Only the first
 * subscription may slow the turn, and only for a limited time; after that, the subscription ends
 * with an error and the turn continues. Canceling the first subscription aborts the turn and its
 * call of the model. Subscribers are called on the turn's thread or on the thread that requests.
 * Thread-safe.
 *
 * <p>Reactor is not needed; {@code JdkFlowAdapter.flowPublisherToFlux(stream)} converts it to a
 * {@code Flux}.
 *
 * @since 0.1.0
 */
@NoJsonForm
public interface AgentStream extends Flow.Publisher<AgentEvent> {

  /**
   * A piece of the answer's text, at least one character; leading blanks are part of it.
   *
   * @param messageId the message that is being written; pieces of one message follow each other
   */
  record Text(String turnId, String messageId, String text) implements AgentEvent {

    /** Omits the text. */
    @Override
    public String toString() {
      return "Text[" + messageId + "]";
    }
  }

  /** A piece of the model's reasoning. */
  record Thought(String turnId, String thoughtId, String text) implements AgentEvent {

    /** Omits the text. */
    @Override
    public String toString() {
      return "Thought[" + thoughtId + "]";
    }
  }

  /** A call that waits for a decision. The turn ends as waiting unless it blocks at its gates. */
  record Gate(String turnId, WaitingGate gate) implements AgentEvent {}

  /** The last event of a turn that did not fail. */
  record End(String turnId, Answer answer) implements AgentEvent {}

  /**
   * Publishes only the pieces of the answer's text. A subscription counts as one of this stream.
   */
  Flow.Publisher<String> text();

  /**
   * Starts the turn unless it was started, and returns the future of its answer. The future fails
   * with an {@link AgentTurnException}, or with the exception that refused the turn. Canceling it
   * aborts the turn. Each call returns a new future.
   */
  CompletableFuture<Answer> answer();

  /**
   * Aborts the turn, which fails with {@code E_TURN_ABORTED}. A turn that was not started never
   * starts.
   */
  void abort();

  /** Returns the scope of the turn. */
  Scope scope();

  /**
   * Starts the turn with listeners instead of subscriptions, as the event stream for browsers does.
   *
   * @param listeners adds listeners to the call
   * @throws IllegalStateException if the turn was started
   */
  TurnHandle start(UnaryOperator<TurnCall> listeners);
}
