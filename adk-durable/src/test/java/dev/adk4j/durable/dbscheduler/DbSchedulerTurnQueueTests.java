package dev.adk4j.durable.dbscheduler;

import static dev.adk4j.durable.dbscheduler.Node.AGAIN;
import static dev.adk4j.durable.dbscheduler.Node.FORGET;
import static dev.adk4j.durable.dbscheduler.Node.REST;
import static dev.adk4j.durable.dbscheduler.Node.turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.adk4j.error.AdkException;
import dev.adk4j.jdbc.AdkStorageAdmin;
import dev.adk4j.jdbc.CountingDataSource;
import dev.adk4j.jdbc.DatabaseKind;
import dev.adk4j.jdbc.ErasureTarget;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.OnEachDatabase;
import dev.adk4j.jdbc.SecuredDatabase;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.Stores;
import dev.adk4j.jdbc.stored.JdbcGateOptions;
import dev.adk4j.jdbc.stored.JdbcTurnStore;
import dev.adk4j.stored.StoredTurn;
import dev.adk4j.stored.TurnQueue.Next;
import dev.adk4j.stored.TurnQueue.Result;
import dev.adk4j.stored.TurnQueue.Turn;
import dev.adk4j.value.Scope;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Turns that one process queues and runs. */
@Timeout(120)
class DbSchedulerTurnQueueTests extends OnEachDatabase {

  private static final UnaryOperator<DbSchedulerTurnQueue.Builder> SELDOM =
      builder -> builder.poll(Duration.ofMinutes(10));

  private Node node(Function<Turn, Result> run) {
    return node(builder -> builder, run);
  }

  private Node node(
      UnaryOperator<DbSchedulerTurnQueue.Builder> settings, Function<Turn, Result> run) {
    return opened(Node.of(database.dataSource(), settings, run));
  }

  @Test
  void keepsNothingOfATransactionThatRollsBack() {
    Node node = node(turn -> FORGET).start();

    assertThatThrownBy(
            () ->
                node.inTransaction(
                    connection -> {
                      node.queue.enqueue(turn(1), Node.transaction(connection));
                      throw new IllegalStateException("no");
                    }))
        .hasMessage("no");
    assertThat(tasks("true")).isZero();

    node.accept(turn(2));
    await().untilAsserted(() -> assertThat(node.begun).containsExactly(turn(2)));
    await().until(() -> tasks("true") == 0);
  }

  @Test
  void keepsOneTurnThatTwoTransactionsQueue() throws Exception {
    Node node = node(turn -> FORGET);

    for (int i = 0; i < 20; i++) {
      Turn turn = turn(i);
      CountDownLatch both = new CountDownLatch(2);
      Runnable queues = () -> queue(node, turn, both);
      Thread one = Thread.startVirtualThread(queues);
      Thread two = Thread.startVirtualThread(queues);
      assertThat(one.join(Duration.ofSeconds(30)) && two.join(Duration.ofSeconds(30))).isTrue();
    }
    assertThat(tasks("true")).isEqualTo(20);
    node.start();
    await().until(() -> tasks("true") == 0);
    assertThat(node.begun).doesNotHaveDuplicates().hasSize(20);
  }

  /** As the storage does it: a transaction that lost a race is repeated. */
  private void queue(Node node, Turn turn, CountDownLatch both) {
    StorageConnections.of(database.dataSource(), JdbcStorageOptions.DEFAULT)
        .transaction(
            "accepting",
            turn.tenant(),
            connection -> {
              both.countDown();
              join(both);
              node.queue.enqueue(turn, Node.transaction(connection));
              // the transaction goes on, whoever was first
              return connection.createStatement().execute("select 1");
            });
  }

  @Test
  void startsRightAfterTheCommit() throws Exception {
    AtomicInteger ran = new AtomicInteger();
    Node node =
        node(
                SELDOM,
                turn -> {
                  ran.incrementAndGet();
                  return FORGET;
                })
            .start();

    for (int i = 1; i <= 50; i++) {
      node.accept(turn(i));
      int all = i;
      // the next look by itself is ten minutes away
      await().pollInterval(Duration.ofMillis(1)).until(() -> ran.get() == all);
    }
  }

