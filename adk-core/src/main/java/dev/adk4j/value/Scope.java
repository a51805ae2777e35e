package dev.adk4j.value;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import org.jspecify.annotations.Nullable;

/**
 * Names the owner of a turn's data. Resolved once on the server side at the start of a turn and
 * immutable from then on; never taken from a model's output or a tool's arguments.
 *
 * @param tenant never empty; {@link #DEFAULT_TENANT} in an application with one tenant
 * @param subject the person or system that the agent works for; may be absent
 * @param conversation the turn's conversation; if absent, no record of a conversation can be stored
 * @since 0.1.0
 */
public record Scope(String tenant, @Nullable String subject, @Nullable String conversation) {

  public static final String DEFAULT_TENANT = "default";

  private static final String WITHIN = "/~";
  private static final int ID_LENGTH = 36;

  /** The default tenant with neither subject nor conversation. */
  public static final Scope DEFAULT = new Scope(DEFAULT_TENANT, null, null);

  public Scope {
    new Violations()
        .requiredText(tenant, "$.tenant")
        .optionalText(subject, "$.subject")
        .optionalText(conversation, "$.conversation")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  public static Scope of(String tenant, @Nullable String subject, @Nullable String conversation) {
    return new Scope(tenant, subject, conversation);
  }

  /** Returns a conversation of the default tenant, without a subject. */
  public static Scope conversation(String conversation) {
    return new Scope(DEFAULT_TENANT, null, conversation);
  }

  public Scope withTenant(String tenant) {
    return new Scope(tenant, subject, conversation);
  }

  public Scope withSubject(@Nullable String subject) {
    return new Scope(tenant, subject, conversation);
  }

  public Scope withConversation(@Nullable String conversation) {
    return new Scope(tenant, subject, conversation);
  }

  /**
   * Returns the conversation of a turn that a tool runs within a turn of this conversation: its key
   * is the key of the outermost conversation followed by the id. Erasures and charges for this
   * conversation include the nested ones.
   *
   * @param id of the call, in the form of the library's ids
   */
  public Scope within(String id) {
    return withConversation(outermost().requireConversation() + WITHIN + id);
  }

  /** Returns the conversation that this one is {@linkplain #within within}, or this one. */
  public Scope outermost() {
    int at = conversation == null ? 0 : conversation.length() - WITHIN.length() - ID_LENGTH;
    return conversation != null && at > 0 && conversation.startsWith(WITHIN, at)
        ? withConversation(conversation.substring(0, at))
        : this;
  }

  /** Returns the conversation; throws {@code E_STORAGE_SCOPE_MISSING} if there is none. */
  public String requireConversation() {
    return require(conversation, "conversation");
  }

  /** Returns the subject; throws {@code E_STORAGE_SCOPE_MISSING} if there is none. */
  public String requireSubject() {
    return require(subject, "subject");
  }

  private static String require(@Nullable String part, String name) {
    if (part == null) {
      throw AdkException.saying(
          AdkErrorCode.E_STORAGE_SCOPE_MISSING,
          "The turn's scope has no %s; give RawTurnContext.scope(Scope.of(tenant, subject,"
              + " conversation)) or declare a ScopeResolver.",
          name);
    }
    return part;
  }
}
