package dev.adk4j.prompt.budget;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.adk4j.loop.AgentContext;
import java.util.Locale;

/** Owner of the usage that a limit counts. */
public enum BudgetLevel {
  /** One turn with all its dispatches; kept in this process only. */
  TURN,
  /** A conversation of a tenant; the turn's scope must name one. */
  CONVERSATION,
  /** A subject of a tenant; the turn's scope must name one. */
  SUBJECT,
  /** A whole tenant. */
  TENANT;

  /** Returns the name in messages and stored records. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the key of the account; fails with {@code E_STORAGE_SCOPE_MISSING} if the scope lacks
   * it.
   */
  String keyOf(AgentContext ctx) {
    return switch (this) {
      case TURN -> ctx.turnId();
      case CONVERSATION -> ctx.scope().requireConversation();
      case SUBJECT -> ctx.scope().requireSubject();
      case TENANT -> "";
    };
  }
}
