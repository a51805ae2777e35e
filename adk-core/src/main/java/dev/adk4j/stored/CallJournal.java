package dev.adk4j.stored;

import dev.adk4j.value.JsonValue;
import java.util.Collection;
import java.util.List;

/**
 * Stores the calls of a durable turn while they run, for executors that do not use {@link
 * dev.adk4j.tool.ToolCallRunner}. Each method commits before it returns, together with everything
 * the dispatch has stored so far. If it throws, nothing is stored.
 */
public interface CallJournal {

  /**
   * Stores the calls together with the answer before any call starts. The model is never asked for
   * them again.
   *
   * @param calls the calls; a call that starts at once is marked as started
   * @param results the way results reach the model, in the executor's own form
   */
  void ask(List<StoredTurn.Call> calls, JsonValue results);

  /** Records that a call starts. Does nothing if the call was marked before. */
  void start(String callId);

  /** Stores the records of these calls. The dispatch received the records before. */
  void done(Collection<String> callIds);
}
