package dev.adk4j.gate;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.FatalErrors;
import dev.adk4j.internal.SafeClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gate somebody waits for. The first settlement wins; it is announced once, by whoever settled
 * it, or by the waiter where it was settled while its opening was still being announced, so that no
 * listener hears of the end before the beginning.
 */
final class OpenGate implements TurnGate {

  private static final Logger log = LoggerFactory.getLogger(OpenGate.class);

  private final String id;
  private final String turnId;
  private final GateRequest<?> request;
  private final Instant createdAt;
  private final InstantSource clock;
  private final GateListener listener;
  private final GateLink link;
  private final AtomicReference<@Nullable Settlement> settlement = new AtomicReference<>();
  private final AtomicBoolean announced = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean opened;
  private volatile @Nullable Subscription timer;
  private volatile @Nullable Subscription abortLink;

  OpenGate(
      String turnId,
      GateRequest<?> request,
      InstantSource clock,
      GateListener listener,
      GateLink link) {
    this.id = Objects.requireNonNull(request.id());
    this.turnId = turnId;
    this.request = request;
    this.clock = SafeClock.of(clock);
    this.createdAt = request.createdAt().orElseGet(this.clock::instant);
    this.listener = listener;
    this.link = link;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public String turnId() {
    return turnId;
  }

  @Override
  public String reason() {
    return Objects.requireNonNull(request.reason());
  }

  @Override
  public @Nullable Object payload() {
    return request.payload();
  }

  @Override
  public Instant createdAt() {
    return createdAt;
  }

  @Override
  public boolean isSettled() {
    return settlement.get() != null;
  }

  @Override
  public void resolve(@Nullable Object value) {
    if (isSettled()) {
      return;
    }
    Object accepted;
    try {
      accepted = checked(value);
    } catch (AdkException e) {
      link.invalid(value, e);
      throw e;
    }
    if (link.claim(GateDecisionKind.RESOLVE, value, accepted, null)) {
      settle(accepted, null);
    }
  }

  @Override
  public void reject(Throwable error) {
    if (error == null) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
          "The gate '"
              + id
              + "' cannot be rejected with null; give the exception its waiter is to throw.");
    }
    if (!isSettled() && link.claim(GateDecisionKind.REJECT, null, null, error)) {
      settle(null, error);
    }
  }

  @Override
  public void abort() {
    AdkException aborted = aborted("", null);
    if (!isSettled() && link.claim(GateDecisionKind.ABORT, null, null, aborted)) {
      settle(null, aborted);
    }
  }

  @Override
  public Optional<String> ref() {
    return Optional.ofNullable(link.ref());
  }

  /** Opens the gate and waits; null only where the value is. */
  @Nullable Object await(AbortSignal turn) throws Exception {
    try {
      tell(() -> listener.opened(this));
      if (!isSettled()) {
        abortLink = turn.onAbort(this::turnAborted);
        request
            .timeout()
            .ifPresent(timeout -> timer = GateTimer.after(timeout, () -> timedOut(timeout)));
      }
    } catch (VirtualMachineError e) {
      settle(null, e); // nobody is left to wait for it
    }
    opened = true;
    if (isSettled()) {
      announce();
    }
    Settlement end = awaitClosed();
    link.ended(end);
    if (end.error() != null) {
      throw OpenGate.<Exception>thrown(end.error());
    }
    request.onDecision().ifPresent(told -> told.accept(link.receipt(this, end)));
    return end.value();
  }

  GateRequest<?> request() {
    return request;
  }

  /** What the waiter gets for the value, or {@code E_INVALID_TURN_GATE_RESOLUTION}. */
  @Nullable Object checked(@Nullable Object value) {
    GateSchema<?> schema = request.schema().orElse(null);
    if (schema == null) {
      return value;
    }
    try {
      return schema.validate(value);
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new AdkException(
          AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
          "The value does not fit the schema of gate '"
              + id
              + "', which is still open: "
              + e.getMessage(),
          e);
    }
  }

  private void turnAborted(@Nullable Object reason) {
    settle(null, aborted(" because its turn was aborted or has ended", reason));
  }

  private void timedOut(Duration timeout) {
    if (link.timedOut()) {
      timeOut(timeout);
    }
  }

  void timeOut(Duration timeout) {
    settle(
        null,
        AdkException.of(AdkErrorCode.E_TURN_GATE_TIMEOUT)
            .message("The gate '" + id + "' was not settled within " + timeout.toMillis() + " ms.")
            .args(id)
            .build());
  }

  AdkException aborted(String why, @Nullable Object reason) {
    return AdkException.of(AdkErrorCode.E_TURN_GATE_ABORTED)
        .message("The gate '" + id + "' was aborted" + why + ".")
        .cause(reason instanceof Throwable cause ? cause : null)
        .args(id)
        .build();
  }

  /** The first one wins; what stands behind the gate was asked before. */
  void settle(@Nullable Object value, @Nullable Throwable error) {
    if (isSettled()) {
      return;
    }
    VirtualMachineError fatal = null;
    Instant now;
    try {
      now = clock.instant();
    } catch (VirtualMachineError e) {
      fatal = e; // passes when the waiter has been let go
      now = Instant.now();
    }
    if (settlement.compareAndSet(null, new Settlement(value, error, now)) && opened) {
      announce();
    }
    if (fatal != null) {
      throw fatal;
    }
  }

  private void announce() {
    if (!announced.compareAndSet(false, true)) {
      return;
    }
    try {
      release(timer);
      release(abortLink);
      Settlement end = Objects.requireNonNull(settlement.get());
      tell(() -> listener.closed(id, end.result(), end.at()));
    } finally {
      closed.countDown();
    }
  }

  private void tell(Runnable event) {
    try {
      event.run();
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.error("The listener of gate {} failed; the gate goes on.", id, e);
    }
  }

  private static void release(@Nullable Subscription subscription) {
    if (subscription != null) {
      subscription.close();
    }
  }

  /**
   * An interrupt settles the gate; whoever settles it first, its end has been announced when this
   * returns.
   */
  private Settlement awaitClosed() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          closed.await();
          return Objects.requireNonNull(settlement.get());
        } catch (InterruptedException e) {
          interrupted = true;
          settle(null, aborted(" because its waiting thread was interrupted", e));
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Lets any throwable through: a gate may be rejected with whatever the waiter is to throw. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E thrown(Throwable error) throws E {
    throw (E) error;
  }
}