  @Test
  void beginsTurnsOfHigherPriorityFirstAndOfTheSameInTheirOrder() {
    Node node = node(b -> b.threads(1), turn -> FORGET);

    JdbcTurnStore store = JdbcTurnStore.of(database.dataSource());
    store.queue(node.queue);
    int[] priorities = {0, -3, 5, 0, 100, 5};
    for (int i = 0; i < priorities.length; i++) {
      store.accept(accepted("turn-" + i, "c-" + i, priorities[i]), 10, null);
    }
    // behind one of its conversation, and higher than all
    store.accept(accepted("turn-6", "c-1", 7), 10, null);
    node.start();
    await().until(() -> node.begun.size() == priorities.length);
    assertThat(node.begun)
        .extracting(Turn::turnId)
        .containsExactly("turn-4", "turn-2", "turn-5", "turn-0", "turn-3", "turn-1");

    node.queue.close();
    StoredTurn first = store.claim("acme", "turn-1", "n", Duration.ofMinutes(1)).orElseThrow();
    store.finish(first, StoredTurn.State.COMPLETED, null);
    assertThat(database.query("select priority from adk_task where task_instance like 'turn-6%'"))
        .containsExactly("7");
    assertThat(store.find("acme", "turn-6").orElseThrow().acceptance().priority()).isEqualTo(7);
  }

  @Test
  void knowsThePriorityWhereTheDatabaseKeepsTenantsApart() {
    assumeTrue(kind == DatabaseKind.POSTGRES, "only PostgreSQL keeps tenants apart");
    try (SecuredDatabase secured = new SecuredDatabase()) {
      DataSource application = secured.application().dataSource();
      JdbcStorageOptions options = secured.options();
      JdbcTurnStore store = JdbcTurnStore.of(application, options, JdbcGateOptions.DEFAULT, null);
      DbSchedulerTurnQueue queue =
          DbSchedulerTurnQueue.builder(application).options(options).delayed().build();
      store.queue(queue);
      store.accept(accepted("turn-1", "c-1", 7), 10, null);
      assertThat(secured.owner().query("select priority from adk_task")).containsExactly("7");

      secured.owner().execute("delete from adk_task");
      queue.wake(new Turn("acme", "turn-1"));
      assertThat(secured.owner().query("select priority from adk_task")).containsExactly("7");
    }
  }

  /** The end does not wait for the disk, and a crash may come before the task is removed. */
  @Test
  void runsATurnAgainWhoseEndTheDatabaseLost() {
    JdbcTurnStore store = JdbcTurnStore.of(database.dataSource());
    AtomicInteger ran = new AtomicInteger();
    Node node =
        node(
            turn -> {
              StoredTurn claimed =
                  store
                      .take(turn.tenant(), turn.turnId(), "n", Duration.ofMinutes(1))
                      .orElseThrow();
              if (ran.incrementAndGet() == 2) {
                store.finish(claimed, StoredTurn.State.COMPLETED, null);
              }
              return FORGET;
            });
    store.queue(node.queue);
    store.accept(accepted("turn-1", "c-1", 0), 10, null);
    node.start();

    await().atMost(Duration.ofMinutes(1)).until(() -> tasks("true") == 0);
    assertThat(ran).hasValue(2);
    assertThat(store.find("acme", "turn-1").orElseThrow().state())
        .isEqualTo(StoredTurn.State.COMPLETED);
  }

  private static StoredTurn accepted(String id, String conversation, int priority) {
    return Stores.accepted(Scope.of("acme", "ann", conversation), id, null, priority);
  }

