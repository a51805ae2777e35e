package dev.adk4j.durable.dbscheduler;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import dev.adk4j.error.AdkErrorCode;
import dev.adk4j.error.AdkException;
import dev.adk4j.error.Violations;
import dev.adk4j.internal.FatalErrors;
import dev.adk4j.internal.NoJsonForm;
import dev.adk4j.jdbc.JdbcStorageOptions;
import dev.adk4j.jdbc.StorageConnections;
import dev.adk4j.jdbc.stored.SqlTurnQueue;
import dev.adk4j.value.Ids;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Queue of durable turns in the table {@code adk_task} of the storage's database. A turn is queued
 * in the transaction that accepts it and runs on any node; on the accepting node, it starts within
 * milliseconds. A dead node is detected after 4 to 5 times {@link Builder#heartbeat}; other nodes
 * then resume its turns. All nodes use the database's time, regardless of their own clocks.
 *
 * <p>Uses a separate scheduler instance. The application's own scheduler, its table and its tasks
 * are not affected.
 *
 * <pre>{@code
 * var queue = DbSchedulerTurnQueue.builder(dataSource).threads(50).delayed().build();
 * // pass the queue to the waiting turns, and these to the clients of all agents
 * queue.begin();
 * }</pre>
 *
 * <p>Thread-safe.
 *
 * @since 0.1.0
 */
@NoJsonForm
public final class DbSchedulerTurnQueue implements SqlTurnQueue {

  private static final int MISSED_BEATS = 4;

  private final Builder settings;
  private final StorageConnections connections;
  private final TaskRows rows;
  private final DatabaseClock clock;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile @Nullable Scheduler scheduler;
  private volatile @Nullable TurnRuns runs;
  private volatile boolean closed;

  private DbSchedulerTurnQueue(Builder settings) {
    this.settings = settings;
    this.connections = StorageConnections.of(settings.dataSource, settings.options);
    this.rows = new TaskRows(connections);
    this.clock = new DatabaseClock(connections, settings.clock);
  }

  /** Returns a builder. The tables must exist: see {@link dev.adk4j.jdbc.AdkSchema}. */
  public static Builder builder(DataSource dataSource) {
    return new Builder(dataSource);
  }

  /**
   * Starts to run turns. With {@link Builder#delayed}, waits for {@link #begin} first.
   *
   * @throws AdkException {@code VALIDATION_EXCEPTION} if the queue was started before
   */
  @Override
  public synchronized void start(Worker worker) {
    Violations.require(runs == null && !closed, "$.worker", "once", "can be started only once");
    Duration deadAfter = settings.heartbeat.multipliedBy(MISSED_BEATS);
    runs = new TurnRuns(rows, clock, worker, () -> closed, this::trigger, deadAfter);
    if (!settings.delayed) {
      begin();
    }
  }

  /**
   * Starts to run turns after {@link #start}. Does nothing before {@code start}, or if turns
   * already run.
   */
  public synchronized void begin() {
    TurnRuns task = runs;
    if (task != null && scheduler == null && !closed) {
      Scheduler created = scheduler(task);
      scheduler = created;
      created.start();
    }
  }

  private Scheduler scheduler(TurnRuns task) {
    boolean postgres = connections.isPostgres();
    SchedulerBuilder builder =
        Scheduler.create(settings.dataSource, task.task())
            .tableName(connections.table("adk_task"))
            .jdbcCustomization(postgres ? new PostgresTasks() : new DefaultJdbcCustomization(false))
            .schedulerName(() -> settings.node)
            .serializer(new NoData())
            .clock(clock)
            .threads(settings.threads)
            .executorService(RunThreads.of(settings.threads, settings.threadFactory))
            .dueExecutor(Executors.newSingleThreadExecutor(daemon("adk-turn-queue-")))
            .housekeeperExecutor(housekeeper())
            .pollingInterval(settings.poll)
            .heartbeatInterval(settings.heartbeat)
            .missedHeartbeatsLimit(MISSED_BEATS)
            .shutdownMaxWait(UNLIMITED)
            .enablePriority()
            .addSchedulerListener(task);
    // never take more than there are threads: a taken turn that waits for a thread has no heartbeat
    return (postgres ? builder.pollUsingLockAndFetch(0.5, 1.0) : builder.pollUsingFetch(0.5, 1.0))
        .build();
  }

  /** Looks for dead nodes at each heartbeat; the scheduler alone looks at every second one. */
  private ScheduledExecutorService housekeeper() {
    return new ScheduledThreadPoolExecutor(2, daemon("adk-turn-heartbeat-")) {
      @Override
      public ScheduledFuture<?> scheduleWithFixedDelay(
          Runnable task, long first, long delay, TimeUnit unit) {
        long most = unit.convert(settings.heartbeat);
        return super.scheduleWithFixedDelay(task, first, Math.min(delay, most), unit);
      }
    };
  }

  private static ThreadFactory daemon(String name) {
    return Thread.ofPlatform().daemon().name(name, 1).factory();
  }

  /**
   * Queues the turn in the given transaction; without a connection, immediately. Rethrows
   * exceptions of the connection unchanged.
   */
  @Override
  public void enqueue(Turn turn, Transaction transaction) {
    Connection connection = transaction.unwrap(Connection.class).orElse(null);
    String key = TaskKey.of(turn);
    if (connection == null) {
      rows.add(key, clock.now());
    } else {
      try {
        rows.add(connection, key, clock.now());
      } catch (SQLException e) {
        // unchanged: the transaction's owner knows which failures can be retried
        throw FatalErrors.<RuntimeException>unchanged(e);
      }
    }
  }

  @Override
  public Entry entry(Turn turn, String condition, Object... parameters) {
    return rows.entry(turn, clock.now(), condition, parameters);
  }

  /** Looks for turns immediately; the turn's row is already due. */
  @Override
  public void committed(Turn turn) {
    trigger();
  }

  /**
   * Makes the turn due, to run here if a thread is free.
   *
   * @throws AdkException {@code E_STORAGE_UNAVAILABLE} if the database does not respond
   */
  @Override
  public void wake(Turn turn) {
    rows.wake(TaskKey.of(turn), clock.now());
    trigger();
  }

  /**
   * Releases the turn, even from a node that does not return it; the first node that looks for
   * turns takes it.
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

  /** Counts the turns in the queue with a database query. */
  public Stats stats() {
    TaskRows.Counts counts = rows.counts(clock.now());
    TurnRuns mine = runs;
    return new Stats(
        counts.due(), counts.oldest(), counts.running(), mine == null ? 0 : mine.size());
  }

  /** Returns the number of turns that this node has released from dead nodes since its start. */
  public long takenOver() {
    TurnRuns mine = runs;
    return mine == null ? 0 : mine.takenOver();
  }

  /** Returns the number of this node's runs that other nodes have taken over since its start. */
  public long lost() {
    TurnRuns mine = runs;
    return mine == null ? 0 : mine.lost();
  }

  /**
   * Numbers of turns in the queue.
   *
   * @param due turns of all nodes that are ready to run and wait for a node
   * @param oldest waiting time of the oldest of them
   * @param running turns that run on any node
   * @param runningHere turns that run on this node
   */
  public record Stats(long due, Duration oldest, long running, long runningHere) {}

  /**
   * Starts no more runs and returns immediately. Runs that end with {@link Next#AGAIN} from now on
   * are released to other nodes immediately and keep their place in the queue. Heartbeats continue
   * until the last run has ended, see {@link #drain}.
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
   * Closes the queue and waits until no run is active on this node. The data source may be closed
   * afterwards.
   *
   * @return false if runs remain after the timeout. They are not interrupted, since a tool would
   *     report a failure; other nodes resume their turns, and they can write nothing more
   */
  public boolean drain(Duration atMost) throws InterruptedException {
    close();
    boolean ended = stopped.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    TurnRuns remaining = runs;
    if (!ended && remaining != null) {
      remaining.releaseAll();
    }
    return ended;
  }

  /** Neither stores nor reads data in the scheduler's table. */
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

  /** Builds a {@link DbSchedulerTurnQueue}. */
  public static final class Builder {

    private final DataSource dataSource;
    private JdbcStorageOptions options = JdbcStorageOptions.DEFAULT;
    private String node = "node-" + Ids.next();
    private int threads = 50;
    private ThreadFactory threadFactory = daemon("adk-turn-");
    private Duration poll = Duration.ofMillis(200);
    private Duration heartbeat = Duration.ofSeconds(1);
    private InstantSource clock = InstantSource.system();
    private boolean delayed;

    private Builder(DataSource dataSource) {
      this.dataSource = dataSource;
    }

    /** Sets the storage options that define schema and table prefix. */
    public Builder options(JdbcStorageOptions options) {
      this.options = options;
      return this;
    }

    /**
     * Sets the name of this process in the table. Default: a random name. Truncated to 50
     * characters.
     */
    public Builder node(String node) {
      this.node = node;
      return this;
    }

    /**
     * Sets the largest number of concurrent runs on this node, each on a thread of its own.
     * Default: 50.
     */
    public Builder threads(int threads) {
      this.threads = threads;
      return this;
    }

    /**
     * Sets the factory of the threads that run turns. Default: platform threads, since a virtual
     * thread waits longer for each answer of the database. Use virtual ones for many hundred {@link
     * #threads}.
     */
    public Builder threadFactory(ThreadFactory factory) {
      this.threadFactory = factory;
      return this;
    }

    /**
     * Sets the interval at which this node looks for turns that other nodes queued, woke or handed
     * over, with one statement each time. Default: 200 ms. Turns of this node do not wait for it.
     */
    public Builder poll(Duration poll) {
      this.poll = poll;
      return this;
    }

    /**
     * Sets the heartbeat interval of this node; each heartbeat is one statement per running turn.
     * Default: 1 second. A node is dead after 4 missed heartbeats, which others detect within one
     * more interval.
     */
    public Builder heartbeat(Duration heartbeat) {
      this.heartbeat = heartbeat;
      return this;
    }

    /**
     * Runs nothing before {@link DbSchedulerTurnQueue#begin}, for a process that starts its queue
     * before all its agents exist.
     */
    public Builder delayed() {
      this.delayed = true;
      return this;
    }

    /** Sets the clock of this node, which the database's clock corrects. For tests. */
    public Builder clock(InstantSource clock) {
      this.clock = clock;
      return this;
    }

    /**
     * Returns the queue. Opens a connection.
     *
     * @throws AdkException {@code VALIDATION_EXCEPTION} for invalid settings; {@code
     *     E_STORAGE_UNAVAILABLE} if the database does not respond
     */
    public DbSchedulerTurnQueue build() {
      new Violations()
          .required(dataSource, "$.dataSource")
          .required(options, "$.options")
          .requiredText(node, "$.node")
          .required(threadFactory, "$.threadFactory")
          .check(threads >= 1, "$.threads", "range", "must be at least 1")
          .check(poll.toMillis() >= 1, "$.poll", "range", "must be at least 1 ms")
          .check(heartbeat.toMillis() >= 10, "$.heartbeat", "range", "must be at least 10 ms")
          .throwIfAny(AdkErrorCode.VALIDATION_EXCEPTION);
      return new DbSchedulerTurnQueue(this);
    }
  }
}
