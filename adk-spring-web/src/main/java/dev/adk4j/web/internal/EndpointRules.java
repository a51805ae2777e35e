package dev.adk4j.web.internal;

import dev.adk4j.error.AdkException;
import dev.adk4j.value.Json;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;

/**
 * Defines how the {@link EndpointGuard} responds on a path, which may belong to another protocol.
 */
public interface EndpointRules {

  /** Rules of the library's own endpoints: problem details, for clients that accept JSON. */
  EndpointRules OWN =
      new EndpointRules() {
        @Override
        public boolean isJson() {
          return true;
        }
      };

  /** Returns true if a client must accept JSON because all responses are JSON. */
  default boolean isJson() {
    return false;
  }

  /** Returns true if the request needs no authenticated caller. */
  default boolean isPublic(HttpServletRequest request) {
    return false;
  }

  /** Returns true if the request may come without a body, which is then not read. */
  default boolean mayBeEmpty(HttpServletRequest request) {
    return false;
  }

  /** Returns the status of a rejection. */
  default int status(AdkException refused) {
    return AdkProblem.status(refused);
  }

  /** Returns a rejection in the form of the protocol; a problem detail by default. */
  default Refusal refusal(AdkException refused, int status) {
    return new Refusal(AdkProblem.MEDIA_TYPE, Json.write(AdkProblem.of(refused, status)));
  }

  /**
   * A rejection in the form of a protocol.
   *
   * @param headers headers in addition to those of all rejections
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
