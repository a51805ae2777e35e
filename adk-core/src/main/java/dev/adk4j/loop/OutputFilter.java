package dev.adk4j.loop;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the executor of one dispatch and everybody else; see {@link
 * DispatchContext#filterOutput}. May throw to stop the executor. Called from any thread, for one
 * stream on one thread at a time.
 */
public interface OutputFilter {

  /** The kind of a stream. */
  enum Kind {
    MESSAGE,
    THOUGHT
  }

  /**
   * Takes a step of a stream.
   *
   * @return the text that may be told now; empty to tell nothing yet
   */
  String told(Kind kind, String id, String delta, boolean isComplete);

  /** Returns the message to store in place of the assistant's. */
  Message stored(Message message);

  /** Returns the thought to store; null to store none. */
  @Nullable Thought stored(Thought thought);

  /**
   * Returns whether the filter has stopped the executor of this iteration and dealt with that: by
   * refusing the dispatch, or for another iteration.
   */
  boolean hasStopped();
}
