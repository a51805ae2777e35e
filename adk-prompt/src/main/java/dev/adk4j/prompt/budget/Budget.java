package dev.adk4j.prompt.budget;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
import dev.adk4j.prompt.LlmErrorCode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Charges every generation to its turn, conversation, subject and tenant, and starts no generation
 * if one of their limits is reached. Place it first in the dispatch input pipeline. Checks before
 * each generation only, so running generations may exceed a limit by their own cost. Thread-safe.
 *
 * <p>A generation without token counts cannot be charged, and neither can one whose model has no
 * price if cost is limited. The dispatch then ends with {@code E_BUDGET_UNMETERED}, unless
 * unmetered generations are allowed. A charge that the ledger rejects is kept and repeated before
 * the next generation of any turn; no generation starts until it succeeds.
 *
 * @since 0.1.0
 */
public final class Budget implements DispatchMiddleware {

  private static final Logger log = LoggerFactory.getLogger(Budget.class);

  /** Far more than the number of concurrent turns. */
  private static final int MOST_TURNS = 10_000;

  private static final String UNMETERED = "adk_budget_unmetered";

  private final List<BudgetLimit> limits;
  private final PriceTable prices;
  private final BudgetLedger ledger;
  private final Stop stop;
  private final boolean allowUnmetered;
  private final BiConsumer<DispatchContext, AdkException> onStop;
  private final InMemoryBudgetLedger turns = new InMemoryBudgetLedger(MOST_TURNS);
  private final Queue<Charge> unwritten = new ConcurrentLinkedQueue<>();

  private Budget(Builder builder) {
    this.limits = List.copyOf(builder.limits);
    this.prices = builder.prices;
    this.ledger = builder.ledger;
    this.stop = builder.stop;
    this.allowUnmetered = builder.allowUnmetered;
    this.onStop = builder.onStop;
  }

  /** Returns a builder. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void handle(DispatchContext ctx, Next next) {
    if (ctx.isFirstIteration()) {
      ctx.onGenerationStats(stats -> charge(ctx, stats));
    }
    AdkException refusal = refusal(ctx);
    if (refusal == null) {
      next.proceed();
      return;
    }
    boolean exceeded = refusal.errorCode() == LlmErrorCode.E_BUDGET_EXCEEDED;
    if (exceeded) {
      onStop.accept(ctx, refusal);
    }
    if (exceeded && stop == Stop.ACK) {
      ctx.ack();
    } else {
      ctx.nack(refusal);
    }
  }

  private @Nullable AdkException refusal(DispatchContext ctx) {
    if (ctx.stash().has(UNMETERED) && !allowUnmetered) {
      return new AdkException(
          LlmErrorCode.E_BUDGET_UNMETERED, String.valueOf(ctx.stash().get(UNMETERED)));
    }
    try {
      writeAgain();
      for (BudgetLimit limit : limits) {
        String reason = limit.exceeded(usage(limit.account(ctx)));
        if (reason != null) {
          return exceeded(limit, reason);
        }
      }
      return null;
    } catch (AdkException e) {
      return e;
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      return new AdkException(
          AdkErrorCode.E_STORAGE_UNAVAILABLE, "The ledger of budgets did not respond.", e);
    }
  }

  private BudgetLedger.Usage usage(BudgetLedger.Account account) throws Exception {
    return (account.level() == BudgetLimit.Level.TURN ? turns : ledger).usage(account);
  }

  private static AdkException exceeded(BudgetLimit limit, String reason) {
    return AdkException.of(LlmErrorCode.E_BUDGET_EXCEEDED)
        .message(reason)
        .args(limit.level().wire(), limit.period().name())
        .build();
  }

  /** Never throws, since the executor calls it during its work. */
  private void charge(DispatchContext ctx, GenerationStats stats) {
    BudgetLedger.Usage usage = usage(ctx, stats);
    turns.charge(accounts(ctx, true), usage);
    try {
      List<BudgetLedger.Account> accounts = accounts(ctx, false);
      if (!accounts.isEmpty()) {
        write(new Charge(accounts, usage));
      }
    } catch (AdkException e) {
      // The scope lacks the limit's owner: the dispatch was already refused for this.
      log.error("A generation could not be charged to a budget.", e);
    }
  }

