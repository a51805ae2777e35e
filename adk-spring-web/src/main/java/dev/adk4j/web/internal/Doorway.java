package dev.adk4j.web.internal;

import dev.adk4j.error.AdkException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Changes what the {@link EndpointGuard} does on a path where a protocol of others is spoken. */
public interface Doorway {

  /**
   * Lets the request in, before its body is read.
   *
   * @throws AdkException to refuse it
   */
  void admit(HttpServletRequest request);

  /** Returns true for a request that may come without a body, which then has none to be read. */
  default boolean mayBeEmpty(HttpServletRequest request) {
    return false;
  }

  /** Writes a refusal as the protocol has it; a problem detail by default. */
  default void refuse(
      AdkException refused,
      String challenge,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    AdkProblem.write(refused, challenge, response);
  }
}
