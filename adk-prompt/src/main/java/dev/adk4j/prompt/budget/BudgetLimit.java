package dev.adk4j.prompt.budget;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.Violations;
import dev.adk4j.loop.AgentContext;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Limit of usage from which no generation is started.
 *
 * @param tokens null for no limit
 * @param cost in the currency of the price table; null for no limit
 * @since 0.1.0
 */
public record BudgetLimit(
    BudgetLevel level, BudgetPeriod period, @Nullable Long tokens, @Nullable BigDecimal cost) {

  public BudgetLimit {
    new Violations()
        .required(level, "$.level")
        .required(period, "$.period")
        .check(tokens != null || cost != null, "$", "empty", "must limit tokens or cost")
        .check(tokens == null || tokens > 0, "$.tokens", "range", "must be more than 0")
        .check(cost == null || cost.signum() > 0, "$.cost", "range", "must be more than 0")
        .check(
            level != BudgetLevel.TURN || period == BudgetPeriod.ALWAYS,
            "$.period",
            "range",
            "must be ALWAYS for a turn")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
  }

  public static BudgetLimit tokens(BudgetLevel level, long tokens) {
    return new BudgetLimit(level, BudgetPeriod.ALWAYS, tokens, null);
  }

  public static BudgetLimit cost(BudgetLevel level, String cost) {
    return new BudgetLimit(level, BudgetPeriod.ALWAYS, null, new BigDecimal(cost));
  }

  /** Returns this limit with another period. */
  public BudgetLimit per(BudgetPeriod period) {
    return new BudgetLimit(level, period, tokens, cost);
  }

  BudgetAccount account(AgentContext ctx) {
    return new BudgetAccount(
        level, ctx.scope().tenant(), level.keyOf(ctx), period.labelAt(ctx.clock().instant()));
  }

  /** Returns a message if the limit is reached, otherwise null. */
  @Nullable String exceeded(BudgetUsage usage) {
    if (tokens != null && usage.tokens() >= tokens) {
      return words(tokens + " tokens", usage.tokens() + " tokens");
    }
    if (cost != null && usage.cost().compareTo(cost) >= 0) {
      return words("cost " + cost.toPlainString(), usage.cost().toPlainString());
    }
    return null;
  }

  private String words(String limit, String used) {
    return "The budget of the "
        + level.wire()
        + " is used up: "
        + limit
        + " "
        + period.words()
        + " are allowed, "
        + used
        + " were used.";
  }
}
