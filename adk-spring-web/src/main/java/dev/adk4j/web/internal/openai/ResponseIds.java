package dev.adk4j.web.internal.openai;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.internal.SealedCursors;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import dev.adk4j.web.internal.protocol.StoredRun;
import org.jspecify.annotations.Nullable;

/**
 * Ids of responses. An id contains the conversation, sealed for the caller, so that no lookup is
 * needed and ids of other callers are invalid. The id of a background response is not sealed, since
 * its turn is looked up among those of the caller.
 */
record ResponseIds(SealedCursors cursors) {

  private static final String PREFIX = "resp_";
  private static final String BACKGROUND = PREFIX + "b.";

  static String of(StoredRun.Name background) {
    return BACKGROUND + background.key();
  }

  /** Returns the name of a background response; null for any other id. */
  static StoredRun.@Nullable Name background(String response) {
    return response.startsWith(BACKGROUND)
        ? StoredRun.Name.of(response.substring(BACKGROUND.length()))
        : null;
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
    throw OpenAiErrors.unknown("previous_response");
  }

  private static @Nullable Object[] owner(ProtocolCaller caller) {
    return new @Nullable Object[] {"openai", caller.owner().tenant(), caller.owner().subject()};
  }
}
