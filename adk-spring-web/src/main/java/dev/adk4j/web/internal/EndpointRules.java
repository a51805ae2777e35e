package dev.adk4j.web.internal;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;

/** Says how the {@link EndpointGuard} answers on a path: there may be a protocol of others. */
public interface EndpointRules {

  /** The library's own endpoints: problem details, for clients that accept JSON. */
  EndpointRules OWN =
      new EndpointRules() {
        @Override
        public void admit(HttpServletRequest request) {}

        @Override
        public boolean isJson() {
          return true;
        }
      };

  /**
   * Lets the request in, before its body is read.
   *
   * @throws AdkException to refuse it
   */
  void admit(HttpServletRequest request);

  /** Returns true where a client has to accept JSON, for nothing else is written. */
  default boolean isJson() {
    return false;
  }

  /** Returns true for a request that may come without a body, which then has none to be read. */
  default boolean mayBeEmpty(HttpServletRequest request) {
    return false;
  }

  /** Returns the status of a refusal. */
  default int status(AdkException refused) {
    return AdkProblem.status(refused);
  }

  /** Returns a refusal as the protocol has it; a problem detail by default. */
  default Refusal refusal(AdkException refused, int status) {
    return new Refusal(AdkProblem.MEDIA_TYPE, Json.write(AdkProblem.of(refused, status)));
  }

  /**
   * A refusal in the form of a protocol.
   *
   * @param headers beside those that all refusals have
   */
  record Refusal(String contentType, String body, Map<String, String> headers) {

    public Refusal {
      headers = Map.copyOf(headers);
    }

    public Refusal(String contentType, String body) {
      this(contentType, body, Map.of());
    }
  }
}
