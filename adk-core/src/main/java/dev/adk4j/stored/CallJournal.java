package dev.adk4j.stored;

import dev.adk4j.value.JsonValue;
import java.util.Collection;
import java.util.List;

/**
 * Stores the calls of a durable turn while they run, for executors that do not use {@link
 * dev.adk4j.tool.ToolCallRunner}. Each method commits before it returns, with everything the
 * dispatch has stored so far, or throws and has stored nothing of it.
 */
public interface CallJournal {

  /**
   * Stores the calls, and with them the answer, before any of them starts: the model is never asked
   * for them again.
   *
   * @param calls those that start at once are marked as started
   * @param results how results are to reach the model, in the executor's own form
   */
  void ask(List<StoredTurn.Call> calls, JsonValue results);

  /** Stores that a call starts; does nothing for one that was marked. */
  void start(String callId);

  /** Stores the records of these calls, which the dispatch was given before. */
  void done(Collection<String> callIds);
}
