package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import java.util.List;

/**
 * Thrown by {@code ask} if the turn waits for a decision, since no text exists yet, and by all
 * verbs if a message is refused because another turn of the conversation waits. Decide with {@link
 * Conversation#decide}, which returns the next answer. For {@code send}, waiting is an outcome.
 * Over HTTP, the response is 409 with the gates.
 *
 * @since 0.1.0
 */
public final class AgentWaitingException extends AdkException {

  private static final long serialVersionUID = 1L;

  private final transient Answer answer;

  AgentWaitingException(Answer answer) {
    super(
        AdkException.of(AdkErrorCode.E_ANSWER_WAITING)
            .message(
                "Turn "
                    + answer.turnId()
                    + " waits for "
                    + (answer.gates().size() == 1
                        ? "a decision"
                        : answer.gates().size() + " decisions")
                    + " on "
                    + answer.gates().stream().map(WaitingGate::tool).toList()
                    + "; call decide(gate, true) on the conversation.")
            .args(answer.turnId()));
    this.answer = answer;
  }

  /** Returns the answer as {@code send} would have returned it, with the gates. */
  public Answer answer() {
    return answer;
  }

  /** Returns the gates that must be decided. */
  public List<WaitingGate> gates() {
    return answer.gates();
  }
}