  @Test
  void runsATurnThatRestsAtItsTime() {
    Instant at = Instant.now().plusMillis(700);
    List<Instant> runs = new CopyOnWriteArrayList<>();
    Node node =
        node(turn -> {
              runs.add(Instant.now());
              return runs.size() == 1 ? new Result(Next.REST, at) : FORGET;
            })
            .start();

    node.accept(turn(1));
    await().until(() -> runs.size() == 2);
    // clocks are compared by the millisecond
    assertThat(runs.getLast()).isAfterOrEqualTo(at.minusMillis(5));
    await().until(() -> tasks("true") == 0);
  }

  @Test
  void keepsNothingOfATurnThatRestsAndWakesItAndOneThatItDoesNotKnow() {
    AtomicInteger runs = new AtomicInteger();
    Node node = node(SELDOM, turn -> runs.incrementAndGet() == 1 ? REST : FORGET).start();

    node.queue.wake(turn(1));
    await().until(() -> runs.get() == 1 && tasks("true") == 0);
    node.queue.wake(turn(1));
    await().until(() -> runs.get() == 2 && tasks("true") == 0);
  }

  /** It was paused while others ran the turn until it rested, and another wake came. */
  @Test
  void changesNothingOfALaterTask() {
    TaskRows rows =
        new TaskRows(StorageConnections.of(database.dataSource(), JdbcStorageOptions.DEFAULT));
    String key = TaskKey.of(turn(1));
    Instant first = Instant.parse("2026-01-01T00:00:00Z");

    rows.wake(key, first);
    long version = database.count("select version from adk_task");
    assertThat(rows.remove(key, version)).isTrue();
    rows.wake(key, first.plusMillis(1));
    rows.wake(key, first.plusMillis(2));

    assertThat(rows.remove(key, version)).isFalse();
    assertThat(rows.free(key, version, first, first)).isFalse();
    assertThat(tasks("not picked and not woken")).isEqualTo(1);
  }

  /** A task is taken without waiting for the disk, so a crash of the database can give it back. */
  @Test
  void aRunWhoseTaskACrashGaveBackLeavesThatOfTheNextProcessAlone() {
    assumeTrue(kind == DatabaseKind.POSTGRES, "H2 waits for the disk");
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    Node one = node(builder -> builder.threads(1), heldUntil(first));
    one.accept(turn(1));
    long version = database.count("select version from adk_task");
    one.start();
    await().until(() -> one.begun.size() == 1);

    database.execute(
        "update adk_task set picked = false, picked_by = null, last_heartbeat = null, version = "
            + version);
    Node two = node(heldUntil(second)).start();
    await().until(() -> two.begun.size() == 1);
    first.countDown();
    await().until(() -> one.queue.stats().runningHere() == 0);

    assertThat(tasks("picked")).isEqualTo(1);
    second.countDown();
    await().until(() -> tasks("true") == 0);
    assertThat(one.begun).hasSize(1);
  }

  /** An operator starts a turn anew that is just about to be forgotten. */
  @Test
  void runsATurnAgainThatIsQueuedWhileItEnds() {
    AtomicInteger runs = new AtomicInteger();
    CompletableFuture<Node> self = new CompletableFuture<>();
    Node node =
        node(
                SELDOM,
                turn -> {
                  if (runs.incrementAndGet() == 1) {
                    self.join().accept(turn);
                  }
                  return FORGET;
                })
            .due(turn -> runs.get() == 1)
            .start();

    self.complete(node);
    node.accept(turn(1));
    await().until(() -> tasks("true") == 0);
    assertThat(runs).hasValue(2);
  }

  @Test
  void triesATurnAgainAfterAPauseThatGrows() {
    Node node =
        node(turn -> {
              throw new IllegalStateException("not today");
            })
            .start();

    node.accept(turn(1));
    String shorter = "execution_time < last_failure + interval '1.2' second and not picked";
    await().until(() -> tasks("consecutive_failures = 1 and " + shorter) == 1);
    assertThat(node.begun).hasSize(1);
    letThePausePass();
    String longer = "execution_time > last_failure + interval '1.2' second and not picked";
    await().until(() -> tasks("consecutive_failures = 2 and " + longer) == 1);
    assertThat(node.begun).hasSize(2);
    letThePausePass();
    await().until(() -> node.begun.size() == 3);
  }

