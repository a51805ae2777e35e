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
import dev.adk4j.waiting.StoredTurns;
import dev.adk4j.waiting.TurnQueue;
import dev.adk4j.waiting.WaitingTurn;
import dev.adk4j.waiting.WaitingTurn.State;
import dev.adk4j.waiting.WaitingTurnStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Turns that wait and durable turns in {@code adk_waiting_turn}, their calls in {@code
 * adk_waiting_call}. With the storage's unit of work, a turn, its gates and what its iteration
 * stored are one transaction.
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
  private final DurableStatements durable;
  private volatile @Nullable TurnQueue queue;

  private JdbcWaitingTurnStore(
      StorageConnections connections,
      JdbcGateStore gates,
      @Nullable JdbcStorageUnitOfWork unitOfWork) {
    this.connections = connections;
    this.gates = gates;
    this.unitOfWork = unitOfWork;
    this.sql = new WaitingStatements(connections);
    this.durable = new DurableStatements(sql);
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
  public void queue(TurnQueue queue) {
    this.queue = Objects.requireNonNull(queue, "queue");
  }

  @Override
  public Accepted accept(WaitingTurn turn, int mostQueued, TurnQueue.@Nullable Transaction within) {
    StorageConnections.key(turn.turnId(), "$.turnId");
    StorageConnections.key(turn.scope().requireConversation(), "$.scope.conversation");
    String key = Objects.requireNonNull(turn.acceptance(), "acceptance").key();
    if (key != null) {
      StorageConnections.key(key, "$.key");
    }
    String tenant = StorageConnections.key(turn.scope().tenant(), "$.scope.tenant");
    String doing = "accepting a turn";
    StorageConnections.Work<Accepted> work = connection -> accept(connection, turn, mostQueued);
    if (within != null) {
      return connections.within(doing, tenant, connection(within), work);
    }
    Accepted accepted = connections.transaction(doing, tenant, work);
    if (accepted.isNew() && accepted.turn().state() == State.READY) {
      wake(List.of(queued(accepted.turn())));
    }
    return accepted;
  }

  private Accepted accept(Connection connection, WaitingTurn turn, int mostQueued)
      throws SQLException {
    Accepted accepted = durable.accept(connection, turn, mostQueued);
    if (accepted.isNew() && accepted.turn().state() == State.READY) {
      enqueue(connection, queued(accepted.turn()));
    }
    return accepted;
  }

  private static Connection connection(TurnQueue.Transaction within) {
    return within
        .unwrap(Connection.class)
        .orElseThrow(
            () ->
                AdkException.of(AdkErrorCode.VALIDATION_EXCEPTION)
                    .message(
                        "The transaction is none of a JDBC connection: give"
                            + " JdbcTurnTransaction.of(connection).")
                    .build());
  }

  private static TurnQueue.Turn queued(WaitingTurn turn) {
    return new TurnQueue.Turn(turn.scope().tenant(), turn.turnId());
  }

  private void enqueue(Connection connection, TurnQueue.Turn turn) {
    TurnQueue told = queue;
    if (told != null) {
      told.enqueue(turn, JdbcTurnTransaction.of(connection));
    }
  }

  private void wake(List<TurnQueue.Turn> turns) {
    TurnQueue told = queue;
    if (told != null) {
      turns.forEach(told::wake);
    }
  }

  /** Makes the next turn of the lane ready, and adds it to those to be woken after the commit. */
  private void promote(
      Connection connection, String tenant, String conversation, List<TurnQueue.Turn> ready)
      throws SQLException {
    String next = durable.promote(connection, tenant, conversation);
    if (next != null) {
      TurnQueue.Turn turn = new TurnQueue.Turn(tenant, next);
      enqueue(connection, turn);
      ready.add(turn);
    }
  }

  @Override
  public void ask(WaitingTurn turn) {
    fenced("storing calls", turn, connection -> durable.ask(connection, turn));
  }

  @Override
  public void done(WaitingTurn turn, Collection<String> callIds) {
    fenced("noting results of calls", turn, connection -> durable.done(connection, turn, callIds));
  }

  @Override
  public void hold(WaitingTurn turn) {
    fenced("checking a claim", turn, connection -> sql.hold(connection, turn));
  }

  private void fenced(String doing, WaitingTurn turn, StorageConnections.Work<Boolean> work) {
    write(
        doing,
        turn.scope(),
        connection -> {
          if (!work.on(connection)) {
            throw StoredTurns.fenced(turn);
          }
        });
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
            throw StoredTurns.fenced(turn);
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
            throw StoredTurns.fenced(turn);
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
  public Optional<WaitingTurn> find(String tenant, String turnId) {
    return one(tenant, WaitingStatements.key(tenant, turnId));
  }

  @Override
  public Optional<WaitingTurn> findByKey(Scope scope, String key) {
    return one(scope.tenant(), DurableStatements.byKey(scope, key));
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
    return free(limit, true);
  }

  @Override
  public List<WaitingTurn> resting(int limit) {
    return free(limit, false);
  }

  private List<WaitingTurn> free(int limit, boolean begins) {
    List<TurnQueue.Turn> remembered = new ArrayList<>();
    List<WaitingTurn> free =
        connections.transaction(
            "looking for turns to go on with",
            ALL_TENANTS,
            connection -> {
              remembered.clear();
              for (DurableStatements.Lane lane : durable.forgotten(connection, limit)) {
                promote(connection, lane.tenant(), lane.conversation(), remembered);
              }
              return sql.all(connection, sql.ready(limit, begins));
            });
    wake(remembered);
    return free;
  }

  @Override
  public Counts counts() {
    return connections.single("counting waiting turns", ALL_TENANTS, sql::counts);
  }

  @Override
  public Optional<WaitingTurn> claim(String tenant, String turnId, String node, Duration lease) {
    return claim(tenant, turnId, node, lease, false);
  }

  @Override
  public Optional<WaitingTurn> take(String tenant, String turnId, String node, Duration lease) {
    return claim(tenant, turnId, node, lease, true);
  }

  private Optional<WaitingTurn> claim(
      String tenant, String turnId, String node, Duration lease, boolean fromAnybody) {
    return connections.transaction(
        "claiming a turn",
        TextEscape.escape(tenant),
        connection ->
            sql.claim(connection, tenant, turnId, node, lease, fromAnybody) == 0
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
    return single("giving a claim back", turn, connection -> sql.release(connection, turn));
  }

  @Override
  public boolean finish(WaitingTurn turn, State end, @Nullable String error) {
    List<TurnQueue.Turn> next = new ArrayList<>(1);
    Scope scope = turn.scope();
    boolean held =
        connections.transaction(
            "noting how a turn ended",
            TextEscape.escape(scope.tenant()),
            connection -> {
              next.clear();
              boolean ended = sql.end(connection, turn, end, error) == 1;
              if (ended) {
                promote(connection, scope.tenant(), scope.requireConversation(), next);
              }
              return ended;
            });
    wake(next);
    return held;
  }

  private boolean single(
      String doing, WaitingTurn turn, StorageConnections.Work<Integer> statement) {
    return connections.single(doing, TextEscape.escape(turn.scope().tenant()), statement) == 1;
  }
}
