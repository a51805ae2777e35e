package dev.adk4j.jdbc.stored;

import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.JdbcStorageUnitOfWork;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.TextEscape;
import dev.adk4j.jdbc.internal.Statements;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.StoredTurn.State;
import dev.adk4j.stored.TurnCounts;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.stored.TurnRules;
import dev.adk4j.stored.TurnSchedules;
import dev.adk4j.value.Scope;
import java.sql.SQLException;
import java.time.Duration;
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
  private final TurnStatements sql;
  private final TurnQueries queries;
  private final DurableStatements durable;
  private final TurnSchedules schedules;
  private final TurnCounts here = new TurnCounts();
  private final Mail mail;
  private volatile @Nullable TurnQueue queue;

  private JdbcTurnStore(
      DataSource dataSource,
      JdbcStorageOptions options,
      JdbcGateOptions gates,
      @Nullable JdbcStorageUnitOfWork unitOfWork) {
    super(dataSource, StorageConnections.of(dataSource, options), gates);
    this.unitOfWork = unitOfWork;
    this.sql = new TurnStatements(base);
    this.queries = sql.queries;
    this.mail = new Mail(sql);
    this.durable = new DurableStatements(sql, mail);
    this.schedules = new JdbcTurnSchedules(base, this::accept);
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
    return new JdbcTurnStore(dataSource, options, gates, unitOfWork);
  }

  @Override
  public void queue(TurnQueue queue) {
    this.queue = Objects.requireNonNull(queue, "queue");
  }

  @Override
  public Accepted accept(StoredTurn turn, int maxQueued, TurnQueue.@Nullable Transaction within) {
    checkKeys(turn);
    checkKey(Objects.requireNonNull(turn.acceptance(), "acceptance").key(), "$.key");
    String tenant = turn.scope().tenant();
    checkKey(tenant, "$.scope.tenant");
    String doing = "accepting a turn";
    ReadyTurns ready = new ReadyTurns(queue);
    Statements.Work<Accepted> work = on -> ready.accept(on, durable, turn, maxQueued);
    if (within != null) {
      return base.within(doing, tenant, JdbcTurnTransaction.connection(within), work);
    }
    Accepted accepted = null;
    if (base.postgres && queue instanceof SqlTurnQueue inDatabase) {
      accepted = base.single(doing, tenant, on -> ready.only(on, durable, turn, inDatabase));
    }
    if (accepted == null) {
      accepted = base.transaction(doing, tenant, work);
    }
    ready.committed();
    return accepted;
  }

  private static void checkKeys(StoredTurn turn) {
    checkKey(turn.turnId(), "$.turnId");
    checkKey(turn.scope().requireConversation(), "$.scope.conversation");
  }

  /** Accepts the turn of a schedule. Returns the action that wakes it after the commit. */
  private Runnable accept(Statements on, StoredTurn turn) throws SQLException {
    ReadyTurns ready = new ReadyTurns(queue);
    ready.accept(on, durable, turn, TurnSchedules.MOST);
    return ready::committed;
  }

  @Override
  public Optional<TurnSchedules> schedules() {
    return Optional.of(schedules);
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
    checkKeys(turn);
    if (turn.token() > 0) {
      hold(turn); // all writes of a claimed turn lock its row first, and then their conversation
    }
    write(
        "saving a waiting turn",
        turn.scope(),
        connection -> {
          StoredTurn waiting = sql.save(base.on(connection), this, turn, openings);
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
    checkKey(letter.key(), "$.key");
    checkKey(scope.tenant(), "$.scope.tenant");
    return base.transaction(
        "sending a message to a turn",
        scope.tenant(),
        on -> mail.send(on, scope, letter, maxUnread));
  }

  @Override
  public List<Letter> unread(StoredTurn turn) {
    return base.single(
        "reading a turn's messages", turn.scope().tenant(), on -> mail.unread(on, turn));
  }

  @Override
  public void read(StoredTurn turn, long upTo) {
    write("recording read messages", turn.scope(), mail.read(turn, upTo));
  }

  @Override
  public boolean stop(Scope scope, String turnId) {
    return 1 == base.single("stopping a turn", scope.tenant(), on -> mail.stop(on, scope, turnId));
  }

  @Override
  public List<StoredTurn> stopping() {
    return some("finding turns to stop", null, Mail.stopping());
  }

  private void write(String doing, Scope scope, JdbcStorageUnitOfWork.Step step) {
    String tenant = StorageConnections.key(scope.tenant(), "$.scope.tenant");
    if (unitOfWork == null || !unitOfWork.alongside(tenant, step)) {
      base.transaction(
          doing,
          scope.tenant(),
          on -> {
            step.run(on.connection());
            return true;
          });
    }
  }

  @Override
  public Optional<StoredTurn> find(Scope scope, String turnId) {
    return one(scope.tenant(), TurnQueries.key(scope, turnId));
  }

  @Override
  public Optional<StoredTurn> find(String tenant, String turnId) {
    return one(tenant, TurnQueries.key(tenant, turnId));
  }

  @Override
  public Optional<StoredTurn> findByKey(Scope scope, String key) {
    return one(scope.tenant(), TurnQueries.byKey(scope, key));
  }

  @Override
  public boolean wake(TurnQueue.Turn turn) {
    return base.postgres
        && queue instanceof SqlTurnQueue inDatabase
        && base.single("waking a turn", turn.tenant(), on -> durable.wake(on, turn, inDatabase));
  }

  private Optional<StoredTurn> one(String tenant, TurnQueries.Which which) {
    return base.single(
        "reading a waiting turn", tenant, on -> Optional.ofNullable(queries.one(on, which)));
  }

  @Override
  public List<StoredTurn> open(Scope scope) {
    return some("listing waiting turns", scope.tenant(), TurnQueries.open(scope));
  }

  /** Returns turns of which there are nearly always none: hence a single statement comes first. */
  private List<StoredTurn> some(String doing, @Nullable String tenant, TurnQueries.Which which) {
    return base.single(doing, tenant, on -> queries.has(on, which))
        ? base.transaction(doing, tenant, on -> queries.all(on, which))
        : List.of();
  }

  @Override
  public List<StoredTurn> ready(int limit) {
    return free(queries.ready(limit, true), limit);
  }

  @Override
  public List<StoredTurn> resting(int limit) {
    return queries.resting(limit, which -> free(which, limit));
  }

  private List<StoredTurn> free(TurnQueries.Which which, int limit) {
    ReadyTurns forgotten = new ReadyTurns(queue);
    List<StoredTurn> free =
        base.transaction(
            "finding turns to start or resume",
            null,
            on -> {
              forgotten.begin();
              for (DurableStatements.Lane lane : durable.forgotten(on, limit)) {
                promote(on, lane.tenant(), lane.conversation(), forgotten);
              }
              return queries.all(on, which);
            });
    forgotten.committed();
    return free;
  }

  private void promote(Statements on, String tenant, String conversation, ReadyTurns ready)
      throws SQLException {
    ready.add(on, tenant, durable.promote(on, tenant, conversation));
  }

  @Override
  public TurnCounts here() {
    return here;
  }

  @Override
  public Counts counts() {
    return base.single("counting waiting turns", null, queries::counts);
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
    Statements.Work<Optional<StoredTurn>> work =
        on -> Optional.ofNullable(sql.claim(on, tenant, turnId, node, lease, fromAnybody));
    String doing = "claiming a turn";
    // no other process changes the calls of a claimed turn
    return base.postgres ? base.single(doing, tenant, work) : base.transaction(doing, tenant, work);
  }

  @Override
  public boolean renew(StoredTurn turn, Duration lease) {
    return changed("extending a claim", turn, on -> sql.renew(on, turn, lease));
  }

  @Override
  public boolean start(StoredTurn turn, String callId) {
    return changed("starting a call", turn, on -> sql.start(on, turn, callId));
  }

  @Override
  public boolean release(StoredTurn turn) {
    return changed("returning a claim", turn, on -> sql.release(on, turn));
  }

  @Override
  public boolean finish(StoredTurn turn, State end, @Nullable String error) {
    ReadyTurns next = new ReadyTurns(queue);
    String tenant = turn.scope().tenant();
    JdbcStorageUnitOfWork unit = unitOfWork;
    if (unit != null
        && unit.alongside(
            TextEscape.escape(tenant),
            connection -> ended(finish(base.on(connection), turn, end, error, next), turn))) {
      unit.afterCommit(next::committed);
      return true;
    }
    String doing = "recording the end of a turn";
    Optional<Boolean> last =
        base.postgres
            ? base.single(doing, tenant, on -> durable.endLast(on, turn, end, error))
            : Optional.empty();
    boolean held =
        last.isPresent()
            ? !last.get() || base.transaction(doing, tenant, on -> promote(on, turn, next))
            : base.transaction(doing, tenant, on -> finish(on, turn, end, error, next));
    next.committed();
    return held;
  }

  private boolean promote(Statements on, StoredTurn ended, ReadyTurns next) throws SQLException {
    next.begin();
    Scope scope = ended.scope();
    promote(on, scope.tenant(), scope.requireConversation(), next);
    return true;
  }

  private boolean finish(
      Statements on, StoredTurn turn, State end, @Nullable String error, ReadyTurns next)
      throws SQLException {
    next.begin();
    return durable.end(on, turn, end, error, next);
  }

  private static void ended(boolean held, StoredTurn turn) {
    if (!held) {
      throw TurnRules.fenced(turn);
    }
  }

  @Override
  public List<Listed> list(Search search) {
    return base.single("listing turns", search.tenant(), on -> queries.list(on, search));
  }

  @Override
  public boolean retry(String tenant, String turnId) {
    ReadyTurns ready = new ReadyTurns(queue);
    boolean failed =
        base.transaction(
            "retrying a turn",
            tenant,
            on -> {
              ready.begin();
              String conversation = durable.retry(on, tenant, turnId);
              if (conversation != null) {
                promote(on, tenant, conversation, ready);
              }
              return conversation != null;
            });
    ready.committed();
    return failed;
  }

  private boolean changed(String doing, StoredTurn turn, Statements.Work<Integer> work) {
    return base.single(doing, turn.scope().tenant(), work) == 1;
  }
}
