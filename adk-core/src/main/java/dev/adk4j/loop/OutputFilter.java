package dev.adk4j.loop;

import dev.adk4j.primitive.Message;
import dev.adk4j.primitive.Thought;
import org.jspecify.annotations.Nullable;

/**
 * Filters the output of the executor of one dispatch; see {@link DispatchContext#filterOutput}. May
 * throw to stop the executor. Called from any thread, but for one stream from one thread at a time.
 */
public interface OutputFilter {

  /** The kind of a stream. */
  enum Kind {
    MESSAGE,
    THOUGHT
  }

  /**
   * Receives a step of a stream.
   *
   * @return the text to emit now; empty to emit nothing yet
   */
  String told(Kind kind, String id, String delta, boolean isComplete);

  /** Returns the message to store instead of the assistant's. */
  Message stored(Message message);

  /** Returns the thought to store; null to store none. */
  @Nullable Thought stored(Thought thought);

  /**
   * Returns true if the filter stopped the executor of this iteration and handled the stop: by
   * refusing the dispatch, or by requesting another iteration.
   */
  boolean hasStopped();
}
