package dev.adk4j.web.internal.protocol;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateActor;
import dev.adk4j.value.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Caller of a request.
 *
 * @param owner tenant and subject of their conversations
 * @param actor who decides on gates; null for nobody who is authenticated
 */
public record ProtocolCaller(Scope owner, @Nullable GateActor actor) {

  private static final int LONGEST = 200;

  /**
   * Returns the conversation of this caller that goes by an id that a client chose. An id of
   * somebody else's is just another conversation of this caller.
   */
  public Conversation conversation(AgentClient agent, @Nullable String id) {
    new Violations()
        .check(
            id != null && !id.isBlank() && id.length() <= LONGEST,
            "$.id",
            "length",
            "must have 1 to " + LONGEST + " characters")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    String named = String.valueOf(id);
    // Without a subject before it, an id with a slash would be the key of somebody's conversation.
    return agent.conversation(
        owner, owner.subject() == null ? named.replace("%", "%25").replace("/", "%2F") : named);
  }

  /** Returns the caller as who gives something up, also if nobody is authenticated. */
  public GateActor actor(String channel) {
    return actor != null
        ? actor
        : GateActor.of(owner.subject(), owner.tenant(), List.of(), channel);
  }

  /** Returns a key of something of this caller, as what they sent is for {@link ProtocolTurns}. */
  public String key(String... parts) {
    String subject = owner.subject() == null ? "" : "/" + owner.subject();
    return owner.tenant() + "\n" + subject + "\n" + String.join("\n", parts);
  }

  /** Returns a key of something of this caller in the conversation. */
  public String key(Conversation conversation, String... parts) {
    return key(conversation.scope().requireConversation(), String.join("\n", parts));
  }
}
