package dev.adk4j.stored;

import dev.adk4j.abort.AbortSignal;
import dev.adk4j.abort.Subscription;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.ErrorCode;
import dev.adk4j.gate.GateActor;
import dev.adk4j.gate.GateListener;
import dev.adk4j.gate.GateReceipt;
import dev.adk4j.gate.GateRequest;
import dev.adk4j.gate.GateSchema;
import dev.adk4j.gate.GateState;
import dev.adk4j.gate.TurnGate;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.SafeClock;
import dev.adk4j.value.Ids;
import dev.adk4j.value.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The wait of a thread for a gate, without the gate's row. The first settlement wins and is
 * announced once: by the thread that settled the gate, or by the waiter if the gate was settled
 * while its opening was still being announced. So no listener receives the end before the
 * beginning.
 */
class GateWait implements TurnGate {

  private static final Logger log = LoggerFactory.getLogger(GateWait.class);

  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final String turnId;
  private final GateRequest<?> request;
  private final InstantSource clock;
  private final Instant createdAt;
  private final GateListener listener;
  private final AtomicReference<@Nullable Settlement> settlement = new AtomicReference<>();
  private final AtomicBoolean announced = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable Subscription timer;
  private @Nullable Subscription abortLink;
  private volatile boolean opened; // written after, and read before, the two subscriptions
  private volatile boolean left;

  GateWait(String turnId, GateRequest<?> request, InstantSource clock, GateListener listener) {
    this.turnId = turnId;
    this.request = request;
    this.clock = SafeClock.of(clock);
    this.createdAt = request.createdAt().orElseGet(this.clock::instant);
    this.listener = listener;
  }

  /** End of a gate; {@code error} is null exactly when it was resolved. */
  record Settlement(@Nullable Object value, @Nullable Throwable error, Instant at) {}

  @Override
  public final String id() {
    return Objects.requireNonNull(request.id());
  }

  @Override
  public final String turnId() {
    return turnId;
  }

  @Override
  public final String reason() {
    return Objects.requireNonNull(request.reason());
  }

  @Override
  public final @Nullable Object payload() {
    return request.payload();
  }

  @Override
  public final Instant createdAt() {
    return createdAt;
  }

  @Override
  public final Optional<Instant> deadline() {
    return request.timeout().map(createdAt::plus);
  }

  @Override
  public final Optional<JsonValue> schema() {
    return request.schema().flatMap(GateSchema::jsonSchema);
  }

  @Override
  public final Optional<String> tool() {
    return request.tool();
  }

  @Override
  public final Optional<String> checksum() {
    return request.checksum();
  }

  @Override
  public final Optional<String> toolCallId() {
    return request.toolCallId();
  }

  @Override
  public final boolean isSettled() {
    return settlement.get() != null;
  }

  @Override
  public final void resolve(@Nullable Object value) {
    if (isSettled()) {
      return;
    }
    Object accepted;
    try {
      accepted = checked(value);
    } catch (AdkException e) {
      invalid(value, e);
      throw e;
    }
    if (claim(value, accepted, null)) {
      settle(accepted, null);
    }
  }

  @Override
  public final void reject(Throwable error) {
    if (error == null) {
      throw new AdkException(
          AdkErrorCode.E_INVALID_TURN_GATE_RESOLUTION,
          "The gate '"
              + id()
              + "' cannot be rejected with null; give the exception its waiter is to throw.");
    }
    end(error);
  }

  @Override
  public final void abort() {
    end(aborted(".", null));
  }

  private void end(Throwable error) {
    if (!isSettled() && claim(null, null, error)) {
      settle(null, error);
    }
  }

  /**
   * Called before code of this process settles the gate.
   *
   * @param given the value as given, before the schema
   * @param value the value that the waiter would receive
   * @param error the error that the waiter would throw; null for a resolution
   * @return true if the code may settle the gate; false if another decision was first, which then
   *     arrives by itself
   */
  boolean claim(@Nullable Object given, @Nullable Object value, @Nullable Throwable error) {
    return true;
  }

  /** Called when the schema refused a value given by code of this process. */
  void invalid(@Nullable Object given, Throwable problem) {}

  /** Called when the timeout has elapsed. */
  void timedOut() {
    settle(null, timeout(Duration.ZERO));
  }

  /** Called on the waiter's thread, before it resumes. */
  void ended(Settlement end) {}

  /** Returns the receipt for the waiter of a resolved gate. */
  GateReceipt receipt(Settlement end) {
    AtomicBoolean started = new AtomicBoolean();
    GateActor actor = GateActor.process(GateActor.IN_PROCESS);
    return new GateReceipt(
        id(),
        new GateReceipt.Accepted(Ids.next(), actor, end.at, false, false),
        (decision, tool, digest) -> started.compareAndSet(false, true));
  }

