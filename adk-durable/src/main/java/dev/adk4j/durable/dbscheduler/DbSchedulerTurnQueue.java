package dev.adk4j.durable.dbscheduler;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.stored.TurnQueue;
import dev.adk4j.value.Ids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Queue of durable turns in the table {@code adk_task} of the storage's database. A turn is queued
 * in the transaction that accepts it and runs on any node, on the accepting one within
 * milliseconds. A node that dies is noticed after {@link Builder#heartbeat} times 4 to 6, and its
 * turns go on elsewhere. Nodes agree on the time of the database, whatever their own clocks say.
 *
 * <p>The scheduler is an instance of its own: one that the application has, its table and its tasks
 * are not touched.
 *
 * <pre>{@code
 * var queue = DbSchedulerTurnQueue.builder(dataSource).threads(50).delayed().build();
 * // … given to the waiting turns, and these to the clients of all agents
 * queue.begin();
 * }</pre>
 *
 * <p>Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class DbSchedulerTurnQueue implements TurnQueue {

  private static final int MISSED_BEATS = 4;

  private final Builder settings;
  private final TaskRows rows;
  private final DatabaseClock clock;
  private final boolean postgres;
  private final String table;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile @Nullable Scheduler scheduler;
  private volatile @Nullable TurnRuns runs;
  private volatile boolean closed;

  private DbSchedulerTurnQueue(Builder settings) {
    StorageConnections connections = StorageConnections.of(settings.dataSource, settings.options);
    this.settings = settings;
    this.rows = new TaskRows(connections);
    this.clock = new DatabaseClock(connections, settings.clock);
    this.postgres = connections.isPostgres();
    this.table = connections.table("adk_task");
  }

  /** Starts to build a queue. The tables have to exist: see {@link dev.adk4j.jdbc.AdkSchema}. */
  public static Builder builder(DataSource dataSource) {
    return new Builder(dataSource);
  }

  /**
   * Begins to run turns, or with {@link Builder#delayed} waits for {@link #begin}.
   *
   * @throws AdkException {@code VALIDATION_EXCEPTION} if it was started before
   */
  @Override
  public synchronized void start(Worker worker) {
    new Violations()
        .check(runs == null && !closed, "$.worker", "once", "can be started only once")
        .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
    runs = new TurnRuns(rows, clock, worker, () -> closed, this::trigger);
    if (!settings.delayed) {
      begin();
    }
  }

  /** Begins to run turns after {@link #start}; does nothing before it, or if turns run already. */
  public synchronized void begin() {
    TurnRuns task = runs;
    if (task != null && scheduler == null && !closed) {
      Scheduler created = scheduler(task);
      scheduler = created;
      created.start();
    }
  }

  private Scheduler scheduler(TurnRuns task) {
    ExecutorService threads =
        Executors.newFixedThreadPool(
            settings.threads, Thread.ofVirtual().name("adk-turn-", 1).factory());
    SchedulerBuilder builder =
        Scheduler.create(settings.dataSource, task.task())
            .tableName(table)
            .jdbcCustomization(
                postgres
                    ? new PostgreSqlJdbcCustomization(false, false)
                    : new DefaultJdbcCustomization(false))
            .schedulerName(() -> settings.node)
            .serializer(new NoData())
            .clock(clock)
            .threads(settings.threads)
            .executorService(threads)
            .dueExecutor(Executors.newSingleThreadExecutor(daemon("adk-turn-queue-")))
            .housekeeperExecutor(new ScheduledThreadPoolExecutor(2, daemon("adk-turn-heartbeat-")))
            .pollingInterval(settings.poll)
            .heartbeatInterval(settings.heartbeat)
            .missedHeartbeatsLimit(MISSED_BEATS)
            .shutdownMaxWait(settings.drain)
            .enablePriority()
            .addSchedulerListener(task);
    // never more than there are threads: what is taken and waits for a thread has no heartbeat
    return (postgres ? builder.pollUsingLockAndFetch(0.5, 1.0) : builder.pollUsingFetch(0.5, 1.0))
        .build();
  }

  private static ThreadFactory daemon(String name) {
    return Thread.ofPlatform().daemon().name(name, 1).factory();
  }

  /**
   * Queues the turn in that transaction; without a connection in it, at once. Passes exceptions of
   * the connection as they are.
   */
  @Override
  public void enqueue(Turn turn, Transaction transaction) {
    Connection connection = transaction.unwrap(Connection.class).orElse(null);
    String key = TaskKey.of(turn);
    if (connection == null) {
      rows.wake(key, clock.now());
    } else {
      try {
        rows.add(connection, key, clock.now());
      } catch (SQLException e) {
        // as it is: the transaction's owner knows which failures are worth another try
        throw FatalErrors.<RuntimeException>unchanged(e);
      }
    }
  }

  /** Looks for turns at once; its row says already that it is due. */
  @Override
  public void committed(Turn turn) {
    trigger();
  }

  /**
   * Lets the turn run soon, here if a thread is free.
   *
   * @throws AdkException {@code E_STORAGE_UNAVAILABLE} while the database does not answer
   */
  @Override
  public void wake(Turn turn) {
    rows.wake(TaskKey.of(turn), clock.now());
    trigger();
  }

  /**
   * Frees the turn also from a node that does not give it back; the first node that looks has it.
   */
  @Override
  public void giveBack(Turn turn) {
    if (!rows.take(TaskKey.of(turn), clock.now())) {
      wake(turn);
    }
  }

  private void trigger() {
    Scheduler running = scheduler;
    if (running != null && !closed) {
      running.triggerCheckForDueExecutions();
    }
  }

  /** Counts the turns in the queue; asks the database. */
  public Stats stats() {
    TaskRows.Counts counts = rows.counts(clock.now());
    TurnRuns mine = runs;
    return new Stats(
        counts.due(), counts.oldest(), counts.running(), mine == null ? 0 : mine.size());
  }

  /** Returns how many turns of dead nodes this node has freed for others since its start. */
  public long takenOver() {
    TurnRuns mine = runs;
    return mine == null ? 0 : mine.takenOver();
  }

  /** Returns how many runs of this node others have taken over since its start. */
  public long lost() {
    TurnRuns mine = runs;
    return mine == null ? 0 : mine.lost();
  }

  /**
   * Numbers of turns in the queue.
   *
   * @param due turns of all nodes that could run and wait for a node
   * @param oldest how long the first of them has waited
   * @param running turns that run on any node
   * @param runningHere turns that run on this node
   */
  public record Stats(long due, Duration oldest, long running, long runningHere) {}

  /**
   * Begins no run more, and returns at once. Runs that end from now on with {@link Next#AGAIN} are
   * free for other nodes at once and keep their place in the queue. Heartbeats go on until the last
   * run has ended; after {@link Builder#drain} those that are left are interrupted.
   */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      Scheduler running = scheduler;
      if (running == null) {
        stopped.countDown();
      } else {
        Thread.ofVirtual()
            .name("adk-turn-queue-stop")
            .start(
                () -> {
                  running.stop();
                  stopped.countDown();
                });
      }
    }
  }

  /**
   * Closes the queue and waits until no run is under way here. The data source may be closed then.
   *
   * @return false where runs are left after that time; other nodes take them for dead later
   */
  public boolean drain(Duration atMost) throws InterruptedException {
    close();
    return stopped.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Keeps no data in the scheduler's table, and reads none. */
  private static final class NoData implements Serializer {
    @Override
    public byte @Nullable [] serialize(@Nullable Object data) {
      return null;
    }

    @Override
    public <T> @Nullable T deserialize(Class<T> type, byte @Nullable [] data) {
      return null;
    }
  }

  /** Builds {@link DbSchedulerTurnQueue}. */
  public static final class Builder {

    private final DataSource dataSource;
    private JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    private String node = "node-" + Ids.next();
    private int threads = 50;
    private Duration poll = Duration.ofMillis(200);
    private Duration heartbeat = Duration.ofSeconds(1);
    private Duration drain = Duration.ofSeconds(20);
    private InstantSource clock = InstantSource.system();
    private boolean delayed;

    private Builder(DataSource dataSource) {
      this.dataSource = dataSource;
    }

    /** Sets the options of the storage, for schema and table prefix. */
    public Builder options(JdbcStorageOptions options) {
      this.options = options;
      return this;
    }

    /** Names this process in the table; a random name by default. Cut at 50 characters. */
    public Builder node(String node) {
      this.node = node;
      return this;
    }

    /** Sets how many turns run here at once; 50 by default, each on a virtual thread. */
    public Builder threads(int threads) {
      this.threads = threads;
      return this;
    }

    /**
     * Sets how often this node looks for turns that other nodes queued, woke or handed over; 200 ms
     * by default. One statement each. Turns of this node do not wait for it.
     */
    public Builder poll(Duration poll) {
      this.poll = poll;
      return this;
    }

    /**
     * Sets how often a node says that it lives, with one statement for each turn that it runs; 1
     * second by default. It is dead after 4 silent intervals, which is noticed within 2 more.
     */
    public Builder heartbeat(Duration heartbeat) {
      this.heartbeat = heartbeat;
      return this;
    }

    /** Sets how long runs may take to end after {@link #close}; 20 seconds by default. */
    public Builder drain(Duration drain) {
      this.drain = drain;
      return this;
    }

    /**
     * Runs nothing before {@link DbSchedulerTurnQueue#begin}: for a process that starts its queue
     * before all its agents are there.
     */
    public Builder delayed() {
      this.delayed = true;
      return this;
    }

    /** Sets the clock of this node, which is corrected by the database's. For tests. */
    public Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }

    /**
     * Builds the queue. Opens a connection.
     *
     * @throws AdkException {@code VALIDATION_EXCEPTION} for wrong settings; {@code
     *     E_STORAGE_UNAVAILABLE} if the database does not answer
     */
    public DbSchedulerTurnQueue build() {
      new Violations()
          .required(dataSource, "$.dataSource")
          .required(options, "$.options")
          .requiredText(node, "$.node")
          .check(threads >= 1, "$.threads", "range", "must be at least 1")
          .check(poll.toMillis() >= 1, "$.poll", "range", "must be at least 1 ms")
          .check(heartbeat.toMillis() >= 10, "$.heartbeat", "range", "must be at least 10 ms")
          .check(!drain.isNegative(), "$.drain", "range", "must not be negative")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new DbSchedulerTurnQueue(this);
    }
  }
}