  private void letThePausePass() {
    database.execute("update adk_task set execution_time = current_timestamp where not picked");
  }

  /** What it lacked may be there now. */
  @Test
  void triesATurnAgainAtOnceThatWasWokenWhileItRan() {
    AtomicInteger runs = new AtomicInteger();
    CompletableFuture<Node> self = new CompletableFuture<>();
    Node node =
        node(
                SELDOM,
                turn -> {
                  if (runs.incrementAndGet() == 1) {
                    self.join().queue.wake(turn);
                    return AGAIN;
                  }
                  return FORGET;
                })
            .start();

    self.complete(node);
    node.accept(turn(1));
    await().until(() -> tasks("true") == 0);
    assertThat(runs).hasValue(2);
  }

  private long tasks(String condition) {
    return database.count("select count(*) from adk_task where " + condition);
  }

  @Test
  void tellsWhatWaitsAndForHowLong() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    Node node = node(b -> b.threads(1), heldUntil(end)).start();

    node.accept(turn(1));
    await().until(() -> node.begun.size() == 1);
    node.accept(turn(2));
    node.accept(turn(3));
    TimeUnit.MILLISECONDS.sleep(20);
    DbSchedulerTurnQueue.Stats stats = node.queue.stats();
    assertThat(stats.due()).isEqualTo(2);
    assertThat(stats.running()).isEqualTo(1);
    assertThat(stats.runningHere()).isEqualTo(1);
    assertThat(stats.oldest()).isBetween(Duration.ofMillis(15), Duration.ofSeconds(60));
    end.countDown();
    await().until(() -> node.queue.stats().due() == 0);
    assertThat(node.queue.stats().oldest()).isZero();
  }

  private static Function<Turn, Result> heldUntil(CountDownLatch end) {
    return turn -> {
      join(end);
      return FORGET;
    };
  }

  static void join(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void keepsTurnsApartWhoseNamesAreAlike() {
    List<Turn> alike =
        List.of(
            new Turn("b c", "a"),
            new Turn("c", "a b"),
            new Turn("c", "a%20b"),
            new Turn("c\u0000", "a\ud800"));
    Node node = node(turn -> FORGET);

    alike.forEach(node::accept);
    assertThat(tasks("true")).isEqualTo(4);
    node.start();
    await().until(() -> tasks("true") == 0);
    assertThat(node.begun).containsExactlyInAnyOrderElementsOf(alike);
  }

  @Test
  void isForgottenWithItsTurn() {
    Node node = node(turn -> FORGET);

    for (String id : List.of("turn-1", "turn 2%", "turn-3")) {
      database.execute(
          "insert into adk_waiting_turn (tenant, turn_id, conversation, subject, state, phase,"
              + " iteration, token, attempt, results, created_at, updated_at) values ('acme', '"
              + id
              + "', '"
              + (id.equals("turn-3") ? "other" : "talk")
              + "', 'ada', 'completed', 'answered', 1, 1, 1, '{}', 1, 1)");
      node.accept(new Turn("acme", id));
    }
    AdkStorageAdmin admin = AdkStorageAdmin.of(database.dataSource());
    database.execute(
        "insert into adk_conversation (tenant, conversation, subject, last_seq, created_at,"
            + " last_activity_at) values ('acme', 'talk', 'ada', 0, 1, 1)");
    admin.erase(new ErasureTarget.Conversation("acme", "talk"));
    assertThat(database.query("select task_instance from adk_task")).containsExactly("turn-3 acme");
    admin.erase(new ErasureTarget.Subject("acme", "ada"));
    assertThat(tasks("true")).isZero();
  }

  @Test
  void leavesAnotherProcessAlone() {
    CountDownLatch end = new CountDownLatch(1);
    Node node = node(heldUntil(end)).start();

    node.accept(turn(1));
    await().until(() -> node.begun.size() == 1);
    assertThat(node.lost).isEmpty();

    database.execute(
        "update adk_task set version = version + 1, picked_by = 'somebody', last_heartbeat ="
            + " timestamp with time zone '2999-01-01 00:00:00Z'");

    await().until(() -> node.lost.equals(List.of(turn(1))));
    end.countDown();
    await().until(() -> node.queue.stats().runningHere() == 0);
    assertThat(tasks("picked and picked_by = 'somebody'")).isEqualTo(1);
    assertThat(node.queue.lost()).isEqualTo(1);
  }

  /** As after a pause of the process in which nobody else was there. */
  @Test
  void goesOnWithItsOwnTurnsAfterASilence() {
    CountDownLatch end = new CountDownLatch(1);
    Node node = node(b -> b.heartbeat(Duration.ofMillis(50)), heldUntil(end)).start();

    node.accept(turn(1));
    await().until(() -> node.begun.size() == 1);
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(400);
    while (System.nanoTime() < until) {
      database.execute(
          "update adk_task set last_heartbeat = timestamp with time zone '2001-01-01 00:00:00Z'");
    }
    end.countDown();
    await().until(() -> tasks("true") == 0);
    assertThat(node.begun).hasSize(1);
    assertThat(node.lost).isEmpty();
  }

  @Test
  void stopsWhileTheDatabaseIsAway() throws Exception {
    AtomicInteger away = new AtomicInteger();
    CountDownLatch over = new CountDownLatch(1);
    Node node =
        unsteady(
            away,
            turn -> {
              join(over);
              return FORGET;
            });
    node.accept(turn(1));
    await().until(() -> node.begun.size() == 1);

    away.set(Integer.MAX_VALUE);
    assertThat(node.queue.drain(Duration.ofMillis(1))).isFalse();

    away.set(0);
    over.countDown();
    assertThat(node.queue.drain(Duration.ofSeconds(30))).isTrue();
    assertThat(tasks("true")).isZero();
  }

  /** A node that gets no connection as often as that says. */
  private Node unsteady(AtomicInteger away, Function<Turn, Result> run) {
    DataSource unsteady =
        new DelegatingDataSource(database.dataSource()) {
          @Override
          public Connection getConnection() throws SQLException {
            if (away.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
              throw new SQLException("the database is away", "08001");
            }
            return super.getConnection();
          }
        };
    return opened(Node.of(unsteady, b -> SELDOM.apply(b).heartbeat(Duration.ofMinutes(10)), run))
        .start();
  }

  /** Otherwise it would wait until its process is considered dead, and its conversation with it. */
  @Test
  void recordsTheEndOfATurnWhenTheDatabaseIsBack() {
    AtomicInteger away = new AtomicInteger();
    Node node =
        unsteady(
            away,
            turn -> {
              away.set(6);
              return FORGET;
            });

    node.accept(turn(1));

    await().until(() -> tasks("true") == 0);
    assertThat(away).hasValue(0);
    assertThat(node.begun).hasSize(1);
  }

  /** A look at each second one would find a dead node one heartbeat later. */
  @Test
  void looksForDeadNodesAsOftenAsItBeats() {
    CountDownLatch end = new CountDownLatch(1);
    CountingDataSource counting = new CountingDataSource(database.dataSource());
    Node node =
        opened(
                Node.of(
                    counting.dataSource(), b -> b.heartbeat(Duration.ofMillis(50)), heldUntil(end)))
            .start();

    node.accept(turn(1));
    await().until(() -> sent(counting, "set last_heartbeat = ? where") >= 12);
    end.countDown();

    assertThat(sent(counting, "picked = ? and last_heartbeat <= ?")).isGreaterThan(7);
  }

  private static long sent(CountingDataSource counting, String part) {
    return counting.sent().stream().filter(sql -> sql.contains(part)).count();
  }

  /** It has begun, and its readers have waited while its node was not known to be dead. */
  @Test
  void resumesTheTurnsOfADeadNodeBeforeAllThatWait() {
    CountDownLatch end = new CountDownLatch(1);
    Node node = node(b -> b.threads(1).heartbeat(Duration.ofMillis(50)), heldUntil(end));
    for (int i = 1; i <= 5; i++) {
      node.accept(turn(i));
    }
    database.execute(
        "update adk_task set picked = true, picked_by = 'dead', last_heartbeat ="
            + " timestamp with time zone '2001-01-01 00:00:00Z' where task_instance like 'turn-4%' or"
            + " task_instance like 'turn-5%'");

    node.start();
    await().until(() -> node.begun.size() == 1 && node.queue.takenOver() == 2);
    end.countDown();
    await().until(() -> tasks("true") == 0);

    // the first one began before or after the look for dead nodes
    assertThat(node.begun.subList(0, 3)).contains(turn(4), turn(5));
  }

  @Test
  void startsOnce() {
    Node node = node(turn -> AGAIN).start();

    assertThatThrownBy(node::start).isInstanceOf(AdkException.class);
  }

  @Test
  void runsEachTurnOnAThreadOfItsOwn() {
    ThreadLocal<Turn> left = new ThreadLocal<>();
    List<Optional<Turn>> found = new CopyOnWriteArrayList<>();
    List<Boolean> virtual = new CopyOnWriteArrayList<>();
    List<String> names = new CopyOnWriteArrayList<>();
    Function<Turn, Result> run =
        turn -> {
          found.add(Optional.ofNullable(left.get()));
          left.set(turn);
          virtual.add(Thread.currentThread().isVirtual());
          names.add(Thread.currentThread().getName());
          return FORGET;
        };
    Node platform = node(builder -> builder.threads(1), run).start();
    List.of(turn(1), turn(2), turn(3)).forEach(platform::accept);
    await().until(() -> found.size() == 3);
    platform.close();

    node(builder -> builder.threadFactory(Thread.ofVirtual().factory()), run)
        .start()
        .accept(turn(4));
    await().until(() -> found.size() == 4);

    assertThat(found).containsOnly(Optional.empty());
    assertThat(virtual).containsExactly(false, false, false, true);
    assertThat(names)
        .containsExactly(
            "adk-turn-turn-1", "adk-turn-turn-2", "adk-turn-turn-3", "adk-turn-turn-4");
  }

  @Test
  void runsNoMoreTurnsAtOnceThanItHasThreads() {
    CountDownLatch end = new CountDownLatch(1);
    Node node = node(builder -> builder.threads(2), heldUntil(end)).start();
    for (int i = 0; i < 6; i++) {
      node.accept(turn(i));
    }

    await().until(() -> node.begun.size() == 2);
    assertThat(node.queue.stats().runningHere()).isEqualTo(2);
    end.countDown();
    await().until(() -> tasks("true") == 0);
    assertThat(node.begun).hasSize(6);
  }

  /** Whatever the driver makes of two statements, a crash must not keep one of them. */
  @Test
  void storesATurnAndItsTaskInOneTransaction() {
    assumeTrue(kind == DatabaseKind.POSTGRES);
    Node node = node(turn -> FORGET);
    JdbcTurnStore store = JdbcTurnStore.of(database.dataSource());
    store.queue(node.queue);

    for (int i = 0; i < 8; i++) { // until the driver has prepared them
      assertThat(store.accept(accepted("turn-" + i, "talk-" + i, 0), 10, null).isNew()).isTrue();
    }
    assertThat(store.accept(accepted("turn-8", "talk-0", 0), 10, null).turn().state())
        .isEqualTo(StoredTurn.State.QUEUED);

    assertThat(
            database.query(
                "select count(*) from adk_waiting_turn w join adk_task t on t.xmin = w.xmin and"
                    + " t.task_instance = w.turn_id || ' acme'"))
        .containsExactly("8");
    assertThat(tasks("true")).isEqualTo(8);
  }
}