  /**
   * Opens the gate and waits. Returns null only if the value is null.
   *
   * @param patience time after which the gate is left open; null to wait for its end
   * @throws GateLeft if the gate was left open
   */
  @Nullable Object await(AbortSignal turn, @Nullable Duration patience) throws Exception {
    try {
      tell(() -> listener.opened(this));
      if (!isSettled()) {
        abortLink =
            turn.onAbort(
                why -> settle(null, aborted(" because its turn was aborted or has ended.", why)));
        request.timeout().ifPresent(after -> timer = after(after, this::timedOut));
      }
    } catch (VirtualMachineError e) {
      settle(null, e); // no thread is left to wait for it
    }
    opened = true;
    if (isSettled()) {
      announce();
    }
    Settlement end = awaitClosed(patience);
    if (end == null) {
      left = true;
      release(timer);
      release(abortLink);
      throw new GateLeft();
    }
    ended(end);
    if (end.error != null) {
      throw GateWait.<Exception>thrown(end.error);
    }
    request.onDecision().ifPresent(told -> told.accept(receipt(end)));
    return end.value;
  }

  /** Returns the settlement; null if the gate is not settled. */
  final @Nullable Settlement settlement() {
    return settlement.get();
  }

  final GateRequest<?> request() {
    return request;
  }

  /** Returns the waiter's value, or throws {@code E_INVALID_TURN_GATE_RESOLUTION}. */
  final @Nullable Object checked(@Nullable Object value) {
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
          "The value does not fit the schema of gate '%s', which is still open: %s"
              .formatted(id(), e.getMessage()),
          e);
    }
  }

  /**
   * @param age time since the gate was opened, for a request without its own timeout
   */
  final AdkException timeout(Duration age) {
    long millis = request.timeout().orElse(age).toMillis();
    String why = "not settled within " + millis + " ms.";
    return error(AdkErrorCode.E_TURN_GATE_TIMEOUT, why, null);
  }

  final AdkException aborted(String why, @Nullable Object reason) {
    return error(AdkErrorCode.E_TURN_GATE_ABORTED, "aborted" + why, reason);
  }

  final AdkException error(ErrorCode code, String what, @Nullable Object reason) {
    return AdkException.of(code)
        .message("The gate '" + id() + "' was " + what)
        .cause(reason instanceof Throwable cause ? cause : null)
        .args(id())
        .build();
  }

  /** Resumes the waiter, unless it was resumed before. */
  final void settle(@Nullable Object value, @Nullable Throwable error) {
    if (isSettled()) {
      return;
    }
    VirtualMachineError fatal = null;
    Instant now;
    try {
      now = clock.instant();
    } catch (VirtualMachineError e) {
      fatal = e; // rethrown when the waiter has resumed
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
      if (!left) {
        tell(() -> listener.closed(id(), GateState.of(end.error), end.at));
      }
    } finally {
      closed.countDown();
    }
  }

  private void tell(Runnable event) {
    try {
      event.run();
    } catch (Throwable e) {
      FatalErrors.rethrow(e);
      log.error("The listener of gate {} failed; the gate goes on.", id(), e);
    }
  }

  /** Runs the action on its own thread, since it calls listeners, which may block. */
  static Subscription after(Duration delay, Runnable action) {
    CompletableFuture<@Nullable Void> timer = new CompletableFuture<>();
    long millis = delay.compareTo(LONGEST) < 0 ? Math.max(1, delay.toMillis()) : LONGEST.toMillis();
    timer
        .completeOnTimeout(null, millis, TimeUnit.MILLISECONDS)
        .thenRunAsync(action, task -> Thread.ofVirtual().name("adk-gate-timeout").start(task));
    return () -> timer.cancel(false);
  }

  private static void release(@Nullable Subscription subscription) {
    if (subscription != null) {
      subscription.close();
    }
  }

  /**
   * Waits until the end was announced, whichever thread settled the gate; returns null if that did
   * not happen in time. An interrupt settles the gate.
   */
  private @Nullable Settlement awaitClosed(@Nullable Duration patience) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (patience != null
              && !closed.await(patience.toNanos(), TimeUnit.NANOSECONDS)
              && !isSettled()) {
            return null;
          }
          closed.await();
          return Objects.requireNonNull(settlement.get());
        } catch (InterruptedException e) {
          interrupted = true;
          settle(null, aborted(" because its waiting thread was interrupted.", e));
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Signals that the gate is open and no thread waits for it any more. */
  static final class GateLeft extends RuntimeException {
    private static final long serialVersionUID = 1;

    private GateLeft() {
      super("left open", null, false, false);
    }
  }

  /** Throws any throwable: a gate may be rejected with any error for the waiter. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E thrown(Throwable error) throws E {
    throw (E) error;
  }
}