  private List<BudgetLedger.Account> accounts(DispatchContext ctx, boolean ofTheTurn) {
    return limits.stream()
        .filter(limit -> (limit.level() == BudgetLimit.Level.TURN) == ofTheTurn)
        .map(limit -> limit.account(ctx))
        .distinct()
        .toList();
  }

  private void write(Charge charge) {
    try {
      ledger.charge(charge.accounts(), charge.usage());
    } catch (Throwable e) {
      unwritten.add(charge);
      FatalErrors.rethrow(e);
      log.error("The ledger of budgets rejected a charge; it will be retried.", e);
    }
  }

  private void writeAgain() throws Exception {
    for (Charge charge = unwritten.poll(); charge != null; charge = unwritten.poll()) {
      try {
        ledger.charge(charge.accounts(), charge.usage());
      } catch (Throwable e) {
        unwritten.add(charge);
        throw e;
      }
    }
  }

  private BudgetLedger.Usage usage(DispatchContext ctx, GenerationStats stats) {
    Long tokens = stats.countedTokens();
    if (tokens == null) {
      unmetered(ctx, "A generation was reported without token counts.");
      return new BudgetLedger.Usage(1, 0, BigDecimal.ZERO);
    }
    Optional<BigDecimal> cost = prices.costOf(stats);
    if (cost.isEmpty() && limits.stream().anyMatch(limit -> limit.cost() != null)) {
      unmetered(
          ctx, "The model '" + stats.model() + "' has no price, or its tokens were not split.");
    }
    return new BudgetLedger.Usage(1, tokens, cost.orElse(BigDecimal.ZERO));
  }

  private void unmetered(DispatchContext ctx, String reason) {
    log.warn("{}", reason);
    ctx.stash().set(UNMETERED, reason);
  }

  private record Charge(List<BudgetLedger.Account> accounts, BudgetLedger.Usage usage) {}

  /** Builds a {@link Budget}. */
  public static final class Builder {

    private final List<BudgetLimit> limits = new ArrayList<>();
    private PriceTable prices = PriceTable.EMPTY;
    private BudgetLedger ledger = new InMemoryBudgetLedger();
    private Stop stop = Stop.NACK;
    private boolean allowUnmetered;
    private BiConsumer<DispatchContext, AdkException> onStop = (ctx, reason) -> {};

    private Builder() {}

    /** Adds a limit. */
    public Builder limit(BudgetLimit limit) {
      limits.add(limit);
      return this;
    }

    /** Sets the prices; required if cost is limited. */
    public Builder prices(PriceTable prices) {
      this.prices = prices;
      return this;
    }

    /** Sets the ledger; default in memory. */
    public Builder ledger(BudgetLedger ledger) {
      this.ledger = ledger;
      return this;
    }

    /** Sets how a dispatch ends whose budget is exhausted; default {@link Stop#NACK}. */
    public Builder stop(Stop stop) {
      this.stop = stop;
      return this;
    }

    /** Allows generations that cannot be charged; default false. */
    public Builder allowUnmetered(boolean allowUnmetered) {
      this.allowUnmetered = allowUnmetered;
      return this;
    }

    /** Sets a listener that runs before a dispatch is stopped; it may store a message. */
    public Builder onStop(BiConsumer<DispatchContext, AdkException> onStop) {
      this.onStop = onStop;
      return this;
    }

    /**
     * @throws AdkException {@code VALIDATION_EXCEPTION} without a limit, and if cost is limited
     *     without prices
     */
    public Budget build() {
      Violations violations =
          new Violations()
              .noNulls(limits, "$.limits")
              .check(!limits.isEmpty(), "$.limits", "empty", "must contain at least one limit")
              .required(prices, "$.prices")
              .required(ledger, "$.ledger")
              .required(stop, "$.stop")
              .required(onStop, "$.onStop");
      if (violations.isEmpty()) {
        violations.check(
            prices != PriceTable.EMPTY || limits.stream().allMatch(limit -> limit.cost() == null),
            "$.prices",
            "required",
            "is required if cost is limited");
      }
      violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new Budget(this);
    }
  }

  /** How a dispatch ends whose budget is exhausted. */
  public enum Stop {
    /** Fails the dispatch with {@code E_BUDGET_EXCEEDED}. */
    NACK,
    /** Ends the dispatch successfully; its work so far is stored. */
    ACK
  }
}
