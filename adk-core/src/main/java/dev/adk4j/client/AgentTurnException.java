package dev.adk4j.client;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a turn gave no answer: it failed, was aborted ({@code E_TURN_ABORTED}), or ended
 * without a message ({@code E_NO_ANSWER}).
 */
public final class AgentTurnException extends AdkException {

  private static final long serialVersionUID = 1L;

  private final String turnId;

  AgentTurnException(String turnId, ErrorCode code, String message, @Nullable Throwable cause) {
    this(turnId, AdkException.of(code).message(message).cause(cause).args(turnId));
  }

  private AgentTurnException(String turnId, AdkException.Builder error) {
    super(error);
    this.turnId = turnId;
  }

  /**
   * Returns an exception with the reason why the last generation ended, such as {@code length} or
   * {@code content_filter}, as the second of the error's arguments.
   *
   * @param finishReason null if the provider did not report one
   */
  static AgentTurnException noAnswer(String turnId, @Nullable String finishReason) {
    AdkException.Builder error = AdkException.of(AdkErrorCode.E_NO_ANSWER);
    String message =
        "Turn " + turnId + " ended well, but no assistant message was stored or reported in it.";
    return new AgentTurnException(
        turnId,
        finishReason == null
            ? error.message(message).args(turnId)
            : error
                .message(message + " The model's last finish reason was '" + finishReason + "'.")
                .args(turnId, finishReason));
  }

  /** Returns an exception with the code of the error that the turn emitted, which is the cause. */
  static AgentTurnException failed(String turnId, AdkException error) {
    return new AgentTurnException(
        turnId, error.errorCode(), "Turn " + turnId + " failed: " + error.getMessage(), error);
  }

  /** Returns the failure of a turn that ended without an answer or an error. */
  static AgentTurnException unanswered(String turnId, @Nullable Throwable cause) {
    return new AgentTurnException(
        turnId,
        AdkErrorCode.E_NO_ANSWER,
        "Turn " + turnId + " ended, but its answer could not be gathered.",
        cause);
  }

  /** Returns the turn, as its events name it. */
  public String turnId() {
    return turnId;
  }
}
