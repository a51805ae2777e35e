package dev.adk4j.web.internal;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.web.WebErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Writes a problem detail for an error of the client that the application's handlers do not handle.
 * Runs after every exception handler of the application.
 */
public final class AdkProblemResolver implements HandlerExceptionResolver {

  /**
   * Codes of errors of the client, and of a model that gave no answer. All others may be internal.
   */
  private static final Set<ErrorCode> OF_CLIENTS =
      Set.of(
          WebErrorCode.E_STREAM_TURN_UNKNOWN,
          WebErrorCode.E_STREAM_EVENTS_GONE,
          AdkErrorCode.E_ERASURE_TURNS_RUN,
          AdkErrorCode.E_INPUT_TOO_LARGE,
          WebErrorCode.E_INPUT_UNREADABLE,
          AdkErrorCode.E_ANSWER_WAITING,
          AdkErrorCode.E_GATE_NOT_FOUND,
          AdkErrorCode.E_GATE_NOT_AUTHORIZED,
          AdkErrorCode.E_GATE_ALREADY_SETTLED,
          AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
          AdkErrorCode.E_NO_ANSWER,
          AdkErrorCode.E_ANSWER_TYPE,
          AdkErrorCode.E_ANSWER_CUT,
          AdkErrorCode.E_ANSWER_REFUSED,
          AdkErrorCode.E_LIMIT_REACHED,
          AdkErrorCode.E_TOO_BUSY);

  private final String challenge;

  /**
   * @param challenge what an answer 401 names in {@code WWW-Authenticate}
   */
  public AdkProblemResolver(String challenge) {
    this.challenge = challenge;
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception failure) {
    if (!(failure instanceof AdkException e)
        || !OF_CLIENTS.contains(e.errorCode())
        || response.isCommitted()) {
      return null;
    }
    try {
      AdkProblem.write(e, challenge, response);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
    return new ModelAndView();
  }
}
