package dev.adk4j.prompt.budget;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.AgentContext;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Limit of usage at which no further generation starts.
 *
 * @param tokens null for no limit
 * @param cost in the currency of the price table; null for no limit
 * @since 0.1.0
 */
public record BudgetLimit(
    Level level, Period period, @Nullable Long tokens, @Nullable BigDecimal cost) {

  public BudgetLimit {
    new Violations()
        .required(level, "$.level")
        .required(period, "$.period")
        .check(tokens != null || cost != null, "$", "empty", "must limit tokens or cost")
        .check(tokens == null || tokens > 0, "$.tokens", "range", "must be more than 0")
        .check(cost == null || cost.signum() > 0, "$.cost", "range", "must be more than 0")
        .check(
            level != Level.TURN || period == Period.ALWAYS,
            "$.period",
            "range",
            "must be ALWAYS for a turn")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  public static BudgetLimit tokens(Level level, long tokens) {
    return new BudgetLimit(level, Period.ALWAYS, tokens, null);
  }

  public static BudgetLimit cost(Level level, String cost) {
    return new BudgetLimit(level, Period.ALWAYS, null, new BigDecimal(cost));
  }

  /** Returns this limit with another period. */
  public BudgetLimit per(Period period) {
    return new BudgetLimit(level, period, tokens, cost);
  }

  BudgetLedger.Account account(AgentContext ctx) {
    return new BudgetLedger.Account(
        level, ctx.scope().tenant(), level.keyOf(ctx), period.labelAt(ctx.clock().instant()));
  }

  /** Returns a message if the limit is reached, otherwise null. */
  @Nullable String exceeded(BudgetLedger.Usage usage) {
    if (tokens != null && usage.tokens() >= tokens) {
      return words(tokens + " tokens", usage.tokens() + " tokens");
    }
    if (cost != null && usage.cost().compareTo(cost) >= 0) {
      return words("cost " + cost.toPlainString(), usage.cost().toPlainString());
    }
    return null;
  }

  private String words(String limit, String used) {
    return "The budget of the %s is used up: %s %s are allowed, %s were used."
        .formatted(level.wire(), limit, period.words(), used);
  }

  /** Period after which a limit restarts; days and months are in UTC. */
  public enum Period {
    /** One period without an end. */
    ALWAYS("in all"),
    /** A day. */
    DAY("per day"),
    /** A calendar month. */
    MONTH("per month");

    private final String words;

    Period(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    /**
     * Returns the label of the period at that time: {@code 2026-11-22}, {@code 2026-11}, or empty.
     */
    public String labelAt(Instant time) {
      LocalDate day = LocalDate.ofInstant(time, ZoneOffset.UTC);
      return switch (this) {
        case ALWAYS -> "";
        case DAY -> day.toString();
        case MONTH -> day.toString().substring(0, day.toString().length() - 3);
      };
    }
  }

  /** Owner of the usage that a limit counts. */
  public enum Level {
    /**
     * One turn with all its dispatches, and the turns that its tools run; counted in this process
     * only.
     */
    TURN,
    /** A conversation of a tenant, including nested ones; the turn's scope must name one. */
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
     * Returns the key of the account; throws {@code E_STORAGE_SCOPE_MISSING} if the scope lacks it.
     */
    String keyOf(AgentContext ctx) {
      return switch (this) {
        case TURN -> ctx.outermostTurnId();
        case CONVERSATION -> ctx.scope().outermost().requireConversation();
        case SUBJECT -> ctx.scope().requireSubject();
        case TENANT -> "";
      };
    }
  }
}
