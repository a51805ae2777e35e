package dev.adk4j.web.internal.openai;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.internal.SealedCursors;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import org.jspecify.annotations.Nullable;

/**
 * Ids of responses. An id contains the conversation, sealed for the caller, so that no lookup is
 * needed and ids of other callers are invalid.
 */
final class ResponseIds {

  private static final String PREFIX = "resp_";

  private final SealedCursors cursors;

  ResponseIds(SealedCursors cursors) {
    this.cursors = cursors;
  }

  String of(ProtocolCaller caller, String conversation, String turnId) {
    return PREFIX + cursors.seal(turnId + " " + conversation, owner(caller));
  }

  /** Returns the conversation of a response of this caller. */
  String conversation(ProtocolCaller caller, String response) {
    if (response.startsWith(PREFIX)) {
      try {
        String sealed = cursors.open(response.substring(PREFIX.length()), owner(caller));
        if (sealed != null) {
          return sealed.substring(sealed.indexOf(' ') + 1);
        }
      } catch (AdkException foreign) {
        // same error as for an unknown id
      }
    }
    throw OpenAiErrors.notFound(
        "previous_response_not_found", "previous_response_id", "The response does not exist.");
  }

  private static @Nullable Object[] owner(ProtocolCaller caller) {
    return new @Nullable Object[] {"openai", caller.owner().tenant(), caller.owner().subject()};
  }
}
