package dev.adk4j.web.internal.protocol;

import dev.adk4j.client.AgentClient;
import dev.adk4j.client.Conversation;
import dev.adk4j.error.Violations;
import dev.adk4j.gate.GateActor;
import dev.adk4j.value.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Caller of a request.
 *
 * @param owner tenant and subject of their conversations
 * @param actor actor who decides on gates; null if the caller is not authenticated
 */
public record ProtocolCaller(Scope owner, @Nullable GateActor actor) {

  private static final int LONGEST = 200;

  /**
   * Returns the caller's conversation with the id that a client chose. Another caller's id names a
   * different conversation of this caller.
   */
  public Conversation conversation(AgentClient agent, @Nullable String id) {
    Violations.require(
        id != null && !id.isBlank() && id.length() <= LONGEST,
        "$.id",
        "length",
        "must have 1 to " + LONGEST + " characters");
    String named = String.valueOf(id);
    // Without a subject before it, an id with a slash could be the key of another caller's
    // conversation.
    return agent.conversation(
        owner, owner.subject() == null ? named.replace("%", "%25").replace("/", "%2F") : named);
  }

  /** Returns the caller as the actor of a cancellation, even if not authenticated. */
  public GateActor actor(String channel) {
    return actor != null
        ? actor
        : GateActor.of(owner.subject(), owner.tenant(), List.of(), channel);
  }

  /**
   * Returns a key in the caller's namespace, such as that of a message for {@link ProtocolTurns}.
   */
  public String key(String... parts) {
    String subject = owner.subject() == null ? "" : "/" + owner.subject();
    return owner.tenant() + "\n" + subject + "\n" + String.join("\n", parts);
  }

  /** Returns a key in the namespace of the caller and the conversation. */
  public String key(Conversation conversation, String... parts) {
    return key(conversation.scope().requireConversation(), String.join("\n", parts));
  }
}
