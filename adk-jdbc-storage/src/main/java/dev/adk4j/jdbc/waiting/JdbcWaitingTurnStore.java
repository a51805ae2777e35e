package dev.adk4j.jdbc.waiting;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.gate.GateStore;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.JdbcStorageUnitOfWork;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.TransactionStep;
import dev.adk4j.jdbc.gate.JdbcGateStore;
import dev.adk4j.value.Scope;
import dev.adk4j.waiting.WaitingTurn;
import dev.adk4j.waiting.WaitingTurn.State;
import dev.adk4j.waiting.WaitingTurnStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Turns that wait in {@code adk_waiting_turn}, their calls in {@code adk_waiting_call}. With the
 * storage's unit of work, a turn, its gates and what its iteration stored are one transaction.
 *
 * <p>With row-level security, {@link #ready} needs {@link JdbcStorageOptions#maintenance()}, or
 * sees nothing: turns go on only in the process that takes the decision then.
 *
 * <p>Errors as in {@link dev.adk4j.jdbc.JdbcPersistentStorage}. Safe for concurrent use.
 */
public final class JdbcWaitingTurnStore implements WaitingTurnStore {

  private static final String ALL_TENANTS = "";

  private final StorageConnections connections;
  private final JdbcGateStore gates;
  private final @Nullable JdbcStorageUnitOfWork unitOfWork;
  private final WaitingStatements sql;

  private JdbcWaitingTurnStore(
      StorageConnections connections,
      JdbcGateStore gates,
      @Nullable JdbcStorageUnitOfWork unitOfWork) {
    this.connections = connections;
    this.gates = gates;
    this.unitOfWork = unitOfWork;
    this.sql = new WaitingStatements(connections);
  }

  /**
   * Asks the database for its name. The tables have to be there: see {@link
   * dev.adk4j.jdbc.AdkSchema}.
   *
   * @param gates over the same database, with the same options
   * @param unitOfWork the storage's, over the same database; null where records are stored
   *     elsewhere
   */
  public static JdbcWaitingTurnStore of(
      DataSource dataSource,
      JdbcStorageOptions options,
      JdbcGateStore gates,
      @Nullable JdbcStorageUnitOfWork unitOfWork) {
    return new JdbcWaitingTurnStore(StorageConnections.of(dataSource, options), gates, unitOfWork);
  }

  @Override
  public GateStore gates() {
    return gates;
  }

  @Override
  public void save(
      WaitingTurn turn, Map<String, GateStore.Opening> openings, Consumer<WaitingTurn> saved) {
    StorageConnections.key(turn.turnId(), "$.turnId");
    StorageConnections.key(turn.scope().requireConversation(), "$.scope.conversation");
    write(
        "letting a turn wait",
        turn.scope(),
        connection -> {
          WaitingTurn waiting = sql.save(connection, gates, turn, openings);
          if (waiting == null) {
            throw lost(turn);
          }
          saved.accept(waiting);
        });
  }

  @Override
  public void advance(WaitingTurn turn) {
    write(
        "noting how far a turn has come",
        turn.scope(),
        connection -> {
          if (sql.advance(connection, turn) == 0) {
            throw lost(turn);
          }
        });
  }

  private void write(String doing, Scope scope, TransactionStep step) {
    String tenant = StorageConnections.key(scope.tenant(), "$.scope.tenant");
    if (unitOfWork == null || !unitOfWork.alongside(tenant, step)) {
      connections.transaction(
          doing,
          tenant,
          connection -> {
            step.run(connection);
            return true;
          });
    }
  }

  @Override
  public Optional<WaitingTurn> find(Scope scope, String turnId) {
    return one(scope.tenant(), WaitingStatements.key(scope, turnId));
  }

  @Override
  public Optional<WaitingTurn> findByGate(String tenant, String gate) {
    return one(tenant, sql.byGate(tenant, gate));
  }

  private Optional<WaitingTurn> one(String tenant, WaitingStatements.Which which) {
    return connections.transaction(
        "looking for a waiting turn",
        TextEscape.escape(tenant),
        connection -> Optional.ofNullable(sql.one(connection, which)));
  }

  @Override
  public List<WaitingTurn> open(Scope scope) {
    String doing = "listing waiting turns";
    String tenant = TextEscape.escape(scope.tenant());
    WaitingStatements.Which open = WaitingStatements.open(scope);
    // asked at the start of each turn, and nearly always there is none: one statement says so
    return connections.single(doing, tenant, connection -> sql.has(connection, open))
        ? connections.transaction(doing, tenant, connection -> sql.all(connection, open))
        : List.of();
  }

  @Override
  public List<WaitingTurn> ready(int limit) {
    return connections.transaction(
        "looking for turns to go on with",
        ALL_TENANTS,
        connection -> sql.all(connection, sql.ready(limit)));
  }

  @Override
  public Counts counts() {
    return connections.single("counting waiting turns", ALL_TENANTS, sql::counts);
  }

  @Override
  public Optional<WaitingTurn> claim(String tenant, String turnId, String node, Duration lease) {
    return connections.transaction(
        "claiming a turn",
        TextEscape.escape(tenant),
        connection ->
            sql.claim(connection, tenant, turnId, node, lease) == 0
                ? Optional.empty()
                : Optional.ofNullable(sql.one(connection, WaitingStatements.key(tenant, turnId))));
  }

  @Override
  public boolean renew(WaitingTurn turn, Duration lease) {
    return single("lengthening a claim", turn, connection -> sql.renew(connection, turn, lease));
  }

  @Override
  public boolean start(WaitingTurn turn, String callId) {
    return single("starting a call", turn, connection -> sql.start(connection, turn, callId));
  }

  @Override
  public boolean release(WaitingTurn turn) {
    return finish(turn, State.WAITING, null);
  }

  @Override
  public boolean finish(WaitingTurn turn, State end, @Nullable String error) {
    return single(
        "noting how a turn ended", turn, connection -> sql.end(connection, turn, end, error));
  }

  private boolean single(
      String doing, WaitingTurn turn, StorageConnections.Work<Integer> statement) {
    return connections.single(doing, TextEscape.escape(turn.scope().tenant()), statement) == 1;
  }

  private static AdkException lost(WaitingTurn turn) {
    return AdkException.of(AdkErrorCode.E_STORAGE_CONFLICT)
        .message("Another process goes on with turn '" + turn.turnId() + "'.")
        .args(turn.turnId())
        .build();
  }
}
