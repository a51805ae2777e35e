package dev.adk4j.boot.actuate;

import dev.adk4j.client.TurnInfo;
import dev.adk4j.client.TurnOperations;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateActor;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnStore.Place;
import dev.adk4j.web.WebErrorCode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Actuator endpoint that shows turns without their content: open and recently ended ones of this
 * node, and stored ones, durable or waiting, of all nodes and tenants. Operations on stored turns
 * require {@code management.endpoint.adkturns.access=unrestricted}, and over HTTP a caller.
 *
 * @param stored store of turns; null if turns are not stored
 */
@Endpoint(id = "adkturns", defaultAccess = Access.READ_ONLY)
record AdkTurnsEndpoint(TurnLedger turns, Supplier<@Nullable TurnOperations> stored) {

  private static final Logger log = LoggerFactory.getLogger(AdkTurnsEndpoint.class);
  private static final Set<State> SHOWN =
      EnumSet.of(State.QUEUED, State.READY, State.RUNNING, State.WAITING, State.FAILED);
  private static final int LIMIT = 100;

  /**
   * Returns the turns of this node, and a page of stored ones, oldest first.
   *
   * @param state states of stored turns, separated by commas; by default failed ones and those that
   *     have not ended
   * @param tenant of stored turns; all by default
   * @param after {@link Turns#next} of the previous page
   * @param limit maximum number of stored turns, at most 1000; 100 by default
   */
  @ReadOperation
  public Turns turns(
      @Nullable String state,
      @Nullable String tenant,
      @Nullable String after,
      @Nullable Integer limit) {
    TurnOperations operations = stored.get();
    int most = limit == null ? LIMIT : limit;
    List<TurnInfo> page =
        operations == null
            ? List.of()
            : operations.list(tenant, states(state), after == null ? null : place(after), most);
    return new Turns(turns.turns(), page, page.size() < most ? null : cursor(page.getLast()));
  }

  /** Returns the stored turns of that id. Each tenant can have one. */
  @ReadOperation
  public List<TurnInfo> turn(@Selector String turnId) {
    List<TurnInfo> found = found(turnId);
    if (found.isEmpty()) {
      throw unknown(turnId);
    }
    return found;
  }

  /**
   * Retries a failed stored turn, cancels a stored turn, or moves it from the node that runs it.
   *
   * @param operation {@code retry}, {@code cancel} or {@code move}
   * @param tenant tenant of the turn; required if several tenants have a turn of that id
   */
  @WriteOperation
  public TurnInfo operate(
      @Selector String turnId, @Nullable String operation, @Nullable String tenant) {
    return operate(AdkGatesEndpoint.NOBODY, turnId, operation, tenant);
  }

  TurnInfo operate(
      GateActor actor, String turnId, @Nullable String operation, @Nullable String tenant) {
    TurnInfo turn = one(turnId, tenant);
    TurnOperations operations = stored.get();
    boolean done =
        operations != null
            && switch (operation) {
              case "retry" -> operations.retry(turn.tenant(), turnId);
              case "cancel" -> operations.cancel(turn.tenant(), turnId, actor);
              case "move" -> operations.move(turn.tenant(), turnId);
              case null, default ->
                  throw unreadable("The operation must be retry, cancel or move.");
            };
    TurnInfo now = one(turnId, turn.tenant());
    if (!done) {
      throw new AdkException(
          AdkErrorCode.E_STORAGE_CONFLICT,
          "The turn is "
              + now.state()
              + ". Only failed durable turns can be retried, only running ones can be moved, and "
              + "ended turns cannot be canceled.");
    }
    log.info(
        "{} requested the operation {} on turn {}; its state is now {}.",
        actor.name(),
        operation,
        turnId,
        now.state());
    return now;
  }

  private TurnInfo one(String turnId, @Nullable String tenant) {
    List<TurnInfo> found =
        found(turnId).stream()
            .filter(turn -> tenant == null || tenant.equals(turn.tenant()))
            .toList();
    if (found.isEmpty()) {
      throw unknown(turnId);
    }
    if (found.size() > 1) {
      throw unreadable("Several tenants have a turn of that id. Add the tenant.");
    }
    return found.getFirst();
  }

  private List<TurnInfo> found(String turnId) {
    TurnOperations operations = stored.get();
    return operations == null ? List.of() : operations.find(turnId);
  }

  private static AdkException unknown(String turnId) {
    return new AdkException(
        AdkErrorCode.E_TURN_UNKNOWN, "There is no stored turn '" + turnId + "'.");
  }

  private static AdkException unreadable(String message) {
    return new AdkException(WebErrorCode.E_INPUT_UNREADABLE, message);
  }

  private static Set<State> states(@Nullable String states) {
    try {
      return states == null
          ? SHOWN
          : Arrays.stream(states.toUpperCase(Locale.ROOT).split(",", -1))
              .map(state -> State.valueOf(state.strip()))
              .collect(Collectors.toCollection(() -> EnumSet.noneOf(State.class)));
    } catch (IllegalArgumentException e) {
      throw unreadable(
          "The state must be queued, ready, running, waiting, completed, failed or aborted, or "
              + "several of them separated by commas.");
    }
  }

  private static String cursor(TurnInfo turn) {
    return turn.createdAt().toEpochMilli() + "." + turn.turnId() + "." + turn.tenant();
  }

  private static Place place(String cursor) {
    try {
      int first = cursor.indexOf('.');
      int last = cursor.indexOf('.', first + 1);
      return new Place(
          Long.parseLong(cursor.substring(0, first)),
          cursor.substring(last + 1),
          cursor.substring(first + 1, last));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw unreadable("The parameter after must be the value of next in the previous page.");
    }
  }

  /**
   * @param turns turns of this node, open ones first
   * @param stored stored turns of all nodes
   * @param next cursor of the next page of stored turns; null after the last one
   */
  public record Turns(List<TurnSummary> turns, List<TurnInfo> stored, @Nullable String next) {}
}
