package dev.adk4j.prompt.budget;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.FatalErrors;
import dev.adk4j.error.Violations;
import dev.adk4j.event.GenerationStats;
import dev.adk4j.loop.DispatchContext;
import dev.adk4j.loop.DispatchMiddleware;
import dev.adk4j.loop.Next;
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
 * Charges every generation to its turn, conversation, subject and tenant, and starts none where one
 * of their limits is reached; belongs first into the dispatch input pipeline. Looks before each
 * generation: what is running goes on, so a limit is passed by as much as the generations cost that
 * had been started before. Thread-safe.
 *
 * <p>A generation that says nothing of its tokens, or whose model has no price where cost is
 * limited, cannot be charged: then the dispatch ends with {@code E_BUDGET_UNMETERED}, unless that
 * is allowed. A charge that the ledger refused is kept and tried again before the next generation
 * of any turn; until it succeeds, none is started.
 */
public final class Budget implements DispatchMiddleware {

  private static final Logger log = LoggerFactory.getLogger(Budget.class);

  private static final String UNMETERED = "adk_budget_unmetered";

  private final List<BudgetLimit> limits;
  private final PriceTable prices;
  private final BudgetLedger ledger;
  private final BudgetStop stop;
  private final boolean allowUnmetered;
  private final BiConsumer<DispatchContext, AdkException> onStop;
  private final TurnAccounts turns = new TurnAccounts();
  private final Queue<Charge> unwritten = new ConcurrentLinkedQueue<>();

  private Budget(Builder builder) {
    this.limits = List.copyOf(builder.limits);
    this.prices = builder.prices;
    this.ledger = builder.ledger;
    this.stop = builder.stop;
    this.allowUnmetered = builder.allowUnmetered;
    this.onStop = builder.onStop;
  }

  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void handle(DispatchContext ctx, Next next) {
    if (ctx.iteration() == 0) {
      ctx.onGenerationStats(stats -> charge(ctx, stats));
    }
    AdkException refusal = refusal(ctx);
    if (refusal == null) {
      next.proceed();
      return;
    }
    boolean exceeded = refusal.errorCode() == AdkErrorCode.E_BUDGET_EXCEEDED;
    if (exceeded) {
      onStop.accept(ctx, refusal);
    }
    if (exceeded && stop == BudgetStop.ACK) {
      ctx.ack();
    } else {
      ctx.nack(refusal);
    }
  }

  private @Nullable AdkException refusal(DispatchContext ctx) {
    if (ctx.stash().has(UNMETERED) && !allowUnmetered) {
      return new AdkException(
          AdkErrorCode.E_BUDGET_UNMETERED, String.valueOf(ctx.stash().get(UNMETERED)));
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
          AdkErrorCode.E_STORAGE_UNAVAILABLE, "The ledger of budgets did not answer.", e);
    }
  }

  private BudgetUsage usage(BudgetAccount account) throws Exception {
    return account.level() == BudgetLevel.TURN ? turns.usage(account.key()) : ledger.usage(account);
  }

  private static AdkException exceeded(BudgetLimit limit, String reason) {
    return AdkException.of(AdkErrorCode.E_BUDGET_EXCEEDED)
        .message(reason)
        .args(limit.level().wire(), limit.period().name())
        .build();
  }

  /** Never throws: it is called in the middle of an executor's work. */
  private void charge(DispatchContext ctx, GenerationStats stats) {
    BudgetUsage usage = usage(ctx, stats);
    turns.charge(ctx.turnId(), usage);
    try {
      List<BudgetAccount> accounts =
          limits.stream()
              .filter(limit -> limit.level() != BudgetLevel.TURN)
              .map(limit -> limit.account(ctx))
              .distinct()
              .toList();
      if (!accounts.isEmpty()) {
        write(new Charge(accounts, usage));
      }
    } catch (AdkException e) {
      // The scope lacks what a limit is about: the dispatch was refused for it already.
      log.error("A generation could not be charged to a budget.", e);
    }
  }

  private void write(Charge charge) {
    try {
      ledger.charge(charge.accounts(), charge.usage());
    } catch (Throwable e) {
      unwritten.add(charge);
      FatalErrors.rethrow(e);
      log.error("The ledger of budgets refused a charge; it is tried again.", e);
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

  private BudgetUsage usage(DispatchContext ctx, GenerationStats stats) {
    Long tokens = stats.countedTokens();
    if (tokens == null) {
      unmetered(ctx, "A generation was reported without its number of tokens.");
      return new BudgetUsage(1, 0, BigDecimal.ZERO);
    }
    Optional<BigDecimal> cost = prices.costOf(stats);
    if (cost.isEmpty() && limits.stream().anyMatch(limit -> limit.cost() != null)) {
      unmetered(
          ctx, "The model '" + stats.model() + "' has no price, or its tokens were not split.");
    }
    return new BudgetUsage(1, tokens, cost.orElse(BigDecimal.ZERO));
  }

  private void unmetered(DispatchContext ctx, String reason) {
    log.warn("{}", reason);
    ctx.stash().set(UNMETERED, reason);
  }

  private record Charge(List<BudgetAccount> accounts, BudgetUsage usage) {}

  /** Builds a {@link Budget}. */
  public static final class Builder {

    private final List<BudgetLimit> limits = new ArrayList<>();
    private PriceTable prices = PriceTable.EMPTY;
    private BudgetLedger ledger = new InMemoryBudgetLedger();
    private BudgetStop stop = BudgetStop.NACK;
    private boolean allowUnmetered;
    private BiConsumer<DispatchContext, AdkException> onStop = (ctx, reason) -> {};

    private Builder() {}

    public Builder limit(BudgetLimit limit) {
      limits.add(limit);
      return this;
    }

    /** Needed where cost is limited. */
    public Builder prices(PriceTable prices) {
      this.prices = prices;
      return this;
    }

    /** In memory by default. */
    public Builder ledger(BudgetLedger ledger) {
      this.ledger = ledger;
      return this;
    }

    /** {@link BudgetStop#NACK} by default. */
    public Builder stop(BudgetStop stop) {
      this.stop = stop;
      return this;
    }

    /** Lets generations pass that cannot be charged; false by default. */
    public Builder allowUnmetered(boolean allowUnmetered) {
      this.allowUnmetered = allowUnmetered;
      return this;
    }

    /** Told why a dispatch is stopped, before it is; may store a message that says so. */
    public Builder onStop(BiConsumer<DispatchContext, AdkException> onStop) {
      this.onStop = onStop;
      return this;
    }

    /**
     * @throws AdkException {@code VALIDATION_EXCEPTION} without a limit, and where cost is limited
     *     without prices
     */
    public Budget build() {
      Violations violations =
          new Violations()
              .noNulls(limits, "$.limits")
              .check(!limits.isEmpty(), "$.limits", "empty", "must hold at least one limit")
              .required(prices, "$.prices")
              .required(ledger, "$.ledger")
              .required(stop, "$.stop")
              .required(onStop, "$.onStop");
      if (violations.isEmpty()) {
        violations.check(
            prices != PriceTable.EMPTY || limits.stream().allMatch(limit -> limit.cost() == null),
            "$.prices",
            "required",
            "is required where cost is limited");
      }
      violations.throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new Budget(this);
    }
  }
}
