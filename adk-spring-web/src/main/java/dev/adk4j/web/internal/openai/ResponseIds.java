package dev.adk4j.web.internal.openai;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.adk4j.error.AdkException;
import dev.adk4j.web.internal.SealedCursors;
import dev.adk4j.web.internal.protocol.ProtocolCaller;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ids of responses. An id contains the conversation, sealed for the caller, so that no lookup is
 * needed and ids of other callers are invalid. The id of a background response is not sealed, since
 * its turn is looked up among those of the caller.
 */
final class ResponseIds {

  private static final String PREFIX = "resp_";
  private static final String BACKGROUND = PREFIX + "b.";

  private final SealedCursors cursors;

  ResponseIds(SealedCursors cursors) {
    this.cursors = cursors;
  }

  /**
   * Content of the id of a background response: a run of a durable turn.
   *
   * @param gate decided gate after which the run began; empty for the first run
   */
  record Name(String turnId, String gate, String model, String conversation) {

    String id() {
      byte[] text = String.join("\n", turnId, gate, model, conversation).getBytes(UTF_8);
      return BACKGROUND + Base64.getUrlEncoder().withoutPadding().encodeToString(text);
    }

    /** Returns the content of the id; empty if it is no id of a background response. */
    static Optional<Name> of(String id) {
      try {
        String content = id.startsWith(BACKGROUND) ? id.substring(BACKGROUND.length()) : "";
        String[] part = new String(Base64.getUrlDecoder().decode(content), UTF_8).split("\n", 4);
        return Optional.of(new Name(part[0], part[1], part[2], part[3]));
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        return Optional.empty();
      }
    }
  }

  String of(ProtocolCaller caller, String conversation, String turnId) {
    return PREFIX + cursors.seal(turnId + " " + conversation, owner(caller));
  }

  /** Returns the conversation of a response of this caller; empty for an unknown id. */
  Optional<String> conversation(ProtocolCaller caller, String response) {
    if (response.startsWith(PREFIX)) {
      try {
        String sealed = cursors.open(response.substring(PREFIX.length()), owner(caller));
        if (sealed != null) {
          return Optional.of(sealed.substring(sealed.indexOf(' ') + 1));
        }
      } catch (AdkException foreign) {
        // same error as for an unknown id
      }
    }
    return Optional.empty();
  }

  private static @Nullable Object[] owner(ProtocolCaller caller) {
    return new @Nullable Object[] {"openai", caller.owner().tenant(), caller.owner().subject()};
  }
}
