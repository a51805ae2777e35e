package dev.adk4j.jdbc.stored;

import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.JdbcStorageUnitOfWork;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnCounts;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnSchedules;
import dev.adk4j.value.Scope;
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
 * Stores waiting and durable turns in {@code adk_waiting_turn}, and their calls in {@code
 * adk_waiting_call}. With the storage's unit of work, a turn, its gates and the records of its
 * iteration are stored in one transaction.
 *
 * <p>With row-level security, {@link #ready} needs {@link JdbcStorageOptions#maintenance()}.
 * Without it, {@link #ready} finds no turns, and a turn resumes only in the process that takes the
 * decision.
 *
 * <p>Errors are those of {@link dev.adk4j.jdbc.JdbcPersistentStorage}. Thread-safe.
 */
public final class JdbcTurnStore extends JdbcGates {

  private final @Nullable JdbcStorageUnitOfWork unitOfWork;
  private final WaitingStatements sql;
  private final DurableStatements durable;
  private final ListingStatements listing;
  private final TurnSchedules schedules;
  private final TurnCounts here = new TurnCounts();
  private final Mail mail;
  private volatile @Nullable TurnQueue queue;

  private JdbcTurnStore(
      DataSource dataSource,
      StorageConnections connections,
      JdbcGateOptions gates,
      @Nullable JdbcStorageUnitOfWork unitOfWork) {
    super(dataSource, connections, gates);
    this.unitOfWork = unitOfWork;
    this.sql = new WaitingStatements(connections);
    this.durable = new DurableStatements(sql);
    this.listing = new ListingStatements(sql);
    this.schedules = new JdbcTurnSchedules(connections, this::accept);
    this.mail = new Mail(sql, connections.table("adk_turn_inbox"));
  }

  /**
   * Returns a store with default options that stores turns in its own transactions. Opens a
   * connection to detect the database.
   */
  public static JdbcTurnStore of(DataSource dataSource) {
    return of(dataSource, JdbcStorageOptions.DEFAULT, JdbcGateOptions.DEFAULT, null);
  }

  /**
   * Returns a store. The tables must exist: see {@link dev.adk4j.jdbc.AdkSchema}.
   *
   * @param unitOfWork the storage's unit of work, over the same database; null if records are
   *     stored elsewhere
   */
  public static JdbcTurnStore of(
      DataSource dataSource,
      JdbcStorageOptions options,
      JdbcGateOptions gates,
      @Nullable JdbcStorageUnitOfWork unitOfWork) {
    return new JdbcTurnStore(
        dataSource, StorageConnections.of(dataSource, options), gates, unitOfWork);
  }

  @Override
  public void queue(TurnQueue queue) {
    this.queue = Objects.requireNonNull(queue, "queue");
  }

  @Override
  public Accepted accept(StoredTurn turn, int maxQueued, TurnQueue.@Nullable Transaction within) {
    StorageConnections.key(turn.turnId(), "$.turnId");
    StorageConnections.key(turn.scope().requireConversation(), "$.scope.conversation");
    String key = Objects.requireNonNull(turn.acceptance(), "acceptance").key();
    if (key != null) {
      StorageConnections.key(key, "$.key");
    }
    String tenant = StorageConnections.key(turn.scope().tenant(), "$.scope.tenant");
    String doing = "accepting a turn";
    StorageConnections.Work<Accepted> work = connection -> accept(connection, turn, maxQueued);
    if (within != null) {
      return connections.within(doing, tenant, connection(within), work);
    }
    Accepted accepted = connections.transaction(doing, tenant, work);
    committed(begun(accepted));
    return accepted;
  }

  private Accepted accept(Connection connection, StoredTurn turn, int maxQueued)
      throws SQLException {
    Accepted accepted = durable.accept(connection, turn, maxQueued);
    begun(accepted).forEach(begun -> enqueue(connection, begun));
    return accepted;
  }

  /** Returns the turn if it is next now. A queued turn is reported when it becomes ready. */
  private static List<TurnQueue.Turn> begun(Accepted accepted) {
    return accepted.isNew() && accepted.turn().state() == State.READY
        ? List.of(TurnQueue.Turn.of(accepted.turn()))
        : List.of();
  }

  /** Accepts the turn of a schedule. Returns the action that wakes it after the commit. */
  private Runnable accept(Connection connection, StoredTurn turn) throws SQLException {
    Accepted accepted = accept(connection, turn, TurnSchedules.MOST);
    return () -> committed(begun(accepted));
  }

  @Override
  public Optional<TurnSchedules> schedules() {
    return Optional.of(schedules);
  }

  private static Connection connection(TurnQueue.Transaction within) {
    return within
        .unwrap(Connection.class)
        .orElseThrow(
            () ->
                AdkException.of(AdkErrorCode.VALIDATION_EXCEPTION)
                    .message(
                        "The transaction does not belong to a JDBC connection: use"
                            + " JdbcTurnTransaction.of(connection).")
                    .build());
  }

  private void enqueue(Connection connection, TurnQueue.Turn turn) {
    TurnQueue told = queue;
    if (told != null) {
      told.enqueue(turn, JdbcTurnTransaction.of(connection));
    }
  }

  private void committed(List<TurnQueue.Turn> turns) {
    TurnQueue told = queue;
    if (told != null) {
      turns.forEach(told::committed);
    }
  }

  /** Makes the next turn of the lane ready, and adds it to the turns to wake after the commit. */
  private void promote(
      Connection connection, String tenant, String conversation, List<TurnQueue.Turn> ready)
      throws SQLException {
    began(connection, tenant, durable.promote(connection, tenant, conversation), ready);
  }

  private void began(
      Connection connection, String tenant, @Nullable String next, List<TurnQueue.Turn> ready) {
    if (next != null) {
      TurnQueue.Turn turn = new TurnQueue.Turn(tenant, next);
      enqueue(connection, turn);
      ready.add(turn);
    }
  }

  @Override
  public void ask(StoredTurn turn) {
    write("storing calls", turn.scope(), durable.ask(turn));
  }

  @Override
  public void done(StoredTurn turn, Collection<String> callIds) {
    write("recording results of calls", turn.scope(), durable.done(turn, callIds));
  }

  @Override
  public void hold(StoredTurn turn) {
    write("checking a claim", turn.scope(), sql.hold(turn, List.of()));
  }

  @Override
  public void save(StoredTurn turn, Map<String, Opening> openings, Consumer<StoredTurn> saved) {
    StorageConnections.key(turn.turnId(), "$.turnId");
    StorageConnections.key(turn.scope().requireConversation(), "$.scope.conversation");
    if (turn.token() > 0) {
      hold(turn); // all writes of a claimed turn lock its row first, and then their conversation
    }
    write(
        "saving a waiting turn",
        turn.scope(),
        connection -> {
          StoredTurn waiting = sql.save(connection, this, turn, openings);
          if (waiting == null) {
            throw TurnRules.fenced(turn);
          }
          saved.accept(waiting);
        });
  }

  @Override
  public void advance(StoredTurn turn, Consumer<StoredTurn.Inbox> sent) {
    write("recording the progress of a turn", turn.scope(), sql.advance(turn, sent));
  }

  @Override
  public Optional<String> steer(Scope scope, Letter letter, int maxUnread) {
    if (letter.key() != null) {
      StorageConnections.key(letter.key(), "$.key");
    }
    return connections.transaction(
        "sending a message to a turn",
        StorageConnections.key(scope.tenant(), "$.scope.tenant"),
        connection -> mail.send(connection, scope, letter, maxUnread));
  }

  @Override
  public List<Letter> unread(StoredTurn turn) {
    return connections.single(
        "reading a turn's messages",
        TextEscape.escape(turn.scope().tenant()),
        connection -> mail.unread(connection, turn));
  }

  @Override
  public void read(StoredTurn turn, long upTo) {
    write("recording read messages", turn.scope(), mail.read(turn, upTo));
  }

  @Override
  public boolean stop(Scope scope, String turnId) {
    return connections.single(
            "stopping a turn",
            TextEscape.escape(scope.tenant()),
            connection -> mail.stop(connection, scope, turnId))
        == 1;
  }

  @Override
  public List<StoredTurn> stopping() {
    String doing = "finding turns to stop";
    WaitingStatements.Which stopping = Mail.stopping();
    return connections.single(doing, ALL_TENANTS, connection -> sql.has(connection, stopping))
        ? connections.transaction(doing, ALL_TENANTS, connection -> sql.all(connection, stopping))
        : List.of();
  }

  private void write(String doing, Scope scope, JdbcStorageUnitOfWork.Step step) {
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
  public Optional<StoredTurn> find(Scope scope, String turnId) {
    return one(scope.tenant(), WaitingStatements.key(scope, turnId));
  }

  @Override
  public Optional<StoredTurn> find(String tenant, String turnId) {
    return one(tenant, WaitingStatements.key(tenant, turnId));
  }

  @Override
  public Optional<StoredTurn> findByKey(Scope scope, String key) {
    return one(scope.tenant(), DurableStatements.byKey(scope, key));
  }

  @Override
  public Optional<StoredTurn> findByGate(String tenant, String gate) {
    return one(tenant, sql.byGate(tenant, gate));
  }

  private Optional<StoredTurn> one(String tenant, WaitingStatements.Which which) {
    return connections.single(
        "reading a waiting turn",
        TextEscape.escape(tenant),
        connection -> Optional.ofNullable(sql.one(connection, which)));
  }

  @Override
  public List<StoredTurn> open(Scope scope) {
    String doing = "listing waiting turns";
    String tenant = TextEscape.escape(scope.tenant());
    WaitingStatements.Which open = WaitingStatements.open(scope);
    // runs at the start of each turn, nearly always without a result: hence a single statement
    return connections.single(doing, tenant, connection -> sql.has(connection, open))
        ? connections.transaction(doing, tenant, connection -> sql.all(connection, open))
        : List.of();
  }

  @Override
  public List<StoredTurn> ready(int limit) {
    return free(limit, true);
  }

  @Override
  public List<StoredTurn> resting(int limit) {
    return free(limit, false);
  }

  private List<StoredTurn> free(int limit, boolean begins) {
    List<TurnQueue.Turn> remembered = new ArrayList<>();
    List<StoredTurn> free =
        connections.transaction(
            "finding turns to start or resume",
            ALL_TENANTS,
            connection -> {
              remembered.clear();
              for (DurableStatements.Lane lane : durable.forgotten(connection, limit)) {
                promote(connection, lane.tenant(), lane.conversation(), remembered);
              }
              return sql.all(connection, sql.ready(limit, begins));
            });
    committed(remembered);
    return free;
  }

  @Override
  public TurnCounts here() {
    return here;
  }

  @Override
  public Counts counts() {
    return connections.single("counting waiting turns", ALL_TENANTS, sql::counts);
  }

  @Override
  public Optional<StoredTurn> claim(String tenant, String turnId, String node, Duration lease) {
    return claim(tenant, turnId, node, lease, false);
  }

  @Override
  public Optional<StoredTurn> take(String tenant, String turnId, String node, Duration lease) {
    return claim(tenant, turnId, node, lease, true);
  }

  private Optional<StoredTurn> claim(
      String tenant, String turnId, String node, Duration lease, boolean fromAnybody) {
    StorageConnections.Work<Optional<StoredTurn>> work =
        connection ->
            Optional.ofNullable(sql.claim(connection, tenant, turnId, node, lease, fromAnybody));
    String doing = "claiming a turn";
    // no other process changes the calls of a claimed turn
    return sql.postgres
        ? connections.single(doing, TextEscape.escape(tenant), work)
        : connections.transaction(doing, TextEscape.escape(tenant), work);
  }

  @Override
  public boolean renew(StoredTurn turn, Duration lease) {
    return single("extending a claim", turn, connection -> sql.renew(connection, turn, lease));
  }

  @Override
  public boolean start(StoredTurn turn, String callId) {
    return single("starting a call", turn, connection -> sql.start(connection, turn, callId));
  }

  @Override
  public boolean release(StoredTurn turn) {
    return single("returning a claim", turn, connection -> sql.release(connection, turn));
  }

  @Override
  public boolean finish(StoredTurn turn, State end, @Nullable String error) {
    List<TurnQueue.Turn> next = new ArrayList<>(1);
    String tenant = TextEscape.escape(turn.scope().tenant());
    JdbcStorageUnitOfWork unit = unitOfWork;
    if (unit != null
        && unit.alongside(tenant, on -> ended(finish(on, turn, end, error, next), turn))) {
      unit.afterCommit(() -> committed(next));
      return true;
    }
    boolean held =
        connections.transaction(
            "recording the end of a turn", tenant, on -> finish(on, turn, end, error, next));
    committed(next);
    return held;
  }

  private boolean finish(
      Connection connection,
      StoredTurn turn,
      State end,
      @Nullable String error,
      List<TurnQueue.Turn> next)
      throws SQLException {
    next.clear();
    Optional<DurableStatements.Ended> ended = durable.end(connection, turn, end, error, mail);
    ended.ifPresent(last -> began(connection, turn.scope().tenant(), last.next(), next));
    return ended.isPresent();
  }

  private static void ended(boolean held, StoredTurn turn) {
    if (!held) {
      throw TurnRules.fenced(turn);
    }
  }

  @Override
  public List<Listed> list(Search search) {
    String tenant = search.tenant() == null ? ALL_TENANTS : TextEscape.escape(search.tenant());
    return connections.single("listing turns", tenant, on -> listing.list(on, search));
  }

  @Override
  public boolean retry(String tenant, String turnId) {
    List<TurnQueue.Turn> ready = new ArrayList<>(1);
    boolean failed =
        connections.transaction(
            "retrying a turn",
            TextEscape.escape(tenant),
            connection -> {
              ready.clear();
              String conversation = listing.retry(connection, tenant, turnId);
              if (conversation != null) {
                promote(connection, tenant, conversation, ready);
              }
              return conversation != null;
            });
    committed(ready);
    return failed;
  }

  private boolean single(
      String doing, StoredTurn turn, StorageConnections.Work<Integer> statement) {
    return connections.single(doing, TextEscape.escape(turn.scope().tenant()), statement) == 1;
  }
}
